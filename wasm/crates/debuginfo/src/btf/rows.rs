//! The list of structs and unions.

use facts::key::{MAX_INSIDE, MembersHash};
use facts::{Diagnostic, IndexStage, StructIndex, visible_name};
use rustc_hash::FxHashMap;

use crate::embed::in_circles;
use crate::messages;
use crate::summary::{self, Extent, Summary};

use super::raw::{Kind, RawMember, Type, TypeId, Types};
use super::resolve::{Placed, place, strip};

/// One row.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The struct, or the typedef of an unnamed struct.
    pub named: TypeId,
    pub aggregate: TypeId,
    pub size_bytes: u32,
    pub is_union: bool,
}

/// A row on its way into the list.
struct Listed<'a> {
    row: Row,
    name: &'a [u8],
    members: u16,
    summary: Summary,
    /// As in [`StructIndex::variants`].
    variant: u16,
}

/// Every row, and the columns that go with them.
pub fn collect(
    types: &Types,
    pointer_bytes: u8,
    hashes: &mut MembersHashes,
) -> (Vec<Row>, StructIndex) {
    let mut doubts = Doubts::default();
    let list = find(types, pointer_bytes, &mut doubts);
    let list = each_layout_once(sorted(list), |row| hashes.of(types, pointer_bytes, row.aggregate));
    let mut index = StructIndex { stage: Some(IndexStage::Btf), ..StructIndex::default() };
    for Listed { row, name, members, summary, variant } in &list {
        if !index.kinds.is_empty() {
            index.names.push('\n');
        }
        push_name(&mut index.names, name);
        index.kinds.push(u8::from(row.is_union));
        index.sizes_bytes.push(f64::from(row.size_bytes));
        index.variants.push(*variant);
        index.member_counts.push(u32::from(*members));
        index.hole_counts.push(summary.holes);
        index.hole_bytes.push(summary.hole_bytes);
        index.padding_bytes.push(summary.padding_bytes);
    }
    add_typedefs(types, &mut index);
    index.diagnostics = diagnostics(types, doubts);
    (list.iter().map(|listed| listed.row).collect(), index)
}

/// All that makes a row, in the order of the file.
fn find<'a>(types: &'a Types, pointer_bytes: u8, doubts: &mut Doubts) -> Vec<Listed<'a>> {
    let mut list = Vec::new();
    let mut sizes = Sizes::new(types, pointer_bytes);
    // A damaged file may have its hundred thousands of typedefs of one long struct.
    let mut of_unnamed: FxHashMap<TypeId, Summary> = FxHashMap::default();
    for id in types.first_id()..types.end_id() {
        if !matches!(types.own_kind(id), Some(Kind::Struct | Kind::Union | Kind::Typedef)) {
            continue;
        }
        let Some((name, aggregate)) = named_aggregate(types, id) else { continue };
        let Some(body) = types.get(aggregate) else { continue };
        let is_union = body.kind == Kind::Union;
        let mut summarize = || summarize(&mut sizes, &body, name, (aggregate, &mut *doubts));
        list.push(Listed {
            row: Row { named: id, aggregate, size_bytes: body.size_or_type, is_union },
            name,
            members: body.len,
            summary: if aggregate == id {
                summarize()
            } else {
                *of_unnamed.entry(aggregate).or_insert_with(summarize)
            },
            variant: 0,
        });
    }
    list
}

/// As the page lists them, which would take many times longer to sort them; those with an underscore in
/// front last. Layouts of a name stay in the file's order.
fn sorted(list: Vec<Listed<'_>>) -> Vec<Listed<'_>> {
    let mut order: Vec<_> = list
        .iter()
        .enumerate()
        .map(|(place, Listed { name, .. })| {
            (name.starts_with(b"_"), first_bytes(name), *name, place)
        })
        .collect();
    order.sort_unstable();
    let mut list: Vec<_> = list.into_iter().map(Some).collect();
    order.into_iter().filter_map(|(.., place)| list.get_mut(place)?.take()).collect()
}

/// The first eight, by which most names differ: they compare as the names do, which hold no zero byte.
fn first_bytes(name: &[u8]) -> u64 {
    let mut first = [0; 8];
    for (place, byte) in first.iter_mut().zip(name) {
        *place = *byte;
    }
    u64::from_be_bytes(first)
}

/// Takes out what repeats the layout of its name, and numbers the layouts of names that have several.
fn each_layout_once(
    mut list: Vec<Listed<'_>>,
    mut members_hash: impl FnMut(&Row) -> u64,
) -> Vec<Listed<'_>> {
    let mut repeated = vec![false; list.len()];
    let mut left = repeated.as_mut_slice();
    for same_name in list.chunk_by_mut(|a, b| a.name == b.name) {
        let split = std::mem::take(&mut left).split_at_mut_checked(same_name.len());
        let Some((repeated, rest)) = split else { break };
        left = rest;
        if same_name.len() == 1 {
            continue;
        }
        // A damaged file may have its hundred thousands of one name.
        let mut layouts: Vec<_> = same_name
            .iter()
            .enumerate()
            .map(|(place, Listed { row, .. })| {
                ((members_hash(row), row.size_bytes, row.is_union), place)
            })
            .collect();
        layouts.sort_unstable();
        for pair in layouts.windows(2) {
            if let [(before, _), (layout, place)] = pair
                && let Some(repeated) = repeated.get_mut(*place)
            {
                *repeated = before == layout;
            }
        }
        let kept = repeated.iter().filter(|repeated| !**repeated).count();
        if kept == 1 {
            continue;
        }
        let kept = same_name.iter_mut().zip(repeated.iter()).filter(|(_, it)| !**it);
        for (number, (listed, _)) in kept.enumerate() {
            listed.variant = u16::try_from(number + 1).unwrap_or(u16::MAX);
        }
    }
    let mut repeated = repeated.into_iter();
    list.retain(|_| repeated.next() != Some(true));
    list
}

