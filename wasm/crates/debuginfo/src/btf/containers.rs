//! What members hold, by type number.

use std::borrow::Cow;

use facts::Keyword;

use crate::embed::{Container, Containers, Held};

use super::Btf;
use super::raw::{Kind, TypeId};
use super::resolve::MAX_CHAIN;

impl Containers for Btf {
    type Node = TypeId;

    fn rows(&self) -> Vec<Container<'_, TypeId>> {
        let container = |row: &super::rows::Row| {
            let named = self.types.get(row.named)?;
            Some(Container {
                node: self.held(row.named)?.node,
                name: Cow::Borrowed(self.types.string(named.name_offset)),
                kind: if row.is_union { Keyword::Union } else { Keyword::Struct },
                size_bytes: u64::from(row.size_bytes),
            })
        };
        self.rows.iter().filter_map(container).collect()
    }

    fn each_held(&self, of: TypeId, each: &mut dyn FnMut(Held<'_, TypeId>)) {
        let Some(body) = self.types.get(of) else { return };
        for member in body.members() {
            if let Some(held) = self.held(member.type_id) {
                each(Held { offset_bytes: u64::from(member.offset_bits) / 8, ..held });
            }
        }
    }
}

impl Btf {
    /// The struct or union behind typedefs, qualifiers and arrays; `None` where there is none, or none of it.
    fn held(&self, id: TypeId) -> Option<Held<'_, TypeId>> {
        let (mut id, mut count, mut alias) = (id, 1u64, 0);
        for _ in 0..MAX_CHAIN {
            let found = self.types.get(id)?;
            match found.kind {
                Kind::Typedef => alias = found.name_offset,
                Kind::Volatile | Kind::Const | Kind::Restrict | Kind::TypeTag => {}
                Kind::Array => {
                    count = count.saturating_mul(u64::from(found.word(2)));
                    if count == 0 {
                        return None;
                    }
                    (id, alias) = (found.word(0), 0);
                    continue;
                }
                Kind::Struct | Kind::Union => {
                    let own = self.types.string(found.name_offset);
                    let name = if own.is_empty() { self.types.string(alias) } else { own };
                    return Some(Held {
                        node: id,
                        name: (!name.is_empty()).then_some(Cow::Borrowed(name)),
                        offset_bytes: 0,
                        count,
                        size_bytes: u64::from(found.size_or_type),
                    });
                }
                _ => return None,
            }
            id = found.size_or_type;
        }
        None
    }
}
