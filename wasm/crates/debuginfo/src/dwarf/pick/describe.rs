//! One struct with every type that it holds by value, read with gimli.

use std::rc::Rc;

use facts::{
    Alignment, AlignmentSource, IndexStage, Keyword, PointedType, StructDesc, Target, TypeFact,
};
use gimli::constants as dw;
use gimli::{DwAt, DwTag};
use rustc_hash::FxHashMap;

use crate::builder::{Builder, MAX_DEPTH, Slot, unknown_type};
use crate::messages;
use crate::names::Room;
use crate::{DescribeError, pointed};

use super::unit_reader::{Entry, UnitReader, constant};
use crate::diagnose::Diagnose;
use crate::dwarf::list::layouts::members_hash;
use crate::dwarf::list::sizes::MAX_LONG_CHAIN;
use crate::dwarf::list::unit_plans::UnitPlans;
use crate::dwarf::plans::classes::qualifier;
use crate::dwarf::resolve::{Lookup, Resolver, TypeRef};
use crate::dwarf::type_ref::Lost;
use crate::dwarf::unit::is_cplusplus;

/// Derivations in a name, longer than this are taken for damage; of typedefs and qualifiers those beyond it count.
pub(crate) const MAX_CHAIN: u32 = 64;
/// Those that are followed for one description.
const MAX_LONG_STEPS: u32 = 1 << 18;

/// Describes the aggregate at `root`, listed under `name`.
pub(crate) fn describe(
    resolver: &Resolver<'_>,
    root: TypeRef,
    name: &str,
    target: &Target,
) -> Result<StructDesc, DescribeError> {
    let mut describer = Describer::new(resolver, target, name);
    let index = describer.enter_root(root)?;
    let cplusplus = describer.reader(root.unit).is_ok_and(|it| is_cplusplus(it.unit.language));
    let Describer { builder, diagnose, .. } = describer;
    let hash = UnitPlans::open(resolver, root.unit)
        .map_or(0, |plans| members_hash(resolver, &plans, root, 0));
    let desc =
        builder.finish(index, name, hash, target, IndexStage::Dwarf, diagnose.into_list())?;
    Ok(StructDesc { cplusplus: cplusplus.then_some(true), ..desc })
}

/// What the pointers of the aggregate at `root` lead to.
pub(crate) fn points_to(
    resolver: &Resolver<'_>,
    root: TypeRef,
    name: &str,
    target: &Target,
) -> Result<Vec<PointedType>, DescribeError> {
    let mut describer = Describer::new(resolver, target, name);
    describer.enter_root(root)?;
    let pointers = describer.builder.pointers().into_iter();
    Ok(pointers.filter_map(|(at, index)| pointed(index, describer.used(at))).collect())
}

/// One description under construction. What it makes of each kind of type stands in `aggregates`
/// and `shapes`, how types are named in `type_names`.
pub(crate) struct Describer<'a> {
    pub resolver: &'a Resolver<'a>,
    pub target: &'a Target,
    /// What is described, for messages.
    name: &'a str,
    pub builder: Builder<TypeRef>,
    pub diagnose: Diagnose,
    /// For the names of types.
    pub room: Room,
    readers: FxHashMap<u32, Rc<UnitReader<'a>>>,
    /// Typedefs that may still be followed in chains that are longer than any program's.
    long_steps: u32,
}

/// A type with its typedefs and qualifiers taken off.
pub(crate) struct Stripped {
    pub at: TypeRef,
    /// The strictest alignment that a typedef on the way states.
    stated_align: Option<u32>,
}

impl<'a> Describer<'a> {
    /// Nothing described yet; `name` is for messages.
    pub(crate) fn new(resolver: &'a Resolver<'a>, target: &'a Target, name: &'a str) -> Self {
        Describer {
            resolver,
            target,
            name,
            builder: Builder::new(),
            diagnose: Diagnose::default(),
            room: Room::new(),
            readers: FxHashMap::default(),
            long_steps: MAX_LONG_STEPS,
        }
    }

    /// Enters the aggregate that is described, with all that it holds: its index.
    fn enter_root(&mut self, root: TypeRef) -> Result<u32, DescribeError> {
        let name = self.name;
        let damaged = |reason: String| DescribeError::Damaged { name: name.to_owned(), reason };
        let reader = self.reader(root.unit).map_err(damaged)?;
        let entry = reader
            .entry(root.offset)
            .map_err(|error| damaged(format!("{} ({})", error, self.place(root))))?;
        let Slot::New(index) = self.builder.enter(root) else {
            return Err(damaged("it is entered twice".to_owned()));
        };
        let mut fact = self.aggregate(&reader, &entry, root, 0)?;
        if fact.name == keyword_of(entry.tag()).as_str() {
            fact.name = name.to_owned();
        }
        self.builder.fill(index, fact);
        Ok(index)
    }

