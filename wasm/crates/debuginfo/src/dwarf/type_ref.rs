//! Where an entry is, and how one entry leads to another in whichever unit that is: the list, picks, prototypes and
//! code all follow references by [`Lookup`].

use gimli::AttributeValue;

use super::bytes::Slice;
use super::plans::plan::FarReference;

/// An entry: its unit, and its offset from the unit's start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeRef {
    pub(crate) unit: u32,
    pub(crate) offset: usize,
}

/// Why a reference leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lost {
    /// Into the supplementary file of dwz, which was not given, or past its end.
    Supplementary,
    /// To a type unit that is in none of the files.
    TypeUnit,
    /// Out of the section, or to what is no type.
    Outside,
    /// In a form that is not read.
    Form,
}

/// All units of a file and its companions, as far as references need them.
pub(crate) trait Lookup {
    /// The entry at an offset of the `.debug_info` of the file that a unit is of.
    fn in_info(&self, unit: u32, offset: usize) -> Option<TypeRef>;
    /// The entry at an offset of the supplementary file.
    fn in_alt(&self, offset: usize) -> Option<TypeRef>;
    /// The type that a type unit of this signature holds.
    fn by_signature(&self, signature: u64) -> Option<TypeRef>;
    /// How many bytes a unit has.
    fn unit_bytes(&self, unit: u32) -> usize;

    /// Where a reference into another unit leads.
    fn far(&self, unit: u32, to: FarReference) -> Result<TypeRef, Lost> {
        match to {
            FarReference::Info(offset) => self.in_info(unit, offset).ok_or(Lost::Outside),
            FarReference::Alt(offset) => self.in_alt(offset).ok_or(Lost::Supplementary),
            FarReference::Signature(signature) => {
                self.by_signature(signature).ok_or(Lost::TypeUnit)
            }
        }
    }

    /// Where an attribute of an entry of a unit leads.
    fn follow(&self, unit: u32, value: &AttributeValue<Slice<'_>>) -> Result<TypeRef, Lost> {
        self.far(
            unit,
            match *value {
                AttributeValue::UnitRef(offset) if offset.0 < self.unit_bytes(unit) => {
                    return Ok(TypeRef { unit, offset: offset.0 });
                }
                AttributeValue::UnitRef(_) => return Err(Lost::Outside),
                AttributeValue::DebugInfoRef(offset) => FarReference::Info(offset.0),
                AttributeValue::DebugInfoRefSup(offset) => FarReference::Alt(offset.0),
                AttributeValue::DebugTypesRef(signature) => FarReference::Signature(signature.0),
                _ => return Err(Lost::Form),
            },
        )
    }
}
