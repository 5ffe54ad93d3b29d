//! Types as C writes them.

use facts::Keyword;

use crate::names::{Declarator, Room};

use super::raw::{Kind, TypeId, Types};
use super::resolve::MAX_CHAIN;

/// The name of a type, with `[]` in the place of an outermost `[0]` where `flexible`.
pub fn type_name(types: &Types, id: TypeId, flexible: bool, room: &mut Room) -> String {
    room.begin();
    render(types, id, flexible, room)
}

fn render(types: &Types, mut id: TypeId, mut flexible: bool, room: &mut Room) -> String {
    let mut declarator = Declarator::new();
    for _ in 0..MAX_CHAIN {
        let Some(found) = types.get(id) else {
            return declarator.finish("?");
        };
        if !room.take(1) {
            return declarator.finish("…");
        }
        match found.kind {
            Kind::Ptr => declarator.pointer(),
            Kind::Const => declarator.qualifier("const"),
            Kind::Volatile => declarator.qualifier("volatile"),
            Kind::Restrict => declarator.qualifier("restrict"),
            Kind::Array => {
                let count = Some(u64::from(found.word(2)));
                declarator.array(count.filter(|count| *count > 0 || !flexible));
                flexible = false;
                id = found.word(0);
                continue;
            }
            Kind::FuncProto => {
                if room.enter() {
                    declarator.function(&parameters(types, found.parameters(), room));
                    room.leave();
                } else {
                    declarator.function("…");
                }
            }
            // A tag has a name of its own; a function leads to its prototype.
            Kind::TypeTag | Kind::Func | Kind::Var | Kind::DeclTag => {}
            Kind::Void => return declarator.finish("void"),
            Kind::Int | Kind::Float | Kind::Typedef | Kind::Datasec => {
                return declarator.finish_in(room, &types.text(found.name_offset));
            }
            Kind::Struct => return tagged(types, declarator, "struct", found.name_offset, room),
            Kind::Union => return tagged(types, declarator, "union", found.name_offset, room),
            Kind::Enum | Kind::Enum64 => {
                return tagged(types, declarator, "enum", found.name_offset, room);
            }
            Kind::Fwd => {
                let keyword = forward_keyword(found.kind_flag);
                return tagged(types, declarator, keyword.as_str(), found.name_offset, room);
            }
        }
        id = found.size_or_type;
    }
    declarator.finish("?")
}

/// `struct` or `union`, as a forward declaration tells by its flag.
pub fn forward_keyword(kind_flag: bool) -> Keyword {
    if kind_flag { Keyword::Union } else { Keyword::Struct }
}

fn tagged(
    types: &Types,
    declarator: Declarator,
    keyword: &str,
    name_offset: u32,
    room: &mut Room,
) -> String {
    let name = types.text(name_offset);
    if name.is_empty() {
        declarator.finish_in(room, keyword)
    } else {
        declarator.finish_in(room, &format!("{keyword} {name}"))
    }
}

fn parameters(
    types: &Types,
    parameters: impl ExactSizeIterator<Item = TypeId>,
    room: &mut Room,
) -> String {
    let last = parameters.len().saturating_sub(1);
    let mut words = Vec::new();
    for (index, id) in parameters.enumerate() {
        if !room.take(1) {
            words.push("…".to_owned());
            break;
        }
        // A last parameter without a type stands for `...`.
        words.push(if id == 0 && index == last {
            "...".to_owned()
        } else {
            render(types, id, false, room)
        });
    }
    if words.is_empty() { "void".to_owned() } else { words.join(", ") }
}
