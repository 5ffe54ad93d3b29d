//! Functions and variables by name.

use facts::{CodeFacts, Prototype, UsedType, Variable};

use crate::names::Room;
use crate::wanted::Wanted;

use super::raw::{Kind, Type, TypeId, Types};
use super::render::type_name;
use super::resolve::{MAX_CHAIN, size_bytes};

/// What is known of these names.
pub fn code(types: &Types, pointer_bytes: u8, functions: &[&str], variables: &[&str]) -> CodeFacts {
    let mut facts = CodeFacts::default();
    let functions = Wanted::new(functions);
    let variables = Wanted::new(variables);
    let mut answered = vec![false; functions.len()];
    for id in 1..types.end_id() {
        let Some(found) = types.get(id) else { continue };
        match found.kind {
            Kind::Func => {
                let name = types.string(found.name_offset);
                let Some(number) = functions.find(name) else { continue };
                // Static functions of one name are taken for the same.
                let answered = answered.get_mut(number as usize);
                if answered.is_none_or(|answered| std::mem::replace(answered, true)) {
                    continue;
                }
                let Some(prototype) = types.get(found.size_or_type) else { continue };
                facts.prototypes.push(Prototype {
                    query: functions.query(number).to_owned(),
                    name: String::from_utf8_lossy(name).into_owned(),
                    // `...` has no type.
                    parameters: prototype
                        .parameters()
                        .filter(|id| *id != 0)
                        .map(|id| used(types, id))
                        .collect(),
                    returns: (prototype.size_or_type != 0)
                        .then(|| used(types, prototype.size_or_type)),
                });
            }
            Kind::Var => {
                let name = types.string(found.name_offset);
                if variables.find(name).is_some() {
                    facts.variables.push(variable(types, pointer_bytes, &found));
                }
            }
            _ => {}
        }
    }
    facts
}

/// The variables that this file, not what it continues, has in some of its sections.
pub fn variables_in(
    types: &Types,
    pointer_bytes: u8,
    is_wanted: impl Fn(&[u8]) -> bool,
) -> Vec<Variable> {
    let mut variables = Vec::new();
    for id in types.first_id()..types.end_id() {
        let Some(section) = types.get(id).filter(|found| found.kind == Kind::Datasec) else {
            continue;
        };
        if !is_wanted(types.string(section.name_offset)) {
            continue;
        }
        // Each variable has three words: its type, its place and its size.
        for number in 0..section.trailing_words() / 3 {
            if let Some(found) = types.get(section.word(number * 3))
                && found.kind == Kind::Var
            {
                variables.push(variable(types, pointer_bytes, &found));
            }
        }
    }
    variables
}

fn variable(types: &Types, pointer_bytes: u8, found: &Type<'_>) -> Variable {
    Variable {
        name: types.text(found.name_offset).into_owned(),
        of: used(types, found.size_or_type),
        size_bytes: size_bytes(types, found.size_or_type, pointer_bytes).map(|bytes| bytes as f64),
    }
}

/// A type with its pointers and arrays taken off.
pub fn used(types: &Types, id: TypeId) -> UsedType {
    let mut of = UsedType {
        name: type_name(types, id, false, &mut Room::new()),
        aggregate: None,
        alias: None,
        pointers: 0,
        count: None,
    };
    let mut next = id;
    for _ in 0..MAX_CHAIN {
        let Some(found) = types.get(next) else { break };
        next = found.size_or_type;
        match found.kind {
            Kind::Typedef => of.alias = Some(types.text(found.name_offset).into_owned()),
            Kind::Ptr => {
                of.pointers += 1;
                of.alias = None;
            }
            Kind::Array => {
                if of.pointers == 0 {
                    of.count = Some(of.count.unwrap_or(1.0) * f64::from(found.word(2)));
                }
                of.alias = None;
                next = found.word(0);
            }
            Kind::Volatile | Kind::Const | Kind::Restrict | Kind::TypeTag => {}
            Kind::Struct | Kind::Union | Kind::Fwd => {
                let own = types.text(found.name_offset);
                of.aggregate =
                    if own.is_empty() { of.alias.take() } else { Some(own.into_owned()) };
                return of;
            }
            _ => break,
        }
    }
    of.alias = None;
    of
}
