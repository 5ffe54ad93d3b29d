//! Which structs hold which, by type number: each type is walked once.

use std::rc::Rc;

use facts::{Embedding, RowKind};
use rustc_hash::FxHashMap;

use crate::builder::MAX_DEPTH;
use crate::embed::{MAX_ELEMENTS, MAX_PLACES};
use crate::wanted::Wanted;

use super::raw::{Kind, TypeId, Types};
use super::resolve::{size_bytes, strip};
use super::rows::Row;

/// Every row that holds one of these by value.
pub fn embeddings(types: &Types, rows: &[Row], names: &[&str]) -> Vec<Embedding> {
    let wanted = Wanted::new(names);
    let mut walk = Walk { types, inner: FxHashMap::default(), known: FxHashMap::default() };
    for row in rows {
        let Some(named) = types.get(row.named) else { continue };
        if let (Some(number), Some((id, _))) =
            (wanted.find(types.string(named.name_offset)), strip(types, row.named))
        {
            walk.inner.insert(id, number);
        }
    }
    let mut list = Vec::new();
    for row in rows {
        let Some((id, _)) = strip(types, row.named) else { continue };
        let places = walk.places(id, 0);
        for number in 0..wanted.len() as u32 {
            let mut of_inner = places.iter().filter(|place| place.inner == number).peekable();
            if of_inner.peek().is_none() {
                continue;
            }
            let direct = of_inner.clone().any(|place| place.direct);
            list.push(Embedding {
                inner: wanted.asked(number).to_owned(),
                outer: types
                    .get(row.named)
                    .map_or_else(String::new, |named| types.text(named.name_offset).into_owned()),
                kind: if row.is_union { RowKind::Union } else { RowKind::Struct },
                size_bytes: f64::from(row.size_bytes),
                offsets_bytes: of_inner.map(|place| place.offset_bytes as f64).collect(),
                direct,
            });
        }
    }
    list
}

#[derive(Clone, Copy)]
struct Place {
    inner: u32,
    offset_bytes: u64,
    direct: bool,
}

struct Walk<'a> {
    types: &'a Types,
    /// Which of the wanted each type is.
    inner: FxHashMap<TypeId, u32>,
    /// What each struct holds; empty while it is walked, so that a circle ends.
    known: FxHashMap<TypeId, Rc<[Place]>>,
}

impl Walk<'_> {
    fn places(&mut self, id: TypeId, depth: u32) -> Rc<[Place]> {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let empty: Rc<[Place]> = Rc::new([]);
        let Some(body) = self.types.get(id).filter(|_| depth <= MAX_DEPTH) else { return empty };
        self.known.insert(id, empty);
        let mut list = Vec::new();
        for member in body.members() {
            self.member(member.type_id, u64::from(member.offset_bits) / 8, depth, &mut list);
        }
        let list: Rc<[Place]> = list.into();
        self.known.insert(id, list.clone());
        list
    }

    fn member(&mut self, id: TypeId, offset_bytes: u64, depth: u32, list: &mut Vec<Place>) {
        let (mut id, mut count) = (id, 1u64);
        let (aggregate, is_named) = loop {
            let Some((stripped, body)) = strip(self.types, id) else { return };
            match body.kind {
                Kind::Array => {
                    count = count.saturating_mul(u64::from(body.word(2)));
                    if count == 0 {
                        return;
                    }
                    id = body.word(0);
                }
                Kind::Struct | Kind::Union => {
                    // A typedef names an unnamed struct as well.
                    break (
                        stripped,
                        stripped != id || !self.types.string(body.name_offset).is_empty(),
                    );
                }
                _ => return,
            }
        };
        let inner = self.inner.get(&aggregate).copied();
        let below = self.places(aggregate, depth + 1);
        if inner.is_none() && below.is_empty() {
            return;
        }
        let stride = size_bytes(self.types, aggregate, 8).unwrap_or(0);
        for element in 0..count.min(MAX_ELEMENTS) {
            let offset_bytes = offset_bytes + element * stride;
            if list.len() >= MAX_PLACES {
                return;
            }
            if let Some(inner) = inner {
                list.push(Place { inner, offset_bytes, direct: true });
            }
            for place in below.iter().take(MAX_PLACES) {
                list.push(Place {
                    inner: place.inner,
                    offset_bytes: offset_bytes + place.offset_bytes,
                    direct: place.direct && !is_named,
                });
            }
        }
    }
}
