//! Functions and variables by name: one more walk over the entries of all units, from sibling to
//! sibling, then gimli for the few that were asked for.

use facts::{CodeFacts, Prototype, Target, UsedType, Variable};
use gimli::constants as dw;
use rustc_hash::FxHashMap;

use crate::wanted::Wanted;

use super::pick::describe::{Describer, MAX_CHAIN};
use super::pick::unit_reader::Entry;
use super::plans::classes::qualifier;
use super::plans::classes::{Class, Slot};
use super::plans::plan::Table;
use super::resolve::{Resolver, TypeRef};
use super::store::StrPlace;
use super::unit::Unit;

/// Scopes (namespaces in namespaces) deeper than this are not looked into.
const MAX_SCOPES: u32 = 64;

/// What is known of these names.
pub(crate) fn code(
    resolver: &Resolver<'_>,
    target: &Target,
    functions: &[&str],
    variables: &[&str],
) -> CodeFacts {
    let mut search = Search {
        functions: Wanted::new(functions),
        variables: Wanted::new(variables),
        known: FxHashMap::default(),
        found_functions: vec![None; functions.len()],
        found_variables: vec![None; variables.len()],
        declared: vec![None; variables.len()],
    };
    for (number, unit) in resolver.units().iter().enumerate() {
        let table = resolver.store().table(unit);
        search.unit(resolver, number as u32, unit, &table);
    }
    let mut describer = Describer::new(resolver, target, "");
    let mut facts = CodeFacts::default();
    for (number, at) in search.found_functions.iter().enumerate() {
        let query = search.functions.query(number as u32);
        facts.prototypes.extend(at.and_then(|at| describer.prototype(at, query)));
    }
    let variables = search.found_variables.iter().zip(&search.declared);
    facts.variables = variables
        .filter_map(|(found, declared)| describer.variable((*found).or(*declared)?))
        .collect();
    facts
}

/// Which function and which variable a name answers.
type Answers = (Option<u32>, Option<u32>);

struct Search<'a> {
    functions: Wanted<'a>,
    variables: Wanted<'a>,
    /// Answers by offset in `.debug_str`: most names are met in many units.
    known: FxHashMap<u64, Answers>,
    found_functions: Vec<Option<TypeRef>>,
    found_variables: Vec<Option<TypeRef>>,
    /// Declarations of variables: a definition that refers back to one has neither name nor type.
    declared: Vec<Option<TypeRef>>,
}

/// What an entry tells of a name.
#[derive(Clone, Copy)]
enum States {
    Function,
    Variable,
    DeclaredVariable,
}

impl Search<'_> {
    fn unit(&mut self, resolver: &Resolver<'_>, number: u32, unit: &Unit, table: &Table) {
        let info = resolver.store().unit(unit).until(unit.end);
        let mut at = unit.entries;
        let mut depth = 0u32;
        while at < unit.end {
            let Some((code, attributes)) = info.uleb(at) else { return };
            if code == 0 {
                if depth <= 1 {
                    return;
                }
                depth -= 1;
                at = attributes;
                continue;
            }
            let Some(plan) = table.plan(code) else { return };
            let tag = dw::DwTag(plan.tag);
            let is_declared_only =
                || table.flag(plan, Slot::Declaration, info, attributes, unit.format);
            let states = match tag {
                dw::DW_TAG_variable if is_declared_only() => Some(States::DeclaredVariable),
                dw::DW_TAG_variable => Some(States::Variable),
                dw::DW_TAG_subprogram if !is_declared_only() => Some(States::Function),
                _ => None,
            };
            if let Some(states) = states
                && let Some(place) = plan.place(Slot::Name)
                && let Some(name) = table
                    .find(plan, place, info, attributes, unit.format)
                    .and_then(|at| resolver.store().string_place(unit, place.form, at))
            {
                let found = TypeRef { unit: number, offset: at - unit.start };
                self.note(resolver, unit, name, states, found);
            }
            if plan.has_children {
                let opens = depth == 0 || matches!(plan.class, Class::Namespace);
                let sibling = table.integer(plan, Slot::Sibling, info, attributes, unit.format);
                let next = sibling
                    .and_then(|offset| usize::try_from(offset).ok()?.checked_add(unit.start))
                    .filter(|next| *next > attributes && *next <= unit.end);
                match next {
                    Some(next) if !opens || depth > MAX_SCOPES => {
                        at = next;
                        continue;
                    }
                    _ => depth += 1,
                }
            }
            match table.end(plan, info, attributes, unit.format) {
                Some(next) if next > at => at = next,
                _ => return,
            }
        }
    }

    fn note(
        &mut self,
        resolver: &Resolver<'_>,
        unit: &Unit,
        place: StrPlace,
        states: States,
        found: TypeRef,
    ) {
        let answers = || {
            let name = resolver.store().string_at(unit, place).unwrap_or_default();
            (self.functions.find(name), self.variables.find(name))
        };
        let (function, variable) = match place {
            StrPlace::Str(offset) => match self.known.get(&offset) {
                Some(known) => *known,
                None => {
                    let new = answers();
                    self.known.insert(offset, new);
                    new
                }
            },
            _ => answers(),
        };
        let slot = match states {
            States::Function => function.and_then(|at| self.found_functions.get_mut(at as usize)),
            States::Variable => variable.and_then(|at| self.found_variables.get_mut(at as usize)),
            States::DeclaredVariable => variable.and_then(|at| self.declared.get_mut(at as usize)),
        };
        if let Some(slot) = slot {
            slot.get_or_insert(found);
        }
    }
}