/// The name and the struct of a type that makes a row.
fn named_aggregate(types: &Types, id: TypeId) -> Option<(&[u8], TypeId)> {
    let found = types.get(id)?;
    if found.name_offset == 0 {
        return None;
    }
    let aggregate = match found.kind {
        Kind::Struct | Kind::Union => id,
        Kind::Typedef => {
            let (target, body) = strip(types, found.size_or_type)?;
            let unnamed = types.string(body.name_offset).is_empty();
            if !matches!(body.kind, Kind::Struct | Kind::Union) || !unnamed {
                return None;
            }
            // `typedef a_t b_t` of an unnamed struct is another name for `a_t`, listed already.
            if passes_typedef(types, found.size_or_type) {
                return None;
            }
            target
        }
        _ => return None,
    };
    let name = types.string(found.name_offset);
    (!name.is_empty()).then_some((name, aggregate))
}

fn passes_typedef(types: &Types, mut id: TypeId) -> bool {
    for _ in 0..super::resolve::MAX_CHAIN {
        match types.get(id) {
            Some(found) if found.kind == Kind::Typedef => return true,
            Some(found)
                if matches!(
                    found.kind,
                    Kind::Const | Kind::Volatile | Kind::Restrict | Kind::TypeTag
                ) =>
            {
                id = found.size_or_type;
            }
            _ => return false,
        }
    }
    false
}

/// What is to be said of all rows together.
#[derive(Default)]
struct Doubts {
    /// Members of unknown size, and the first of them.
    unknown_sizes: u32,
    first_unknown: String,
    /// What has a member as large as itself: in every circle of types that hold each other there is one.
    full: Vec<TypeId>,
}

/// Holes and padding; none in a union.
fn summarize(
    sizes: &mut Sizes<'_>,
    body: &Type<'_>,
    name: &[u8],
    (id, doubts): (TypeId, &mut Doubts),
) -> Summary {
    let types = sizes.types;
    let own_bits = u64::from(body.size_or_type).saturating_mul(8);
    let extents = body.members().map(|member| {
        let placed = sizes.place(&member);
        if placed.size_bits.is_none() {
            if doubts.unknown_sizes == 0 {
                let name = String::from_utf8_lossy(name);
                doubts.first_unknown = format!("{name}.{}", types.text(member.name_offset));
            }
            doubts.unknown_sizes = doubts.unknown_sizes.saturating_add(1);
        }
        if placed.size_bits.is_none_or(|bits| bits >= own_bits) && doubts.full.last() != Some(&id) {
            doubts.full.push(id);
        }
        Extent {
            offset_bits: placed.offset_bits,
            size_bits: placed.size_bits.unwrap_or(0),
            unit_bits: placed.unit_bits,
        }
    });
    if body.kind == Kind::Union {
        extents.for_each(drop);
        return Summary::default();
    }
    summary::of_struct(u64::from(body.size_or_type), extents)
}

/// Places members by the sizes of their types, each of which is looked up once: thousands of members share it.
struct Sizes<'a> {
    types: &'a Types,
    pointer_bytes: u8,
    /// One more than the bits of a type by its number; 0 where they are to be looked up.
    known: Vec<u32>,
}

impl<'a> Sizes<'a> {
    fn new(types: &'a Types, pointer_bytes: u8) -> Self {
        Self { types, pointer_bytes, known: vec![0; types.end_id() as usize] }
    }

