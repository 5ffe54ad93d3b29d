//! Which member lies at an offset of a type.

use debuginfo::dwarf::located::{Kind, Lost, TypeId, Types};

/// A member that covers an offset, or ends before it where nothing does.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// From the outside in: `f_lock.rlock`.
    pub path: String,
    /// Aggregates that hold it, from the outermost in, with the offset of the access in each.
    pub chain: Vec<(TypeId, u64)>,
    /// Its type, neither typedef nor qualifier.
    pub of: Option<TypeId>,
    /// How far the access begins after the member does.
    pub inside: u64,
    /// Its size, `None` for what has none.
    pub bytes: Option<u64>,
    /// Whether another member of a union lies there too.
    pub is_shared: bool,
}

/// Structs within structs.
const MAX_DEPTH: usize = 24;
/// Members that are looked at for one question.
const MAX_LOOKS: usize = 20_000;
const MAX_LEAVES: usize = 64;
/// Paths of hostile names.
const MAX_PATH_BYTES: usize = 400;

/// Everything that lies at an offset. Of an array any element may be meant (`is_element`): its index is not told.
pub fn leaves(types: &Types, of: TypeId, offset: u64, is_element: bool) -> Vec<Leaf> {
    let mut search = Search { types, is_element, looks: 0, found: Vec::new() };
    search.look(of, offset, &mut Vec::new(), String::new(), false);
    search.found
}

/// The member that an access of `bytes` at `offset` means.
pub fn best(types: &Types, of: TypeId, offset: u64, bytes: u64, is_element: bool) -> Option<Leaf> {
    let fits = |leaf: &Leaf| {
        let begins = leaf.inside == 0;
        let has_size = leaf.bytes == Some(bytes);
        (begins && has_size, begins, leaf.of.is_some())
    };
    let mut best: Option<Leaf> = None;
    for leaf in leaves(types, of, offset, is_element) {
        // The first among equals: what is declared first names the bytes.
        if best.as_ref().is_none_or(|known| fits(&leaf) > fits(known)) {
            best = Some(leaf);
        }
    }
    best
}

/// Why it is not known what lies where no member is known: one before it has a type that is not there, and no size.
pub fn lost_at(types: &Types, leaf: &Leaf) -> Option<Lost> {
    let is_gap = leaf.of.is_none() && leaf.bytes.is_none();
    let &(of, offset) = leaf.chain.last().filter(|_| is_gap)?;
    let Kind::Aggregate { members, .. } = &types.get(of).kind else { return None };
    let before = members.iter().filter(|member| member.offset_bits / 8 <= offset);
    before.filter_map(|member| types.lost(types.strip(member.of?)?)).last()
}

/// What a pointer that lies at an offset leads to: its target, the path to it, and whether a union leaves another
/// member possible.
pub fn pointers(
    types: &Types,
    of: TypeId,
    offset: u64,
    is_element: bool,
) -> Vec<(TypeId, String, bool)> {
    const POINTER_BYTES: u64 = 8;
    let all = leaves(types, of, offset, is_element);
    let whole: Vec<&Leaf> =
        all.iter().filter(|leaf| leaf.inside == 0 && leaf.bytes == Some(POINTER_BYTES)).collect();
    let target = |leaf: &Leaf| leaf.of.and_then(|of| types.pointee(of));
    let is_union =
        whole.iter().any(|leaf| target(leaf) != whole.first().and_then(|leaf| target(leaf)));
    whole.iter().filter_map(|leaf| Some((target(leaf)?, leaf.path.clone(), is_union))).collect()
}

/// How large the elements are of arrays in an object: of structs of any size, else of words at least.
pub fn element_sizes(types: &Types, of: TypeId) -> Vec<u64> {
    const MIN_BYTES: u64 = 8;
    const MAX_SIZES: usize = 32;
    let mut sizes = Vec::new();
    let mut waiting = vec![(of, 0)];
    let mut looks = 0;
    while let Some((of, depth)) = waiting.pop() {
        looks += 1;
        if looks > MAX_LOOKS || sizes.len() >= MAX_SIZES {
            break;
        }
        let Some(of) = types.strip(of) else { continue };
        match &types.get(of).kind {
            Kind::Aggregate { members, .. } if depth < MAX_DEPTH => {
                waiting.extend(members.iter().filter_map(|member| Some((member.of?, depth + 1))));
            }
            Kind::Array(Some(element), _) if depth < MAX_DEPTH => {
                let size = types.size(*element).filter(|size| *size >= MIN_BYTES);
                if let Some(size) = size.filter(|size| !sizes.contains(size)) {
                    sizes.push(size);
                }
                waiting.push((*element, depth + 1));
            }
            _ => {}
        }
    }
    sizes
}

