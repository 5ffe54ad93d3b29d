//! One struct with every type that it holds by value.

use facts::{
    Alignment, AlignmentSource, BitField, Encoding, IndexStage, Keyword, MemberFact, MemberRole,
    PointedType, StructDesc, Target, TypeFact, TypeShape,
};
use rustc_hash::FxHashMap;

use crate::abi::scalar_align;
use crate::builder::{Builder, MAX_DEPTH, Slot, unknown_type};
use crate::diagnose::Diagnose;
use crate::messages;
use crate::names::Room;
use crate::{DescribeError, pointed};

use super::aligned::Alignments;
use super::code::used;
use super::raw::{Kind, Type, TypeId, Types};
use super::render::{forward_keyword, type_name};
use super::resolve::{place, size_bytes, strip};
use super::rows::Row;

/// Describes the struct of a row, whose key states `members_hash`.
pub fn describe(
    types: &Types,
    target: &Target,
    row: &Row,
    members_hash: u64,
    alignments: &Alignments,
) -> Result<StructDesc, DescribeError> {
    let name = types
        .get(row.named)
        .map_or_else(String::new, |found| types.text(found.name_offset).into_owned());
    let mut walk = Walk::new(types, target, &name, alignments);
    let root = walk.enter(row.named, false, 0)?;
    let Walk { builder, damage, .. } = walk;
    builder.finish(root, &name, members_hash, target, IndexStage::Btf, damage.into_list())
}

/// What the pointers of a row's struct lead to.
pub fn points_to(
    types: &Types,
    target: &Target,
    row: &Row,
    alignments: &Alignments,
) -> Result<Vec<PointedType>, DescribeError> {
    let mut walk = Walk::new(types, target, "", alignments);
    walk.enter(row.named, false, 0)?;
    let pointers = walk.builder.pointers().into_iter();
    Ok(pointers.filter_map(|((id, _), index)| pointed(index, used(types, id))).collect())
}

struct Walk<'a> {
    types: &'a Types,
    target: &'a Target,
    name: &'a str,
    alignments: &'a Alignments,
    /// A type by its number, and whether its `[0]` is a flexible array (BTF writes both alike).
    builder: Builder<(TypeId, bool)>,
    /// Integers of their full width by name, once an old bit-field has asked for one.
    full_ints: Option<FxHashMap<&'a [u8], TypeId>>,
    room: Room,
    damage: Diagnose,
}

impl<'a> Walk<'a> {
    fn new(
        types: &'a Types,
        target: &'a Target,
        name: &'a str,
        alignments: &'a Alignments,
    ) -> Self {
        Walk {
            types,
            target,
            name,
            alignments,
            builder: Builder::new(),
            full_ints: None,
            room: Room::new(),
            damage: Diagnose::default(),
        }
    }

    fn enter(&mut self, id: TypeId, flexible: bool, depth: u32) -> Result<u32, DescribeError> {
        if depth > MAX_DEPTH {
            return Err(self.damaged("its types are nested too deep"));
        }
        if let Some(error) = self.builder.too_large(self.name) {
            return Err(error);
        }
        let index = match self.builder.enter((id, flexible)) {
            Slot::Known(index) => return Ok(index),
            Slot::Cycle => {
                self.damage_at(id, messages::type_holds_itself());
                return Ok(self.builder.push(unknown_type()));
            }
            Slot::New(index) => index,
        };
        let fact = match strip(self.types, id) {
            Some((found, body)) => {
                if let Some(bytes) = self.alignments.hint(self.types, found, self.target) {
                    self.builder.hint(index, bytes);
                }
                self.fact(id, &body, flexible, depth)?
            }
            None => {
                self.damage_at(id, messages::type_out_of_range());
                unknown_type()
            }
        };
        self.builder.count_name(Some(&fact.name));
        self.builder.fill(index, fact);
        Ok(index)
    }

    fn fact(
        &mut self,
        id: TypeId,
        body: &Type<'_>,
        flexible: bool,
        depth: u32,
    ) -> Result<TypeFact, DescribeError> {
        let size = size_bytes(self.types, id, self.target.pointer_bytes);
        // What aggregates and arrays are aligned to is for `infer` to say.
        let mut align = Alignment { bytes: 1, from: AlignmentSource::Abi };
        let mut natural = |size: u64| align = scalar_align(self.target, size);
        let shape = match body.kind {
            Kind::Int | Kind::Float => {
                natural(u64::from(body.size_or_type));
                TypeShape::Scalar { encoding: encoding(self.types, body) }
            }
            Kind::Ptr => {
                natural(u64::from(self.target.pointer_bytes));
                TypeShape::Pointer
            }
            Kind::Enum | Kind::Enum64 => {
                natural(u64::from(body.size_or_type));
                TypeShape::Enum
            }
            Kind::Array => {
                let element = self.enter(body.word(0), false, depth + 1)?;
                let count = body.word(2);
                let count = (count > 0 || !flexible).then_some(f64::from(count));
                TypeShape::Array { element, count }
            }
            Kind::Struct | Kind::Union => self.aggregate(body, depth)?,
            Kind::Fwd => TypeShape::Declared { keyword: forward_keyword(body.kind_flag).into() },
            _ => TypeShape::Other,
        };
        Ok(TypeFact {
            name: type_name(self.types, id, flexible, &mut self.room),
            size_bytes: size.map(|bytes| bytes as f64),
            align,
            shape,
            declared: None,
        })
    }

