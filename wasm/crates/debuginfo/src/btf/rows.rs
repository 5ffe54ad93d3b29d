//! The list of structs and unions.

use facts::{Diagnostic, IndexStage, Severity, StructIndex};
use rustc_hash::FxHashMap;

use crate::summary::{self, Extent, Summary};
use facts::key::{MAX_INSIDE, MembersHash};

use super::raw::{Kind, Type, TypeId, Types};
use super::resolve::{place, strip};

/// One row.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The struct, or the typedef of an unnamed struct.
    pub named: TypeId,
    pub size_bytes: u32,
    pub hash: u64,
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
pub fn collect(types: &Types, pointer_bytes: u8) -> (Vec<Row>, StructIndex) {
    let mut unknown_sizes = Unknown::default();
    let mut list = find(types, pointer_bytes, &mut unknown_sizes);
    // As the page lists them, which would take many times longer to sort them; those with an underscore in
    // front last. Stable: layouts of a name stay in the file's order.
    list.sort_by(|a, b| by_name(a.name).cmp(&by_name(b.name)));
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
    index.diagnostics = diagnostics(types, unknown_sizes);
    (list.iter().map(|listed| listed.row).collect(), index)
}

fn by_name(name: &[u8]) -> (bool, &[u8]) {
    (name.starts_with(b"_"), name)
}

/// Each layout of each name once, in the order of the file.
fn find<'a>(types: &'a Types, pointer_bytes: u8, unknown: &mut Unknown) -> Vec<Listed<'a>> {
    let mut list: Vec<Listed<'a>> = Vec::new();
    // All rows of a name, so that the same layout is listed once.
    let mut known: FxHashMap<&[u8], Vec<u32>> = FxHashMap::default();
    let mut insides = Insides { types, pointer_bytes, known: FxHashMap::default() };
    for id in types.first_id()..types.end_id() {
        if !matches!(types.own_kind(id), Some(Kind::Struct | Kind::Union | Kind::Typedef)) {
            continue;
        }
        let Some((found, aggregate)) = named_aggregate(types, id) else { continue };
        let name = types.string(found);
        let Some(body) = types.get(aggregate) else { continue };
        let (hash, summary) = measure(&mut insides, &body, name, unknown);
        let is_union = body.kind == Kind::Union;
        let row = Row { named: id, size_bytes: body.size_or_type, hash, is_union };
        let same_name = known.entry(name).or_default();
        if same_name.iter().any(|other| same_layout(&list[*other as usize].row, &row)) {
            continue;
        }
        same_name.push(list.len() as u32);
        list.push(Listed { row, name, members: body.len, summary, variant: 0 });
    }
    for same_name in known.values().filter(|rows| rows.len() > 1) {
        for (number, place) in same_name.iter().enumerate() {
            list[*place as usize].variant = u16::try_from(number + 1).unwrap_or(u16::MAX);
        }
    }
    list
}

fn same_layout(a: &Row, b: &Row) -> bool {
    a.hash == b.hash && a.size_bytes == b.size_bytes && a.is_union == b.is_union
}

/// The name and the struct of a type that makes a row.
fn named_aggregate(types: &Types, id: TypeId) -> Option<(u32, TypeId)> {
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
    (!types.string(found.name_offset).is_empty()).then_some((found.name_offset, aggregate))
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

#[derive(Default)]
struct Unknown {
    count: u32,
    first: String,
}

/// The content hash and the summary in one walk over the members.
fn measure(
    insides: &mut Insides<'_>,
    body: &Type<'_>,
    name: &[u8],
    unknown: &mut Unknown,
) -> (u64, Summary) {
    let (types, pointer_bytes) = (insides.types, insides.pointer_bytes);
    let mut hash = MembersHash::default();
    let extents = body.members().map(|member| {
        let placed = place(types, &member, pointer_bytes);
        // As text, replacements included: the key must be that of the described struct.
        let member_name = types.text(member.name_offset);
        hash.member(
            (!member_name.is_empty()).then_some(member_name.as_bytes()),
            placed.offset_bits,
            placed.size_bits,
        );
        if member_name.is_empty() {
            insides.add(&mut hash, member.type_id, 0);
        }
        if placed.size_bits.is_none() {
            if unknown.count == 0 {
                unknown.first = format!("{}.{}", String::from_utf8_lossy(name), member_name);
            }
            unknown.count = unknown.count.saturating_add(1);
        }
        Extent {
            offset_bits: placed.offset_bits,
            size_bits: placed.size_bits.unwrap_or(0),
            unit_bits: placed.unit_bits,
        }
    });
    let summary = if body.kind == Kind::Union {
        extents.for_each(drop);
        Summary::default()
    } else {
        summary::of_struct(u64::from(body.size_or_type), extents)
    };
    (hash.finish(), summary)
}

/// Hashes of the members of unnamed structs and unions, each taken once: a damaged section can let all its
/// members refer to one long list.
struct Insides<'a> {
    types: &'a Types,
    pointer_bytes: u8,
    /// By type; 0 while it is being taken, for a type that holds itself.
    known: FxHashMap<TypeId, u64>,
}

impl Insides<'_> {
    /// Takes in the members of the type of an unnamed member, where it has any.
    fn add(&mut self, hash: &mut MembersHash, id: TypeId, depth: u32) {
        if depth < MAX_INSIDE
            && let Some((id, body)) = strip(self.types, id)
            && matches!(body.kind, Kind::Struct | Kind::Union)
        {
            hash.inside(self.hash(id, &body, depth));
        }
    }

    fn hash(&mut self, id: TypeId, body: &Type<'_>, depth: u32) -> u64 {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        self.known.insert(id, 0);
        let mut hash = MembersHash::default();
        for member in body.members() {
            let placed = place(self.types, &member, self.pointer_bytes);
            let name = self.types.text(member.name_offset);
            let is_named = !name.is_empty();
            hash.member(is_named.then_some(name.as_bytes()), placed.offset_bits, placed.size_bits);
            if !is_named {
                self.add(&mut hash, member.type_id, depth + 1);
            }
        }
        let hash = hash.finish();
        self.known.insert(id, hash);
        hash
    }
}

/// Names are joined by line breaks: one within a name would shift all rows.
fn push_name(names: &mut String, name: &[u8]) {
    let text = String::from_utf8_lossy(name);
    if text.contains('\n') {
        names.push_str(&text.replace('\n', " "));
    } else {
        names.push_str(&text);
    }
}

fn diagnostics(types: &Types, unknown: Unknown) -> Vec<Diagnostic> {
    let mut list = Vec::new();
    if let Some((offset, reason)) = &types.stopped {
        list.push(Diagnostic {
            severity: Severity::Warning,
            message: format!(
                "the BTF types after number {} could not be read: {reason}",
                types.end_id() - 1
            ),
            place: format!("BTF type section + {offset:#x}"),
            count: 1,
        });
    }
    if unknown.count > 0 {
        list.push(Diagnostic {
            severity: Severity::Warning,
            message: "the size of a member's type is unknown (a type number out of range, a cycle, or a type that is only declared)"
                .to_owned(),
            place: unknown.first,
            count: unknown.count,
        });
    }
    list
}