/// Whether one object lies in the other where both would have to be: `inner` at `apart` bytes in `outer`.
pub fn holds(types: &Types, outer: TypeId, apart: i64, inner: TypeId) -> bool {
    let Ok(apart) = u64::try_from(apart) else { return false };
    if outer == inner {
        return apart == 0;
    }
    leaves(types, outer, apart, false).iter().any(|leaf| {
        let part = leaf.chain.iter().any(|&(of, at)| of == inner && at == 0);
        part || (leaf.inside == 0 && leaf.of == Some(inner))
    })
}

struct Search<'a> {
    types: &'a Types,
    is_element: bool,
    looks: usize,
    found: Vec<Leaf>,
}

impl Search<'_> {
    fn look(
        &mut self,
        of: TypeId,
        offset: u64,
        chain: &mut Vec<(TypeId, u64)>,
        path: String,
        is_shared: bool,
    ) {
        self.looks += 1;
        if self.looks > MAX_LOOKS || self.found.len() >= MAX_LEAVES || chain.len() > MAX_DEPTH {
            return;
        }
        let Some(of) = self.types.strip(of).map(|of| self.types.complete(of)) else { return };
        let kind = &self.types.get(of).kind;
        match kind {
            Kind::Aggregate { members, is_union, .. } => {
                chain.push((of, offset));
                let before = self.found.len();
                let mut covering = 0;
                for (number, member) in members.iter().enumerate() {
                    let begin = member.offset_bits / 8;
                    let bytes = match member.width_bits {
                        Some(width) => Some((member.offset_bits % 8 + width).div_ceil(8)),
                        None => member.of.and_then(|of| self.types.size(of)),
                    };
                    // An array without a bound at the end reaches as far as it likes.
                    let is_open = bytes.is_none_or(|bytes| bytes == 0);
                    let ends = bytes.map_or(u64::MAX, |bytes| begin.saturating_add(bytes));
                    if offset < begin || (!is_open && offset >= ends) {
                        continue;
                    }
                    // In the middle such an array only marks a place.
                    let is_last = *is_union || number + 1 == members.len();
                    if is_open && !(is_last && self.is_open_array(member.of)) {
                        continue;
                    }
                    // Bit-fields share bytes, members of structs do not: those of a union do, and the alternatives of an enum.
                    covering += usize::from(member.width_bits.is_none());
                    let path = joined(&path, member.name.as_deref());
                    match (member.width_bits, member.of) {
                        (None, Some(of)) => {
                            let shared = is_shared || covering > 1;
                            self.look(of, offset - begin, chain, path, shared);
                        }
                        _ => self.leaf(path, chain, None, offset - begin, bytes, is_shared),
                    }
                }
                if covering > 1 {
                    self.found.iter_mut().skip(before).for_each(|leaf| leaf.is_shared = true);
                }
                if self.found.len() == before {
                    // A hole, padding, or a struct without members.
                    self.leaf(path, chain, None, 0, None, is_shared);
                }
                chain.pop();
            }
            Kind::Array(Some(element), count) => {
                let bytes = self.types.size(*element).filter(|bytes| *bytes > 0);
                let Some(bytes) = bytes else { return };
                let index = offset / bytes;
                if count.is_some_and(|count| count > 0 && index >= count) {
                    return;
                }
                let path =
                    if self.is_element { format!("{path}[]") } else { format!("{path}[{index}]") };
                self.look(*element, offset % bytes, chain, path, is_shared);
            }
            _ => {
                let bytes = self.types.size(of);
                if bytes.is_none_or(|bytes| offset < bytes.max(1)) {
                    self.leaf(path, chain, Some(of), offset, bytes, is_shared);
                }
            }
        }
    }

    /// An array without a bound; kernels wrap it (`DECLARE_FLEX_ARRAY`) so that it can be a member of a union.
    fn is_open_array(&self, of: Option<TypeId>) -> bool {
        let mut of = of.and_then(|of| self.types.strip(of));
        for _ in 0..MAX_DEPTH {
            let Some(own) = of else { return false };
            match &self.types.get(own).kind {
                Kind::Array(_, count) => return matches!(count, None | Some(0)),
                Kind::Aggregate { members, .. } if self.types.size(own) == Some(0) => {
                    of = members.last().and_then(|last| self.types.strip(last.of?));
                }
                _ => return false,
            }
        }
        false
    }

    fn leaf(
        &mut self,
        path: String,
        chain: &[(TypeId, u64)],
        of: Option<TypeId>,
        inside: u64,
        bytes: Option<u64>,
        is_shared: bool,
    ) {
        if self.found.len() < MAX_LEAVES {
            let chain = chain.to_vec();
            self.found.push(Leaf { path, chain, of, inside, bytes, is_shared });
        }
    }
}

fn joined(path: &str, name: Option<&str>) -> String {
    match name {
        None => path.to_owned(),
        Some(_) if path.len() > MAX_PATH_BYTES => path.to_owned(),
        Some(name) if path.is_empty() => name.to_owned(),
        Some(name) => format!("{path}.{name}"),
    }
}