    fn aggregate(&mut self, body: &Type<'_>, depth: u32) -> Result<TypeShape, DescribeError> {
        let is_struct = body.kind == Kind::Struct;
        let last = usize::from(body.len).saturating_sub(1);
        let mut members = Vec::with_capacity(usize::from(body.len));
        for (number, raw) in body.members().enumerate() {
            let placed = place(self.types, &raw, self.target.pointer_bytes);
            let ends_open = is_struct && number == last && is_zero_array(self.types, raw.type_id);
            let mut type_index = self.enter(raw.type_id, ends_open, depth + 1)?;
            if placed.unit_bits > 0 && raw.bit_field_bits == 0 {
                type_index = self.declared_type(raw.type_id, type_index, depth)?;
            }
            let name = self.types.text(raw.name_offset);
            self.builder.count_name(Some(&name));
            members.push(MemberFact {
                name: (!name.is_empty()).then(|| name.into_owned()),
                type_index,
                role: MemberRole::Field,
                offset_bits: placed.offset_bits as f64,
                size_bits: placed.size_bits.map(|bits| bits as f64),
                bit_field: (placed.unit_bits > 0).then(|| BitField {
                    width_bits: placed.size_bits.unwrap_or(0) as u32,
                    unit_bits: placed.unit_bits as u32,
                }),
                align: None,
                packed: false,
                declared: None,
            });
        }
        Ok(TypeShape::Aggregate {
            keyword: if is_struct { Keyword::Struct } else { Keyword::Union },
            members,
            packed: false,
            forced_align: None,
            read_only: None,
        })
    }

    /// An old bit-field's integer has the bit-field's width; the type of the same name and full
    /// width is the declared one. Without it the integer itself must do.
    fn declared_type(
        &mut self,
        id: TypeId,
        fallback: u32,
        depth: u32,
    ) -> Result<u32, DescribeError> {
        let Some((_, narrow)) = strip(self.types, id) else { return Ok(fallback) };
        let name = self.types.string(narrow.name_offset);
        let full_ints = self.full_ints.get_or_insert_with(|| full_ints(self.types));
        match full_ints.get(name) {
            Some(&full) => self.enter(full, false, depth + 1),
            None => Ok(fallback),
        }
    }

    fn damaged(&self, reason: &str) -> DescribeError {
        DescribeError::Damaged { name: self.name.to_owned(), reason: reason.to_owned() }
    }

    fn damage_at(&mut self, id: TypeId, message: facts::Message) {
        self.damage.add(|| format!("BTF type {id}"), message);
    }
}

/// The first integer of each name that is as wide as its size.
fn full_ints(types: &Types) -> FxHashMap<&[u8], TypeId> {
    let mut full = FxHashMap::default();
    for id in 1..types.end_id() {
        let Some(found) = types.get(id).filter(|found| found.kind == Kind::Int) else { continue };
        if found.word(0) & 0xff == found.size_or_type.saturating_mul(8) {
            full.entry(types.string(found.name_offset)).or_insert(id);
        }
    }
    full
}

fn is_zero_array(types: &Types, id: TypeId) -> bool {
    strip(types, id).is_some_and(|(_, body)| body.kind == Kind::Array && body.word(2) == 0)
}

/// Compilers mark `char` in BTF only now and then, so its names count too.
fn encoding(types: &Types, body: &Type<'_>) -> Encoding {
    if body.kind == Kind::Float {
        return Encoding::Float;
    }
    let flags = body.word(0) >> 24 & 0xf;
    let name = types.string(body.name_offset);
    match flags {
        _ if flags & 4 != 0 => Encoding::Bool,
        _ if flags & 2 != 0 => Encoding::Char,
        _ if matches!(name, b"char" | b"signed char" | b"unsigned char") => Encoding::Char,
        _ if flags & 1 != 0 => Encoding::Int,
        _ => Encoding::Uint,
    }
}
