//! Names of types, as C writes them with the declared name left out.

use gimli::constants as dw;

use crate::names::{Declarator, Room};

use super::describe::{Describer, MAX_CHAIN, keyword_of};
use super::unit_reader::{Entry, UnitReader, flag};
use crate::dwarf::plans::classes::qualifier;
use crate::dwarf::resolve::TypeRef;
use crate::dwarf::unit::has_flat_names;

/// Parameters of a function type that its name spells out.
const MAX_PARAMETERS: usize = 32;

impl<'a> Describer<'a> {
    /// With its keyword in C; with its namespaces and no keyword elsewhere.
    pub(crate) fn aggregate_name(
        &mut self,
        reader: &UnitReader<'a>,
        entry: &Entry<'a>,
        at: TypeRef,
    ) -> String {
        let keyword = keyword_of(entry.tag());
        match self.plain_name(reader, entry, at) {
            Some(name) if has_flat_names(reader.unit.language) => format!("{keyword} {name}"),
            Some(name) => name,
            None => keyword.to_string(),
        }
    }

    /// The name that an aggregate is listed under, if it has one.
    pub(crate) fn plain_name(
        &mut self,
        reader: &UnitReader<'a>,
        entry: &Entry<'a>,
        at: TypeRef,
    ) -> Option<String> {
        if entry.has_attr(dw::DW_AT_signature)
            && let Some(definition) = self.referred(entry, dw::DW_AT_signature, at.unit)
            && definition != at
            && let Some((reader, entry)) = self.open(definition)
        {
            return self.own_name(&reader, &entry, definition);
        }
        self.own_name(reader, entry, at)
    }

    pub(crate) fn own_name(
        &self,
        reader: &UnitReader<'a>,
        entry: &Entry<'a>,
        at: TypeRef,
    ) -> Option<String> {
        if !has_flat_names(reader.unit.language)
            && let Some(full) = self.resolver.full_name(at)
        {
            return Some(full);
        }
        reader.string(entry, dw::DW_AT_name)
    }

    /// As C writes the type with the declared name left out. `None` is `void`.
    pub(crate) fn type_name(&mut self, at: Option<TypeRef>) -> String {
        self.name_behind(at, Declarator::new())
    }

    /// The same with what stands around it.
    pub(crate) fn name_behind(&mut self, at: Option<TypeRef>, declarator: Declarator) -> String {
        let mut room = std::mem::take(&mut self.room);
        room.begin();
        let name = self.spell(at, declarator, &mut room);
        self.room = room;
        name
    }

    fn spell(
        &mut self,
        at: Option<TypeRef>,
        mut declarator: Declarator,
        room: &mut Room,
    ) -> String {
        let mut next = at;
        for _ in 0..MAX_CHAIN {
            let Some(at) = next else {
                return declarator.finish("void");
            };
            if !room.take(1) {
                return declarator.finish("…");
            }
            let Some((reader, entry)) = self.open(at) else {
                break;
            };
            let tag = entry.tag();
            match tag {
                dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type => {
                    let name = self.aggregate_name(&reader, &entry, at);
                    return declarator.finish_in(room, &name);
                }
                dw::DW_TAG_enumeration_type => {
                    let name = match reader.string(&entry, dw::DW_AT_name) {
                        Some(name) if has_flat_names(reader.unit.language) => {
                            format!("enum {name}")
                        }
                        Some(name) => name,
                        None => "enum".to_owned(),
                    };
                    return declarator.finish_in(room, &name);
                }
                dw::DW_TAG_pointer_type => {
                    // Rust and Go name their pointers.
                    if let Some(name) = reader.string(&entry, dw::DW_AT_name) {
                        return declarator.finish_in(room, &name);
                    }
                    declarator.pointer();
                }
                dw::DW_TAG_reference_type => declarator.indirection("&"),
                dw::DW_TAG_rvalue_reference_type => declarator.indirection("&&"),
                dw::DW_TAG_ptr_to_member_type => {
                    let class = self.referred(&entry, dw::DW_AT_containing_type, at.unit);
                    let class = match class {
                        Some(class) if room.enter() => {
                            let name = self.spell(Some(class), Declarator::new(), room);
                            room.leave();
                            name
                        }
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
                    if room.enter() {
                        let parameters = self.parameters(&reader, &entry, at, room);
                        room.leave();
                        declarator.function(&parameters);
                    } else {
                        declarator.function("…");
                    }
                }
                _ => match qualifier(tag) {
                    Some(word) => {
                        if !word.is_empty() {
                            declarator.qualifier(word);
                        }
                    }
                    None => {
                        let name = reader.string(&entry, dw::DW_AT_name);
                        return declarator.finish_in(room, name.as_deref().unwrap_or("?"));
                    }
                },
            }
            next = match entry.attr(dw::DW_AT_type) {
                Some(_) => match self.referred(&entry, dw::DW_AT_type, at.unit) {
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
        room: &mut Room,
    ) -> String {
        let mut list: Vec<Option<Entry<'a>>> = Vec::new();
        let mut seen = 0;
        let read = reader.children(
            entry.offset().0,
            |_| false,
            |child| {
                seen += 1;
                match child.tag() {
                    dw::DW_TAG_formal_parameter if list.len() <= MAX_PARAMETERS => {
                        list.push(Some(child.clone()));
                    }
                    dw::DW_TAG_unspecified_parameters if list.len() <= MAX_PARAMETERS => {
                        list.push(None);
                    }
                    _ => {}
                }
            },
        );
        // A list of any length is read for each time that it is spelled.
        room.take(seen);
        let mut words = Vec::new();
        for parameter in &list {
            let Some(parameter) = parameter else {
                words.push("...".to_owned());
                break;
            };
            if words.len() == MAX_PARAMETERS || !room.take(1) {
                words.push("…".to_owned());
                break;
            }
            words.push(match self.referred(parameter, dw::DW_AT_type, at.unit) {
                Some(at) => self.spell(Some(at), Declarator::new(), room),
                None => "?".to_owned(),
            });
        }
        if words.is_empty() && read.is_ok() && flag(entry, dw::DW_AT_prototyped) {
            return "void".to_owned();
        }
        words.join(", ")
    }
}
