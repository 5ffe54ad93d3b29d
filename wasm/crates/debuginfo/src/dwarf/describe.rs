//! One struct with every type that it holds by value, read with gimli.

use std::rc::Rc;

use facts::{
    Alignment, AlignmentSource, BitField, IndexStage, MemberFact, MemberRole, StructDesc, Target,
    TypeFact, TypeShape,
};
use gimli::constants as dw;
use gimli::{AttributeValue, DwAt, DwTag};
use rustc_hash::FxHashMap;

use crate::builder::{Builder, MAX_DEPTH, Slot, unknown_type};
use crate::names::Declarator;
use crate::{DescribeError, abi};

use super::diagnose::Diagnose;
use super::place::{MemberPlace, Stated, default_lower_bound, element_count, member_place};
use super::resolve::{Resolver, TypeRef};
use super::unit::has_flat_names;
use super::unit_reader::{Entry, UnitReader, constant, flag, location};

/// Typedefs and qualifiers, or derivations in a name, longer than this are taken for damage.
const MAX_CHAIN: u32 = 64;
/// Parameters of a function type that its name spells out.
const MAX_PARAMETERS: usize = 32;

/// Describes the aggregate at `root`, listed under `name`.
pub(super) fn describe(
    resolver: &Resolver<'_>,
    root: TypeRef,
    name: &str,
    target: &Target,
) -> Result<StructDesc, DescribeError> {
    let damaged = |reason: String| DescribeError::Damaged { name: name.to_owned(), reason };
    let mut describer = Describer {
        resolver,
        target,
        name,
        builder: Builder::new(),
        diagnose: Diagnose::default(),
        readers: FxHashMap::default(),
    };
    let reader = describer.reader(root.unit).map_err(damaged)?;
    let entry = reader
        .entry(root.offset)
        .map_err(|error| damaged(format!("{} ({})", error, describer.place(root))))?;
    let Slot::New(index) = describer.builder.enter(root) else {
        return Err(damaged("it is entered twice".to_owned()));
    };
    let mut fact = describer.aggregate(&reader, &entry, root, 0)?;
    if fact.name == keyword_of(entry.tag()) {
        fact.name = name.to_owned();
    }
    describer.builder.fill(index, fact);
    let Describer { builder, diagnose, .. } = describer;
    builder.finish(index, name, target, IndexStage::Dwarf, diagnose.into_list())
}

struct Describer<'a> {
    resolver: &'a Resolver<'a>,
    target: &'a Target,
    /// What is described, for messages.
    name: &'a str,
    builder: Builder<TypeRef>,
    diagnose: Diagnose,
    readers: FxHashMap<u32, Rc<UnitReader<'a>>>,
}

/// A type with its typedefs and qualifiers taken off.
struct Stripped {
    at: TypeRef,
    /// The strictest alignment that a typedef on the way states.
    stated_align: Option<u32>,
}