impl<'a> Describer<'a> {
    fn prototype(&mut self, at: TypeRef, query: &str) -> Option<Prototype> {
        let (reader, entry) = self.open(at)?;
        let mut list: Vec<Entry<'a>> = Vec::new();
        let _ = reader.children(
            at.offset,
            |_| false,
            |child| {
                if child.tag() == dw::DW_TAG_formal_parameter {
                    list.push(child.clone());
                }
            },
        );
        let of = |describer: &mut Self, entry: &Entry<'a>| {
            entry.attr(dw::DW_AT_type)?;
            let to = describer.referred(entry, dw::DW_AT_type, at.unit)?;
            Some(describer.used(to))
        };
        Some(Prototype {
            query: query.to_owned(),
            name: reader.string(&entry, dw::DW_AT_name)?,
            parameters: list.iter().filter_map(|entry| of(self, entry)).collect(),
            returns: of(self, &entry),
        })
    }

    fn variable(&mut self, at: TypeRef) -> Option<Variable> {
        let (reader, entry) = self.open(at)?;
        let to = self.referred(&entry, dw::DW_AT_type, at.unit)?;
        Some(Variable {
            name: reader.string(&entry, dw::DW_AT_name)?,
            of: self.used(to),
            size_bytes: self.type_fact(to, 0).ok()?.size_bytes,
        })
    }

    /// A type with its pointers and arrays taken off.
    pub(crate) fn used(&mut self, at: TypeRef) -> UsedType {
        let name = self.type_name(Some(at));
        let mut of = UsedType { name, aggregate: None, alias: None, pointers: 0, count: None };
        let mut at = at;
        for _ in 0..MAX_CHAIN {
            let Some((reader, entry)) = self.open(at) else { break };
            match entry.tag() {
                dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type => {
                    let own = self.plain_name(&reader, &entry, at);
                    of.aggregate = own.or_else(|| of.alias.take());
                    return of;
                }
                dw::DW_TAG_typedef => of.alias = reader.string(&entry, dw::DW_AT_name),
                dw::DW_TAG_pointer_type
                | dw::DW_TAG_reference_type
                | dw::DW_TAG_rvalue_reference_type => {
                    of.pointers += 1;
                    of.alias = None;
                }
                dw::DW_TAG_array_type => {
                    if of.pointers == 0 {
                        let counts = self.dimensions(&reader, &entry);
                        let elements = counts.iter().map(|count| count.unwrap_or(0) as f64);
                        of.count = Some(elements.product::<f64>() * of.count.unwrap_or(1.0));
                    }
                    of.alias = None;
                }
                tag if qualifier(tag).is_some() => {}
                _ => break,
            }
            if entry.attr(dw::DW_AT_type).is_none() {
                break;
            }
            match self.referred(&entry, dw::DW_AT_type, at.unit) {
                Some(next) => at = next,
                None => break,
            }
        }
        of.alias = None;
        of
    }
}
