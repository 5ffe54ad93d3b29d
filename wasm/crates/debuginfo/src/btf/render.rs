//! Types as C writes them.

use crate::names::Declarator;

use super::raw::{Kind, TypeId, Types};
use super::resolve::MAX_CHAIN;

/// Prototypes in prototypes, deeper than anyone reads.
const MAX_NESTING: u32 = 4;

/// The name of a type, with `[]` in the place of an outermost `[0]` where `flexible`.
pub fn type_name(types: &Types, id: TypeId, flexible: bool) -> String {
    render(types, id, flexible, 0)
}

fn render(types: &Types, mut id: TypeId, mut flexible: bool, nesting: u32) -> String {
    let mut declarator = Declarator::new();
    for _ in 0..MAX_CHAIN {
        let Some(found) = types.get(id) else {
            return declarator.finish("?");
        };
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
                let parameters = if nesting < MAX_NESTING {
                    parameters(types, found.parameters(), nesting)
                } else {
                    "…".to_owned()
                };
                declarator.function(&parameters);
            }
            // A tag has a name of its own; a function leads to its prototype.
            Kind::TypeTag | Kind::Func | Kind::Var | Kind::DeclTag => {}
            Kind::Void => return declarator.finish("void"),
            Kind::Int | Kind::Float | Kind::Typedef | Kind::Datasec => {
                return declarator.finish(&types.text(found.name_offset));
            }
            Kind::Struct => return tagged(types, declarator, "struct", found.name_offset),
            Kind::Union => return tagged(types, declarator, "union", found.name_offset),
            Kind::Enum | Kind::Enum64 => {
                return tagged(types, declarator, "enum", found.name_offset);
            }
            Kind::Fwd => {
                return tagged(
                    types,
                    declarator,
                    forward_keyword(found.kind_flag),
                    found.name_offset,
                );
            }
        }
        id = found.size_or_type;
    }
    declarator.finish("?")
}

/// `struct` or `union`, as a forward declaration tells by its flag.
pub fn forward_keyword(kind_flag: bool) -> &'static str {
    if kind_flag { "union" } else { "struct" }
}

fn tagged(types: &Types, declarator: Declarator, keyword: &str, name_offset: u32) -> String {
    let name = types.text(name_offset);
    if name.is_empty() {
        declarator.finish(keyword)
    } else {
        declarator.finish(&format!("{keyword} {name}"))
    }
}

fn parameters(
    types: &Types,
    parameters: impl ExactSizeIterator<Item = TypeId>,
    nesting: u32,
) -> String {
    let last = parameters.len().saturating_sub(1);
    let words: Vec<String> = parameters
        .enumerate()
        .map(|(index, id)| {
            // A last parameter without a type stands for `...`.
            if id == 0 && index == last {
                "...".to_owned()
            } else {
                render(types, id, false, nesting + 1)
            }
        })
        .collect();
    if words.is_empty() { "void".to_owned() } else { words.join(", ") }
}