    pub(crate) fn reader(&mut self, unit: u32) -> Result<Rc<UnitReader<'a>>, String> {
        if let Some(reader) = self.readers.get(&unit) {
            return Ok(reader.clone());
        }
        let reader = Rc::new(self.resolver.open(unit).map_err(|error| error.to_string())?);
        self.readers.insert(unit, reader.clone());
        Ok(reader)
    }

    pub(crate) fn place(&self, at: TypeRef) -> String {
        self.resolver.place(at)
    }

    /// The entry at a place; `None`, with a diagnostic, where it cannot be read.
    pub(crate) fn open(&mut self, at: TypeRef) -> Option<(Rc<UnitReader<'a>>, Entry<'a>)> {
        let result = self.reader(at.unit).and_then(|reader| match reader.entry(at.offset) {
            Ok(entry) => Ok((reader, entry)),
            Err(error) => Err(error.to_string()),
        });
        match result {
            Ok(found) => Some(found),
            Err(error) => {
                let place = self.place(at);
                self.diagnose.add(|| place, messages::type_unread(error));
                None
            }
        }
    }

    /// What `DW_AT_type` (or the like) of an entry refers to.
    pub(crate) fn referred(
        &mut self,
        entry: &Entry<'a>,
        attribute: DwAt,
        unit: u32,
    ) -> Option<TypeRef> {
        let value = entry.attr_value_raw(attribute)?;
        let lost = match self.resolver.follow(unit, &value) {
            Ok(found) => return Some(found),
            Err(lost) => lost,
        };
        let place = self.place(TypeRef { unit, offset: entry.offset().0 });
        let message = match lost {
            Lost::Supplementary => self.resolver.wants_supplementary(),
            Lost::TypeUnit => messages::type_unit_missing(),
            Lost::Outside | Lost::Form => messages::type_outside(),
        };
        self.diagnose.add(|| place, message);
        None
    }

    /// Counts the text of a name.
    pub(crate) fn count_name(&mut self, name: Option<&str>) -> Result<(), DescribeError> {
        self.builder.count_name(name);
        self.builder.too_large(self.name).map_or(Ok(()), Err)
    }

    /// Enters a type into the table, with all that it holds.
    pub(crate) fn type_index(&mut self, at: TypeRef, depth: u32) -> Result<u32, DescribeError> {
        if depth > MAX_DEPTH {
            let place = self.place(at);
            self.diagnose.add(|| place, messages::types_too_deep());
            return Ok(self.builder.push(unknown_type()));
        }
        if let Some(error) = self.builder.too_large(self.name) {
            return Err(error);
        }
        match self.builder.enter(at) {
            Slot::Known(index) => Ok(index),
            Slot::Cycle => {
                let place = self.place(at);
                self.diagnose.add(|| place, messages::type_in_itself());
                Ok(self.builder.push(unknown_type()))
            }
            Slot::New(index) => {
                let fact = self.type_fact(at, depth)?;
                self.builder.fill(index, fact);
                Ok(index)
            }
        }
    }

    pub(crate) fn type_fact(&mut self, at: TypeRef, depth: u32) -> Result<TypeFact, DescribeError> {
        let Some(stripped) = self.strip(at) else {
            let mut fact = unknown_type();
            fact.name = self.type_name(Some(at));
            return Ok(fact);
        };
        let Some((reader, entry)) = self.open(stripped.at) else {
            return Ok(unknown_type());
        };
        let mut fact = self.bare_fact(&reader, &entry, stripped.at, depth)?;
        fact.name = self.type_name(Some(at));
        self.count_name(Some(&fact.name))?;
        if let Some(bytes) = stripped.stated_align {
            fact.align = Alignment { bytes, from: AlignmentSource::Stated };
        }
        Ok(fact)
    }

    /// Takes typedefs and qualifiers off. `None`: what remains is no type that has a size.
    pub(crate) fn strip(&mut self, at: TypeRef) -> Option<Stripped> {
        let mut at = at;
        let mut stated_align = None;
        for step in 0..MAX_LONG_CHAIN {
            if step >= MAX_CHAIN {
                self.long_steps = self.long_steps.checked_sub(1)?;
            }
            let (_, entry) = self.open(at)?;
            match entry.tag() {
                dw::DW_TAG_typedef | dw::DW_TAG_template_alias => {
                    // The outermost typedef that states an alignment decides, as in C.
                    stated_align = stated_align.or_else(|| alignment(&entry));
                }
                tag if qualifier(tag).is_some() => {}
                _ => return Some(Stripped { at, stated_align }),
            }
            entry.attr(dw::DW_AT_type)?;
            at = self.referred(&entry, dw::DW_AT_type, at.unit)?;
        }
        None
    }
}

/// `DW_AT_alignment`, where it is one.
pub(crate) fn alignment(entry: &Entry<'_>) -> Option<u32> {
    let bytes = u32::try_from(constant(entry, dw::DW_AT_alignment)?).ok()?;
    bytes.is_power_of_two().then_some(bytes)
}

pub(crate) fn keyword_of(tag: DwTag) -> Keyword {
    match tag {
        dw::DW_TAG_union_type => Keyword::Union,
        dw::DW_TAG_class_type => Keyword::Class,
        _ => Keyword::Struct,
    }
}