impl<'a> Describer<'a> {
    fn reader(&mut self, unit: u32) -> Result<Rc<UnitReader<'a>>, String> {
        if let Some(reader) = self.readers.get(&unit) {
            return Ok(reader.clone());
        }
        let reader = Rc::new(self.resolver.open(unit).map_err(|error| error.to_string())?);
        self.readers.insert(unit, reader.clone());
        Ok(reader)
    }

    fn place(&self, at: TypeRef) -> String {
        self.resolver.place(at)
    }

    /// The entry at a place; `None`, with a diagnostic, where it cannot be read.
    fn open(&mut self, at: TypeRef) -> Option<(Rc<UnitReader<'a>>, Entry<'a>)> {
        let result = self.reader(at.unit).and_then(|reader| match reader.entry(at.offset) {
            Ok(entry) => Ok((reader, entry)),
            Err(error) => Err(error.to_string()),
        });
        match result {
            Ok(found) => Some(found),
            Err(error) => {
                let place = self.place(at);
                self.diagnose.warn(
                    || place,
                    format!("A type could not be read ({error}); its size is unknown."),
                );
                None
            }
        }
    }

    /// What `DW_AT_type` (or the like) of an entry refers to.
    fn referred(
        &mut self,
        reader: &UnitReader<'a>,
        entry: &Entry<'a>,
        attribute: DwAt,
        unit: u32,
    ) -> Option<TypeRef> {
        let value = entry.attr_value_raw(attribute)?;
        let found = match value {
            AttributeValue::UnitRef(offset) => {
                let at = TypeRef { unit, offset: offset.0 };
                (offset.0 < reader.unit.end - reader.unit.start).then_some(at)
            }
            AttributeValue::DebugInfoRef(offset) => self.resolver.in_info(offset.0),
            AttributeValue::DebugTypesRef(signature) => self.resolver.by_signature(signature.0),
            _ => None,
        };
        if found.is_none() {
            let place = self.place(TypeRef { unit, offset: entry.offset().0 });
            let message = match value {
                AttributeValue::DebugInfoRefSup(_) => self.resolver.wants_supplementary(),
                AttributeValue::DebugTypesRef(_) => {
                    "A type unit that is referred to is not in this file; such types have no size."
                        .to_owned()
                }
                _ => "A type lies outside of the debug information; it has no size.".to_owned(),
            };
            self.diagnose.warn(|| place, message);
        }
        found
    }

    /// Enters a type into the table, with all that it holds.
    fn type_index(&mut self, at: TypeRef, depth: u32) -> Result<u32, DescribeError> {
        if depth > MAX_DEPTH {
            let place = self.place(at);
            self.diagnose.warn(|| place, "Types nest too deep to be shown; the rest is left out.");
            return Ok(self.builder.push(unknown_type()));
        }
        if let Some(error) = self.builder.too_large(self.name) {
            return Err(error);
        }
        match self.builder.enter(at) {
            Slot::Known(index) => Ok(index),
            Slot::Cycle => {
                let place = self.place(at);
                self.diagnose.warn(|| place, "A type holds itself by value, which no program can.");
                Ok(self.builder.push(unknown_type()))
            }
            Slot::New(index) => {
                let fact = self.type_fact(at, depth)?;
                self.builder.fill(index, fact);
                Ok(index)
            }
        }
    }

    fn type_fact(&mut self, at: TypeRef, depth: u32) -> Result<TypeFact, DescribeError> {
        let Some(stripped) = self.strip(at) else {
            let mut fact = unknown_type();
            fact.name = self.type_name(Some(at), 0);
            return Ok(fact);
        };
        let Some((reader, entry)) = self.open(stripped.at) else {
            return Ok(unknown_type());
        };
        let mut fact = self.bare_fact(&reader, &entry, stripped.at, depth)?;
        fact.name = self.type_name(Some(at), 0);
        if let Some(bytes) = stripped.stated_align {
            fact.align = Alignment { bytes, from: AlignmentSource::Stated };
        }
        Ok(fact)
    }

    /// Takes typedefs and qualifiers off. `None`: what remains is no type that has a size.
    fn strip(&mut self, at: TypeRef) -> Option<Stripped> {
        let mut at = at;
        let mut stated_align = None;
        for _ in 0..MAX_CHAIN {
            let (reader, entry) = self.open(at)?;
            match entry.tag() {
                dw::DW_TAG_typedef | dw::DW_TAG_template_alias => {
                    // The outermost typedef that states an alignment decides, as in C.
                    stated_align = stated_align.or_else(|| alignment(&entry));
                }
                tag if qualifier(tag).is_some() => {}
                _ => return Some(Stripped { at, stated_align }),
            }
            entry.attr(dw::DW_AT_type)?;
            at = self.referred(&reader, &entry, dw::DW_AT_type, at.unit)?;
        }
        None
    }

    /// A type that is neither typedef nor qualifier; its name is filled in by the caller.
    fn bare_fact(
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
                let size = size.unwrap_or_else(|| {
                    address_bytes * self.member_pointer_words(reader, entry, at)
                });
                let align = abi::scalar_align(self.target, address_bytes);
                let mut fact = fact_of(Some(size), TypeShape::Pointer, align);
                fact.name = String::new();
                return Ok(fact);
            }
            dw::DW_TAG_enumeration_type if size.is_none() => {
                return self.declared_enum(reader, entry, at, depth);
            }
            dw::DW_TAG_enumeration_type => (size, TypeShape::Enum),
            dw::DW_TAG_array_type => return self.array(reader, entry, at, depth),
            dw::DW_TAG_subrange_type => {
                let base = self.referred(reader, entry, dw::DW_AT_type, at.unit);
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
    fn declared_enum(
        &mut self,
        reader: &UnitReader<'a>,
        entry: &Entry<'a>,
        at: TypeRef,
        depth: u32,
    ) -> Result<TypeFact, DescribeError> {
        for attribute in [dw::DW_AT_signature, dw::DW_AT_type] {
            if let Some(other) = self.referred(reader, entry, attribute, at.unit)
                && other != at
            {
                let index = self.type_index(other, depth + 1)?;
                if let Some(fact) = self.builder.fact(index) {
                    return Ok(TypeFact { shape: TypeShape::Enum, ..fact.clone() });
                }
            }
        }
        let shape = TypeShape::Declared { keyword: "enum".to_owned() };
        Ok(fact_of(None, shape, Alignment { bytes: 1, from: AlignmentSource::Abi }))
    }

    fn base_type(&self, entry: &Entry<'a>) -> TypeFact {
        let size = constant(entry, dw::DW_AT_byte_size);
        let code = constant(entry, dw::DW_AT_encoding).unwrap_or(0).min(0xff) as u8;
        let encoding = dw::DwAte(code);
        let word = match encoding {
            dw::DW_ATE_boolean => "bool",
            dw::DW_ATE_signed_char | dw::DW_ATE_unsigned_char | dw::DW_ATE_UTF => "char",
            dw::DW_ATE_float
            | dw::DW_ATE_complex_float
            | dw::DW_ATE_imaginary_float
            | dw::DW_ATE_decimal_float => "float",
            dw::DW_ATE_signed | dw::DW_ATE_signed_fixed => "int",
            _ => "uint",
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
        fact_of(size, TypeShape::Scalar { encoding: word.to_owned() }, align)
    }

    /// Itanium C++ ABI, 2.3: a pointer to a data member is one word, to a member function two.
    fn member_pointer_words(
        &mut self,
        reader: &UnitReader<'a>,
        entry: &Entry<'a>,
        at: TypeRef,
    ) -> u64 {
        let pointee = self.referred(reader, entry, dw::DW_AT_type, at.unit);
        let stripped = pointee.and_then(|pointee| self.strip(pointee));
        let tag = stripped.and_then(|to| self.open(to.at)).map(|(_, entry)| entry.tag());
        if tag == Some(dw::DW_TAG_subroutine_type) { 2 } else { 1 }
    }

    fn array(
        &mut self,
        reader: &Rc<UnitReader<'a>>,
        entry: &Entry<'a>,
        at: TypeRef,
        depth: u32,
    ) -> Result<TypeFact, DescribeError> {
        let counts = self.dimensions(reader, entry);
        let Some(element_at) = self.referred(reader, entry, dw::DW_AT_type, at.unit) else {
            return Ok(unknown_type());
        };
        let mut element = self.type_index(element_at, depth + 1)?;
        let size_of = |describer: &Self, index: u32| {
            describer.builder.fact(index).and_then(|fact| fact.size_bytes)
        };
        let stated_size = constant(entry, dw::DW_AT_byte_size).map(|size| size as f64);
        if flag(entry, dw::DW_AT_GNU_vector) {
            let count: u64 = counts.iter().map(|count| count.unwrap_or(1)).product();
            let size = stated_size.or(size_of(self, element).map(|size| size * count as f64));
            let bytes = size.map_or(1, |size| (size as u64).next_power_of_two().min(1 << 16));
            let align = Alignment { bytes: bytes.max(1) as u32, from: AlignmentSource::Abi };
            return Ok(fact_of(size.map(|size| size as u64), TypeShape::Other, align));
        }
        let mut result = None;
        for (position, &count) in counts.iter().enumerate().rev() {
            let size = match count {
                None => Some(0.0),
                Some(count) => size_of(self, element).map(|size| size * count as f64),
            };
            let mut fact = unknown_type();
            fact.size_bytes = size;
            if position == 0 && stated_size.is_some() && counts.len() == 1 && count.is_some() {
                fact.size_bytes = stated_size;
            }
            fact.shape = TypeShape::Array { element, count: count.map(|count| count as f64) };
            if position > 0 {
                let mut declarator = Declarator::new();
                for &count in &counts[position..] {
                    declarator.array(count);
                }
                fact.name = self.name_behind(Some(element_at), declarator, 0);
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
    fn dimensions(&mut self, reader: &UnitReader<'a>, entry: &Entry<'a>) -> Vec<Option<u64>> {
        let lower_by_default = default_lower_bound(reader.unit.language);
        let mut counts = Vec::new();
        let result = reader.children(
            entry.offset().0,
            |_| false,
            |child| {
                if matches!(child.tag(), dw::DW_TAG_subrange_type | dw::DW_TAG_generic_subrange) {
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

    fn aggregate(
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
        let mut children: Vec<Entry<'a>> = Vec::new();
        let read = reader.children(
            entry.offset().0,
            |child| matches!(child.tag(), dw::DW_TAG_variant_part | dw::DW_TAG_variant),
            |child| {
                if matches!(
                    child.tag(),
                    dw::DW_TAG_member | dw::DW_TAG_inheritance | dw::DW_TAG_variant_part
                ) {
                    children.push(child.clone());
                }
            },
        );
        if let Err(error) = read {
            let place = self.place(at);
            self.diagnose.warn(
                || place,
                format!("The members of a struct break off ({error}); the rest is left out."),
            );
        }
        let mut read_only = match dw::DwLang(reader.unit.language) {
            dw::DW_LANG_Rust => {
                Some("Rust chooses the order of fields itself; it cannot be set.".to_owned())
            }
            _ => None,
        };
        let mut members = Vec::new();
        let mut variant_depth = None;
        for child in &children {
            // All that lies in a variant part is an alternative of it.
            if variant_depth.is_some_and(|depth| child.depth() <= depth) {
                variant_depth = None;
            }
            if child.tag() == dw::DW_TAG_variant_part {
                variant_depth = variant_depth.or(Some(child.depth()));
                continue;
            }
            if child.tag() == dw::DW_TAG_inheritance {
                read_only.get_or_insert_with(|| {
                    "It has a base class, into whose tail padding the compiler may put members."
                        .to_owned()
                });
            }
            if let Some(member) = self.member(reader, child, at, variant_depth.is_some(), depth)? {
                members.push(member);
            } else if child.tag() == dw::DW_TAG_inheritance {
                read_only = Some(
                    "It has a virtual base, whose place only the complete object knows.".to_owned(),
                );
            }
        }
        let forced_align =
            alignment(entry).map(|bytes| Alignment { bytes, from: AlignmentSource::Stated });
        let abi = Alignment { bytes: 1, from: AlignmentSource::Abi };
        let shape = TypeShape::Aggregate {
            keyword: keyword.to_owned(),
            members,
            packed: false,
            forced_align,
            read_only,
        };
        let mut fact = fact_of(constant(entry, dw::DW_AT_byte_size), shape, abi);
        fact.name = self.aggregate_name(reader, entry, at);
        fact.declared = reader.declared(entry);
        Ok(fact)
    }

    /// An aggregate that this unit only declares: its definition, where there is exactly one.
    fn declaration(
        &mut self,
        reader: &Rc<UnitReader<'a>>,
        entry: &Entry<'a>,
        at: TypeRef,
        depth: u32,
    ) -> Result<TypeFact, DescribeError> {
        let name = self.aggregate_name(reader, entry, at);
        let definition = if entry.has_attr(dw::DW_AT_signature) {
            self.referred(reader, entry, dw::DW_AT_signature, at.unit)
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
                self.diagnose.note(
                    || place,
                    format!("{name} is only declared where the struct is; its layout is that of its one definition in this file."),
                );
            }
            let index = self.type_index(definition, depth + 1)?;
            if let Some(fact) = self.builder.fact(index) {
                return Ok(fact.clone());
            }
        }
        let keyword = keyword_of(entry.tag()).to_owned();
        let abi = Alignment { bytes: 1, from: AlignmentSource::Abi };
        let mut fact = fact_of(None, TypeShape::Declared { keyword }, abi);
        fact.name = name;
        fact.declared = reader.declared(entry);
        Ok(fact)
    }

    /// `None`: not a part of the object (a static member), or one without a fixed place.
    fn member(
        &mut self,
        reader: &Rc<UnitReader<'a>>,
        child: &Entry<'a>,
        holder: TypeRef,
        is_variant: bool,
        depth: u32,
    ) -> Result<Option<MemberFact>, DescribeError> {
        if flag(child, dw::DW_AT_external) || flag(child, dw::DW_AT_declaration) {
            return Ok(None);
        }
        let is_base = child.tag() == dw::DW_TAG_inheritance;
        let Ok(location_bytes) = location(child) else {
            let place = self.place(TypeRef { unit: holder.unit, offset: child.offset().0 });
            self.diagnose.warn(
                || place,
                "A member or base has no fixed place (it is virtual); it is left out.",
            );
            return Ok(None);
        };
        let type_at = self.referred(reader, child, dw::DW_AT_type, holder.unit);
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
        let role = if is_base {
            MemberRole::Base
        } else if is_variant {
            MemberRole::Variant
        } else if name.as_deref().is_some_and(is_vtable_pointer) {
            MemberRole::Vtable
        } else {
            MemberRole::Field
        };
        let name = if is_base { type_at.map(|at| self.type_name(Some(at), 0)) } else { name };
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

    /// With its keyword in C; with its namespaces and no keyword elsewhere.
    fn aggregate_name(
        &mut self,
        reader: &UnitReader<'a>,
        entry: &Entry<'a>,
        at: TypeRef,
    ) -> String {
        let keyword = keyword_of(entry.tag());
        match self.plain_name(reader, entry, at) {
            Some(name) if has_flat_names(reader.unit.language) => format!("{keyword} {name}"),
            Some(name) => name,
            None => keyword.to_owned(),
        }
    }

    /// The name that an aggregate is listed under, if it has one.
    fn plain_name(
        &mut self,
        reader: &UnitReader<'a>,
        entry: &Entry<'a>,
        at: TypeRef,
    ) -> Option<String> {
        if entry.has_attr(dw::DW_AT_signature)
            && let Some(definition) = self.referred(reader, entry, dw::DW_AT_signature, at.unit)
            && definition != at
            && let Some((reader, entry)) = self.open(definition)
        {
            return self.own_name(&reader, &entry, definition);
        }
        self.own_name(reader, entry, at)
    }

    fn own_name(&self, reader: &UnitReader<'a>, entry: &Entry<'a>, at: TypeRef) -> Option<String> {
        if !has_flat_names(reader.unit.language)
            && let Some(full) = self.resolver.full_name(at)
        {
            return Some(full);
        }
        reader.string(entry, dw::DW_AT_name)
    }

    /// As C writes the type with the declared name left out. `None` is `void`.
    fn type_name(&mut self, at: Option<TypeRef>, nesting: u32) -> String {
        self.name_behind(at, Declarator::new(), nesting)
    }

    fn name_behind(
        &mut self,
        at: Option<TypeRef>,
        mut declarator: Declarator,
        nesting: u32,
    ) -> String {
        let mut next = at;
        for _ in 0..MAX_CHAIN {
            let Some(at) = next else {
                return declarator.finish("void");
            };
            let Some((reader, entry)) = self.open(at) else {
                break;
            };
            let tag = entry.tag();
            match tag {
                dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type => {
                    let name = self.aggregate_name(&reader, &entry, at);
                    return declarator.finish(&name);
                }
                dw::DW_TAG_enumeration_type => {
                    let name = reader.string(&entry, dw::DW_AT_name);
                    return declarator.finish(&match name {
                        Some(name) if has_flat_names(reader.unit.language) => {
                            format!("enum {name}")
                        }
                        Some(name) => name,
                        None => "enum".to_owned(),
                    });
                }
                dw::DW_TAG_pointer_type => {
                    // Rust and Go name their pointers.
                    if let Some(name) = reader.string(&entry, dw::DW_AT_name) {
                        return declarator.finish(&name);
                    }
                    declarator.pointer();
                }
                dw::DW_TAG_reference_type => declarator.indirection("&"),
                dw::DW_TAG_rvalue_reference_type => declarator.indirection("&&"),
                dw::DW_TAG_ptr_to_member_type => {
                    let class = self.referred(&reader, &entry, dw::DW_AT_containing_type, at.unit);
                    let class = match class {
                        Some(class) if nesting < 8 => self.type_name(Some(class), nesting + 1),
                        _ => String::new(),
                    };
                    declarator.indirection(&format!("{class}::*"));
                }
                dw::DW_TAG_array_type => {
                    for count in self.dimensions(&reader, &entry) {
                        declarator.array(count);
                    }
                }
                dw::DW_TAG_subroutine_type => {
                    let parameters = self.parameters(&reader, &entry, at, nesting);
                    declarator.function(&parameters);
                }
                _ => match qualifier(tag) {
                    Some(word) => {
                        if !word.is_empty() {
                            declarator.qualifier(word);
                        }
                    }
                    None => {
                        let name = reader.string(&entry, dw::DW_AT_name);
                        return declarator.finish(name.as_deref().unwrap_or("?"));
                    }
                },
            }
            next = match entry.attr(dw::DW_AT_type) {
                Some(_) => match self.referred(&reader, &entry, dw::DW_AT_type, at.unit) {
                    Some(next) => Some(next),
                    None => break,
                },
                None => None,
            };
        }
        declarator.finish("?")
    }

    fn parameters(
        &mut self,
        reader: &UnitReader<'a>,
        entry: &Entry<'a>,
        at: TypeRef,
        nesting: u32,
    ) -> String {
        if nesting >= 4 {
            return "...".to_owned();
        }
        let mut list: Vec<Option<Entry<'a>>> = Vec::new();
        let read = reader.children(
            entry.offset().0,
            |_| false,
            |child| match child.tag() {
                dw::DW_TAG_formal_parameter if list.len() <= MAX_PARAMETERS => {
                    list.push(Some(child.clone()));
                }
                dw::DW_TAG_unspecified_parameters => list.push(None),
                _ => {}
            },
        );
        let mut words = Vec::new();
        for parameter in &list {
            match parameter {
                Some(parameter) if words.len() < MAX_PARAMETERS => {
                    let at = self.referred(reader, parameter, dw::DW_AT_type, at.unit);
                    words.push(match at {
                        Some(at) => self.type_name(Some(at), nesting + 1),
                        None => "?".to_owned(),
                    });
                }
                _ => words.push("...".to_owned()),
            }
        }
        if words.is_empty() && read.is_ok() && flag(entry, dw::DW_AT_prototyped) {
            return "void".to_owned();
        }
        words.join(", ")
    }
}

fn fact_of(size_bytes: Option<u64>, shape: TypeShape, align: Alignment) -> TypeFact {
    let size_bytes = size_bytes.map(|size| size as f64);
    TypeFact { name: String::new(), size_bytes, align, shape, declared: None }
}

/// `DW_AT_alignment`, where it is one.
fn alignment(entry: &Entry<'_>) -> Option<u32> {
    let bytes = u32::try_from(constant(entry, dw::DW_AT_alignment)?).ok()?;
    bytes.is_power_of_two().then_some(bytes)
}

/// Whether what an aggregate holds stands elsewhere. gcc states no declaration where a signature says it.
fn is_declaration(entry: &Entry<'_>) -> bool {
    flag(entry, dw::DW_AT_declaration)
        || (entry.has_attr(dw::DW_AT_signature) && !entry.has_attr(dw::DW_AT_byte_size))
}

fn keyword_of(tag: DwTag) -> &'static str {
    match tag {
        dw::DW_TAG_union_type => "union",
        dw::DW_TAG_class_type => "class",
        _ => "struct",
    }
}

/// The word of a tag that only qualifies (empty where C has none); `None` for any other tag.
fn qualifier(tag: DwTag) -> Option<&'static str> {
    Some(match tag {
        dw::DW_TAG_const_type => "const",
        dw::DW_TAG_volatile_type => "volatile",
        dw::DW_TAG_restrict_type => "restrict",
        dw::DW_TAG_atomic_type => "_Atomic",
        dw::DW_TAG_immutable_type | dw::DW_TAG_packed_type | dw::DW_TAG_shared_type => "",
        _ => return None,
    })
}

/// gcc writes `_vptr.Shape`, clang `_vptr$Shape`.
fn is_vtable_pointer(name: &str) -> bool {
    name.starts_with("_vptr.") || name.starts_with("_vptr$")
}
