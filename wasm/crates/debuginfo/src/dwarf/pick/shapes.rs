//! Facts of the types that are neither aggregates nor names for others: scalars, pointers, arrays.

use std::rc::Rc;

use facts::{Alignment, AlignmentSource, Encoding, TagKeyword, TypeFact, TypeShape};
use gimli::constants as dw;

use crate::builder::{MAX_DEPTH, unknown_type};
use crate::names::Declarator;
use crate::{DescribeError, abi};

use super::describe::{Describer, alignment};
use super::unit_reader::{Entry, UnitReader, constant, flag};
use crate::dwarf::place::{MAX_DIMENSIONS, default_lower_bound, element_count, sane_bytes};
use crate::dwarf::resolve::TypeRef;

impl<'a> Describer<'a> {
    /// A type that is neither typedef nor qualifier; its name is filled in by the caller.
    pub(crate) fn bare_fact(
        &mut self,
        reader: &Rc<UnitReader<'a>>,
        entry: &Entry<'a>,
        at: TypeRef,
        depth: u32,
    ) -> Result<TypeFact, DescribeError> {
        let size = constant(entry, dw::DW_AT_byte_size);
        let address_bytes = u64::from(reader.unit.format.address_bytes);
        let (size, shape) = match entry.tag() {
            dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type => {
                return self.aggregate(reader, entry, at, depth);
            }
            dw::DW_TAG_base_type => return Ok(self.base_type(entry)),
            dw::DW_TAG_pointer_type
            | dw::DW_TAG_reference_type
            | dw::DW_TAG_rvalue_reference_type
            | dw::DW_TAG_unspecified_type => {
                (Some(size.unwrap_or(address_bytes)), TypeShape::Pointer)
            }
            dw::DW_TAG_ptr_to_member_type => {
                let size =
                    size.unwrap_or_else(|| address_bytes * self.member_pointer_words(entry, at));
                let align = abi::scalar_align(self.target, address_bytes);
                let mut fact = fact_of(Some(size), TypeShape::Pointer, align);
                fact.name = String::new();
                return Ok(fact);
            }
            dw::DW_TAG_enumeration_type if size.is_none() => {
                return self.declared_enum(entry, at, depth);
            }
            dw::DW_TAG_enumeration_type => (size, TypeShape::Enum),
            dw::DW_TAG_array_type => return self.array(reader, entry, at, depth),
            dw::DW_TAG_subrange_type => {
                let base = self.referred(entry, dw::DW_AT_type, at.unit);
                match (size, base) {
                    (None, Some(base)) if depth < MAX_DEPTH => {
                        let index = self.type_index(base, depth + 1)?;
                        return Ok(self.builder.fact(index).cloned().unwrap_or_else(unknown_type));
                    }
                    _ => (size, TypeShape::Other),
                }
            }
            _ => (size, TypeShape::Other),
        };
        let align = alignment(entry).map_or_else(
            || abi::scalar_align(self.target, size.unwrap_or(1)),
            |bytes| Alignment { bytes, from: AlignmentSource::Stated },
        );
        Ok(fact_of(size, shape, align))
    }

    /// An enumeration without a size: defined in a type unit, or as large as its underlying type.
    pub(crate) fn declared_enum(
        &mut self,
        entry: &Entry<'a>,
        at: TypeRef,
        depth: u32,
    ) -> Result<TypeFact, DescribeError> {
        for attribute in [dw::DW_AT_signature, dw::DW_AT_type] {
            if let Some(other) = self.referred(entry, attribute, at.unit)
                && other != at
            {
                let index = self.type_index(other, depth + 1)?;
                if let Some(fact) = self.builder.fact(index) {
                    return Ok(TypeFact { shape: TypeShape::Enum, ..fact.clone() });
                }
            }
        }
        let shape = TypeShape::Declared { keyword: TagKeyword::Enum };
        Ok(fact_of(None, shape, Alignment { bytes: 1, from: AlignmentSource::Abi }))
    }

    pub(crate) fn base_type(&self, entry: &Entry<'a>) -> TypeFact {
        let size = constant(entry, dw::DW_AT_byte_size);
        let code = constant(entry, dw::DW_AT_encoding).unwrap_or(0).min(0xff) as u8;
        let encoding = dw::DwAte(code);
        let meaning = match encoding {
            dw::DW_ATE_boolean => Encoding::Bool,
            dw::DW_ATE_signed_char | dw::DW_ATE_unsigned_char | dw::DW_ATE_UTF => Encoding::Char,
            dw::DW_ATE_float
            | dw::DW_ATE_complex_float
            | dw::DW_ATE_imaginary_float
            | dw::DW_ATE_decimal_float => Encoding::Float,
            dw::DW_ATE_signed | dw::DW_ATE_signed_fixed => Encoding::Int,
            _ => Encoding::Uint,
        };
        // A complex number is aligned as its parts are.
        let aligned_as = match (encoding, size) {
            (dw::DW_ATE_complex_float, Some(size)) => size / 2,
            (_, size) => size.unwrap_or(1),
        };
        let align = alignment(entry).map_or_else(
            || abi::scalar_align(self.target, aligned_as),
            |bytes| Alignment { bytes, from: AlignmentSource::Stated },
        );
        fact_of(size, TypeShape::Scalar { encoding: meaning }, align)
    }

