//! Which structs hold which, from their descriptions.

use facts::{Embedding, RowKind, StructDesc, TypeShape};

use crate::builder::MAX_DEPTH;
use crate::wanted::Wanted;

/// Elements of an array that are listed one by one.
pub const MAX_ELEMENTS: u64 = 16;
/// Places of all wanted types in one struct.
pub const MAX_PLACES: usize = 256;

/// What this struct holds of the wanted ones.
pub fn embeddings_in(desc: &StructDesc, wanted: &Wanted<'_>, list: &mut Vec<Embedding>) {
    let mut places = Vec::new();
    walk(desc, wanted, desc.root, 0.0, true, 0, &mut places);
    let Some(root) = desc.types.get(desc.root as usize) else { return };
    let kind = match &root.shape {
        TypeShape::Aggregate { keyword, .. } if keyword == "union" => RowKind::Union,
        TypeShape::Aggregate { keyword, .. } if keyword == "class" => RowKind::Class,
        _ => RowKind::Struct,
    };
    for number in 0..wanted.len() as u32 {
        let of_inner: Vec<&Place> = places.iter().filter(|place| place.inner == number).collect();
        if !of_inner.is_empty() {
            list.push(Embedding {
                inner: wanted.asked(number).to_owned(),
                outer: desc.name.clone(),
                kind,
                size_bytes: root.size_bytes.unwrap_or(0.0),
                offsets_bytes: of_inner.iter().map(|place| place.offset_bytes).collect(),
                direct: of_inner.iter().any(|place| place.direct),
            });
        }
    }
}

struct Place {
    inner: u32,
    offset_bytes: f64,
    direct: bool,
}

fn walk(
    desc: &StructDesc,
    wanted: &Wanted<'_>,
    index: u32,
    offset_bytes: f64,
    direct: bool,
    depth: u32,
    places: &mut Vec<Place>,
) {
    let Some(TypeShape::Aggregate { members, .. }) =
        desc.types.get(index as usize).map(|fact| &fact.shape)
    else {
        return;
    };
    for member in members {
        let (mut of, mut count) = (member.type_index, 1.0);
        let fact = loop {
            let Some(fact) = desc.types.get(of as usize) else { return };
            let TypeShape::Array { element, count: elements } = &fact.shape else { break fact };
            (of, count) = (*element, count * elements.unwrap_or(0.0));
        };
        let TypeShape::Aggregate { keyword, .. } = &fact.shape else { continue };
        let name = fact.name.strip_prefix(keyword.as_str()).map_or(&*fact.name, str::trim_start);
        let inner = wanted.find(name.as_bytes());
        for element in 0..(count as u64).min(MAX_ELEMENTS) {
            if places.len() >= MAX_PLACES || depth > MAX_DEPTH {
                return;
            }
            let at = offset_bytes
                + (member.offset_bits / 8.0).floor()
                + element as f64 * fact.size_bytes.unwrap_or(0.0);
            if let Some(inner) = inner {
                places.push(Place { inner, offset_bytes: at, direct });
            }
            walk(desc, wanted, of, at, direct && name.is_empty(), depth + 1, places);
        }
    }
}