    fn place(&mut self, member: &RawMember) -> Placed {
        let known = self.known.get_mut(member.type_id as usize);
        let Some(known) = known.filter(|_| member.bit_field_bits == 0) else {
            return place(self.types, member, self.pointer_bytes);
        };
        if let Some(bits) = known.checked_sub(1) {
            let offset_bits = u64::from(member.offset_bits);
            return Placed { offset_bits, size_bits: Some(u64::from(bits)), unit_bits: 0 };
        }
        let placed = place(self.types, member, self.pointer_bytes);
        let bits = placed.size_bits.and_then(|bits| u32::try_from(bits).ok());
        // A bit-field of before Linux 4.20 shows only by its type, and has no size of whole bytes.
        if placed.unit_bits == 0 {
            *known = bits.and_then(|bits| bits.checked_add(1)).unwrap_or(0);
        }
        placed
    }
}

/// Hashes of members, each type's taken once: a damaged section can let all its rows and unnamed members refer
/// to one long list. What is taken stays, so that a struct has one key: in a type that holds itself the hash
/// depends on where it was entered first.
#[derive(Debug, Default)]
pub struct MembersHashes {
    /// The hash of each struct or union; 0 while it is being computed.
    known: FxHashMap<TypeId, u64>,
}

impl MembersHashes {
    /// That of a row's struct or union, as in its content key.
    pub fn of(&mut self, types: &Types, pointer_bytes: u8, aggregate: TypeId) -> u64 {
        let mut walk = HashWalk { types, pointer_bytes, known: &mut self.known };
        types.get(aggregate).map_or(0, |body| walk.hash(aggregate, &body, 0))
    }
}

struct HashWalk<'a> {
    types: &'a Types,
    pointer_bytes: u8,
    known: &'a mut FxHashMap<TypeId, u64>,
}

impl HashWalk<'_> {
    fn hash(&mut self, id: TypeId, body: &Type<'_>, depth: u32) -> u64 {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        self.known.insert(id, 0);
        let mut hash = MembersHash::default();
        for member in body.members() {
            let placed = place(self.types, &member, self.pointer_bytes);
            // As text, replacements included: the key must be that of the described struct.
            let name = self.types.text(member.name_offset);
            let is_named = !name.is_empty();
            hash.member(is_named.then_some(name.as_bytes()), placed.offset_bits, placed.size_bits);
            if !is_named
                && depth < MAX_INSIDE
                && let Some((id, body)) = strip(self.types, member.type_id)
                && matches!(body.kind, Kind::Struct | Kind::Union)
            {
                hash.inside(self.hash(id, &body, depth + 1));
            }
        }
        let hash = hash.finish();
        self.known.insert(id, hash);
        hash
    }
}

/// Names are joined by line breaks: one within a name would shift all rows.
/// Typedefs of structs that have a name.
fn add_typedefs(types: &Types, index: &mut StructIndex) {
    for id in types.first_id()..types.end_id() {
        if types.own_kind(id) == Some(Kind::Typedef)
            && let Some(typedef) = types.get(id)
            && let Some((_, body)) = strip(types, typedef.size_or_type)
            && matches!(body.kind, Kind::Struct | Kind::Union)
        {
            index.add_typedef(types.string(typedef.name_offset), types.string(body.name_offset));
        }
    }
}

fn push_name(names: &mut String, name: &[u8]) {
    let text = String::from_utf8_lossy(name);
    names.push_str(&visible_name(&text));
}

/// The struct or union that a type is, or is an array of.
fn held_aggregate(types: &Types, mut id: TypeId) -> Option<TypeId> {
    for _ in 0..super::resolve::MAX_CHAIN {
        let (found, body) = strip(types, id)?;
        match body.kind {
            Kind::Struct | Kind::Union => return Some(found),
            Kind::Array if body.word(2) > 0 => id = body.word(0),
            _ => return None,
        }
    }
    None
}

fn diagnostics(types: &Types, doubts: Doubts) -> Vec<Diagnostic> {
    let mut list = Vec::new();
    if let Some((offset, reason)) = &types.stopped {
        let location = format!("BTF type section + {offset:#x}");
        list.push(messages::btf_cut(types.end_id() - 1, reason).at(location, 1));
    }
    let circles = in_circles(doubts.full, |id| {
        let members = types.get(id).into_iter().flat_map(|body| body.members());
        members.filter_map(|member| held_aggregate(types, member.type_id)).collect()
    });
    if let Some(first) = circles.first().and_then(|id| types.get(*id)) {
        let count = u32::try_from(circles.len()).unwrap_or(u32::MAX);
        list.push(messages::holds_itself().at(types.text(first.name_offset), count));
    }
    if doubts.unknown_sizes > 0 {
        list.push(messages::size_unknown().at(doubts.first_unknown, doubts.unknown_sizes));
    }
    list
}