    /// Itanium C++ ABI, 2.3: a pointer to a data member is one word, to a member function two.
    pub(crate) fn member_pointer_words(&mut self, entry: &Entry<'a>, at: TypeRef) -> u64 {
        let pointee = self.referred(entry, dw::DW_AT_type, at.unit);
        let stripped = pointee.and_then(|pointee| self.strip(pointee));
        let tag = stripped.and_then(|to| self.open(to.at)).map(|(_, entry)| entry.tag());
        if tag == Some(dw::DW_TAG_subroutine_type) { 2 } else { 1 }
    }

    pub(crate) fn array(
        &mut self,
        reader: &Rc<UnitReader<'a>>,
        entry: &Entry<'a>,
        at: TypeRef,
        depth: u32,
    ) -> Result<TypeFact, DescribeError> {
        let counts = self.dimensions(reader, entry);
        let Some(element_at) = self.referred(entry, dw::DW_AT_type, at.unit) else {
            return Ok(unknown_type());
        };
        let mut element = self.type_index(element_at, depth + 1)?;
        let size_of = |describer: &Self, index: u32| {
            describer.builder.fact(index).and_then(|fact| fact.size_bytes)
        };
        let stated_size = constant(entry, dw::DW_AT_byte_size).map(|size| sane_bytes(size) as f64);
        if flag(entry, dw::DW_AT_GNU_vector) {
            let count = counts.iter().fold(1u64, |all, one| all.saturating_mul(one.unwrap_or(1)));
            let size = stated_size.or(size_of(self, element).map(|size| times(size, count)));
            let bytes = size.map_or(1, |size| (size as u64).clamp(1, 1 << 16).next_power_of_two());
            let align = Alignment { bytes: bytes.max(1) as u32, from: AlignmentSource::Abi };
            return Ok(fact_of(size.map(|size| size as u64), TypeShape::Other, align));
        }
        let mut result = None;
        for (position, &count) in counts.iter().enumerate().rev() {
            let size = match count {
                None => Some(0.0),
                Some(count) => size_of(self, element).map(|size| times(size, count)),
            };
            let mut fact = unknown_type();
            fact.size_bytes = size;
            if position == 0 && stated_size.is_some() && counts.len() == 1 && count.is_some() {
                fact.size_bytes = stated_size;
            }
            fact.shape = TypeShape::Array { element, count: count.map(|count| count as f64) };
            if position > 0 {
                let mut declarator = Declarator::new();
                for &count in counts.iter().skip(position) {
                    declarator.array(count);
                }
                fact.name = self.name_behind(Some(element_at), declarator);
                element = self.builder.push(fact);
            } else {
                if let Some(bytes) = alignment(entry) {
                    fact.align = Alignment { bytes, from: AlignmentSource::Stated };
                }
                result = Some(fact);
            }
        }
        Ok(result.unwrap_or_else(unknown_type))
    }

    /// Element counts, outermost first; one `None` for an array that states no dimension.
    pub(crate) fn dimensions(
        &mut self,
        reader: &UnitReader<'a>,
        entry: &Entry<'a>,
    ) -> Vec<Option<u64>> {
        let lower_by_default = default_lower_bound(reader.unit.language);
        let mut counts = Vec::new();
        let result = reader.children(
            entry.offset().0,
            |_| false,
            |child| {
                if counts.len() < MAX_DIMENSIONS
                    && matches!(child.tag(), dw::DW_TAG_subrange_type | dw::DW_TAG_generic_subrange)
                {
                    let lower = constant(child, dw::DW_AT_lower_bound).unwrap_or(lower_by_default);
                    counts.push(element_count(
                        constant(child, dw::DW_AT_count),
                        constant(child, dw::DW_AT_upper_bound),
                        lower,
                    ));
                }
            },
        );
        if result.is_err() || counts.is_empty() {
            counts = vec![None];
        }
        counts
    }
}

pub(crate) fn fact_of(size_bytes: Option<u64>, shape: TypeShape, align: Alignment) -> TypeFact {
    let size_bytes = size_bytes.map(|size| sane_bytes(size) as f64);
    TypeFact { name: String::new(), size_bytes, align, shape, declared: None }
}

fn times(size_bytes: f64, count: u64) -> f64 {
    sane_bytes((size_bytes as u64).saturating_mul(count)) as f64
}
