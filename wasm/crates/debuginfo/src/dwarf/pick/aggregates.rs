//! Facts of structs, unions and classes.

use std::rc::Rc;

use facts::{Alignment, AlignmentSource, BitField, MemberFact, MemberRole, TypeFact, TypeShape};
use gimli::constants as dw;
use gimli::{AttributeValue, DwTag};

use crate::DescribeError;
use crate::builder::unknown_type;
use crate::messages;

use super::describe::{Describer, alignment, keyword_of};
use super::shapes::fact_of;
use super::unit_reader::{Entry, UnitReader, constant, flag, location};
use crate::dwarf::place::{MemberPlace, Stated, member_place};
use crate::dwarf::resolve::TypeRef;

impl<'a> Describer<'a> {
    pub(crate) fn aggregate(
        &mut self,
        reader: &Rc<UnitReader<'a>>,
        entry: &Entry<'a>,
        at: TypeRef,
        depth: u32,
    ) -> Result<TypeFact, DescribeError> {
        if is_declaration(entry) {
            return self.declaration(reader, entry, at, depth);
        }
        let keyword = keyword_of(entry.tag());
        // Where they are, not what they hold: there can be very many.
        let mut children: Vec<(usize, isize, DwTag)> = Vec::new();
        let read = reader.children(
            entry.offset().0,
            |child| matches!(child.tag(), dw::DW_TAG_variant_part | dw::DW_TAG_variant),
            |child| {
                if matches!(
                    child.tag(),
                    dw::DW_TAG_member | dw::DW_TAG_inheritance | dw::DW_TAG_variant_part
                ) {
                    children.push((child.offset().0, child.depth(), child.tag()));
                }
            },
        );
        if let Err(error) = read {
            let place = self.place(at);
            self.diagnose.add(|| place, messages::members_cut(error));
        }
        let mut read_only = None;
        let mut members = Vec::new();
        let mut variant_depth = None;
        for (offset, child_depth, tag) in children {
            // All that lies in a variant part is an alternative of it.
            if variant_depth.is_some_and(|depth| child_depth <= depth) {
                variant_depth = None;
            }
            if tag == dw::DW_TAG_variant_part {
                variant_depth = variant_depth.or(Some(child_depth));
                continue;
            }
            if tag == dw::DW_TAG_inheritance {
                read_only.get_or_insert_with(|| {
                    "It has a base class, into whose tail padding the compiler may put members."
                        .to_owned()
                });
            }
            let Ok(child) = reader.entry(offset) else {
                continue;
            };
            if let Some(member) = self.member(reader, &child, at, variant_depth.is_some(), depth)? {
                members.push(member);
            } else if tag == dw::DW_TAG_inheritance {
                read_only = Some(
                    "It has a virtual base: its offset depends on the type of the complete object."
                        .to_owned(),
                );
            }
        }
        if dw::DwLang(reader.unit.language) == dw::DW_LANG_Rust {
            read_only = Some(why_rust_order_stays(&members).to_owned());
        }
        let forced_align =
            alignment(entry).map(|bytes| Alignment { bytes, from: AlignmentSource::Stated });
        let abi = Alignment { bytes: 1, from: AlignmentSource::Abi };
        let shape =
            TypeShape::Aggregate { keyword, members, packed: false, forced_align, read_only };
        let mut fact = fact_of(constant(entry, dw::DW_AT_byte_size), shape, abi);
        fact.name = self.aggregate_name(reader, entry, at);
        fact.declared = reader.declared(entry);
        Ok(fact)
    }

    /// An aggregate that this unit only declares: its definition, where there is exactly one.
    pub(crate) fn declaration(
        &mut self,
        reader: &Rc<UnitReader<'a>>,
        entry: &Entry<'a>,
        at: TypeRef,
        depth: u32,
    ) -> Result<TypeFact, DescribeError> {
        let name = self.aggregate_name(reader, entry, at);
        let definition = if entry.has_attr(dw::DW_AT_signature) {
            self.referred(entry, dw::DW_AT_signature, at.unit)
        } else {
            let is_union = entry.tag() == dw::DW_TAG_union_type;
            let plain = self.plain_name(reader, entry, at);
            plain.and_then(|plain| self.resolver.only_definition(&plain, is_union))
        };
        let definition = definition.filter(|&definition| definition != at);
        if let Some(definition) = definition
            && let Some((reader, entry)) = self.open(definition)
            && !is_declaration(&entry)
        {
            if definition.unit != at.unit && !reader.is_type_unit() {
                let place = self.place(at);
                self.diagnose.add(|| place, messages::declared_only(&name));
            }
            let index = self.type_index(definition, depth + 1)?;
            if let Some(fact) = self.builder.fact(index) {
                return Ok(fact.clone());
            }
        }
        let keyword = keyword_of(entry.tag()).into();
        let abi = Alignment { bytes: 1, from: AlignmentSource::Abi };
        let mut fact = fact_of(None, TypeShape::Declared { keyword }, abi);
        fact.name = name;
        fact.declared = reader.declared(entry);
        Ok(fact)
    }

    /// `None`: not a part of the object (a static member), or one without a fixed place.
    pub(crate) fn member(
        &mut self,
        reader: &Rc<UnitReader<'a>>,
        child: &Entry<'a>,
        container: TypeRef,
        is_variant: bool,
        depth: u32,
    ) -> Result<Option<MemberFact>, DescribeError> {
        if flag(child, dw::DW_AT_external) || flag(child, dw::DW_AT_declaration) {
            return Ok(None);
        }
        let is_base = child.tag() == dw::DW_TAG_inheritance;
        let Ok(location_bytes) = location(child) else {
            let place = self.place(TypeRef { unit: container.unit, offset: child.offset().0 });
            self.diagnose.add(|| place, messages::virtual_member());
            return Ok(None);
        };
        let type_at = self.referred(child, dw::DW_AT_type, container.unit);
        let type_index = match type_at {
            Some(type_at) => self.type_index(type_at, depth + 1)?,
            None => self.builder.push(unknown_type()),
        };
        let type_bytes = self
            .builder
            .fact(type_index)
            .and_then(|fact| fact.size_bytes)
            .map(|bytes| bytes as u64);
        let stated = Stated {
            location_bytes,
            data_bit_offset: constant(child, dw::DW_AT_data_bit_offset),
            old_bit_offset: constant(child, dw::DW_AT_bit_offset),
            bit_size: constant(child, dw::DW_AT_bit_size),
            storage_bytes: constant(child, dw::DW_AT_byte_size),
            type_bytes,
        };
        let MemberPlace { offset_bits, size_bits, unit_bits } =
            member_place(stated, self.resolver.is_big_endian());
        let name = reader.string(child, dw::DW_AT_name);
        if let Some(AttributeValue::DebugStrRefSup(_)) = child.attr_value_raw(dw::DW_AT_name)
            && self.resolver.store().alt().is_none()
        {
            let place = self.place(TypeRef { unit: container.unit, offset: child.offset().0 });
            self.diagnose.add(|| place, self.resolver.wants_supplementary());
        }
        let role = if is_base {
            MemberRole::Base
        } else if is_variant {
            MemberRole::Variant
        } else if name.as_deref().is_some_and(is_vtable_pointer) {
            MemberRole::Vtable
        } else {
            MemberRole::Field
        };
        let name = if is_base { type_at.map(|at| self.type_name(Some(at))) } else { name };
        self.count_name(name.as_deref())?;
        Ok(Some(MemberFact {
            name,
            type_index,
            role,
            offset_bits: offset_bits as f64,
            size_bits: size_bits.map(|bits| bits as f64),
            bit_field: stated.bit_size.map(|width_bits| BitField {
                width_bits: width_bits.min(u64::from(u32::MAX)) as u32,
                unit_bits: unit_bits.min(u64::from(u32::MAX)) as u32,
            }),
            align: alignment(child).map(|bytes| Alignment { bytes, from: AlignmentSource::Stated }),
            packed: false,
            declared: reader.declared(child),
        }))
    }
}

/// Whether what an aggregate holds stands elsewhere. gcc states no declaration where a signature says it.
fn is_declaration(entry: &Entry<'_>) -> bool {
    flag(entry, dw::DW_AT_declaration)
        || (entry.has_attr(dw::DW_AT_signature) && !entry.has_attr(dw::DW_AT_byte_size))
}

/// rustc lists fields as they are declared, wherever it has put them; whether `#[repr(C)]` made it keep that order is
/// not recorded.
fn why_rust_order_stays(members: &[MemberFact]) -> &'static str {
    let fields = members.iter().filter(|member| member.role != MemberRole::Variant);
    if fields.map(|member| member.offset_bits).is_sorted() {
        "Its fields lie in the order in which they are declared. Debug information does not say whether `#[repr(C)]` or Rust's own choice put them there, so no other order can be predicted."
    } else {
        "Rust chose the order of its fields, which is not the declared one; it would choose again after a change."
    }
}

/// gcc writes `_vptr.Shape`, clang `_vptr$Shape`.
fn is_vtable_pointer(name: &str) -> bool {
    name.starts_with("_vptr.") || name.starts_with("_vptr$")
}
