//! What the debug information does not state but the offsets prove.
//!
//! DWARF records alignments but neither `packed` nor unnamed or zero-width bit-fields; BTF records
//! none of them. The natural rules (System V psABI, "Aggregates and Unions"; GCC, "Common Type
//! Attributes") come first, then the fewest marks that explain every stated offset and the size,
//! each as small as it can be. Every mark says that it is inferred. Where nothing explains the
//! offsets the aggregate becomes read-only, with a sentence.

mod apply;
mod failure;
mod fill;
mod place;
mod solution;
mod solve;
mod walk;

use facts::{Alignment, AlignmentSource, Keyword, StructDesc, Target, TypeFact, TypeShape};

use rustc_hash::FxHashMap;

use failure::Failure;
use place::Item;
use solution::Solution;

/// Fills in alignments of aggregates and arrays (bottom-up) and marks what the stated offsets
/// and sizes need beyond the natural rules: alignments, packed, unnamed bit-fields.
///
/// A reader hands in what is stated: `align` of scalars, pointers and enums; `align` with
/// `AlignmentSource::Stated` of any type (a typedef, say) where the file states one, which is kept;
/// `forced_align` of aggregates and `align` of members where stated; `read_only` where it knows
/// that C's rules do not hold. `align` of aggregates and arrays with `AlignmentSource::Abi` is
/// computed here, whatever it was.
/// `hints` has alignments in bytes of aggregates that other structs of the file, or its makers, vouch for; one that
/// contradicts an offset is passed over.
pub fn complete(desc: &mut StructDesc, hints: &FxHashMap<u32, u32>) {
    desc.types.iter_mut().for_each(drop_nonsense);
    let order = bottom_up(&desc.types, desc.root);
    let limits = embedded_limits(&desc.types, &order);
    for index in order {
        let (Some(fact), Some(&limit)) = (desc.types.get(index), limits.get(index)) else {
            continue;
        };
        let stated = fact.align.from == AlignmentSource::Stated;
        let align = match &fact.shape {
            TypeShape::Array { element, .. } => {
                desc.types.get(*element as usize).map(|element| element.align)
            }
            TypeShape::Aggregate { .. } => {
                let hint = hints.get(&(index as u32)).copied().unwrap_or(1);
                aggregate(desc, index, limit, hint)
            }
            _ => None,
        };
        if let Some(align) = align
            && !stated
            && let Some(fact) = desc.types.get_mut(index)
        {
            fact.align = align;
        }
    }
}

/// Alignments that are no power of two come from damaged files; they are as good as not stated.
fn drop_nonsense(fact: &mut TypeFact) {
    let sound = |align: &Alignment| align.bytes.is_power_of_two();
    if !sound(&fact.align) {
        fact.align = Alignment { bytes: 1, from: AlignmentSource::Abi };
    }
    if let TypeShape::Aggregate { members, forced_align, .. } = &mut fact.shape {
        *forced_align = forced_align.filter(sound);
        for member in members {
            member.align = member.align.filter(sound);
        }
    }
}

/// Explains one aggregate whose member types are done, and returns its alignment.
fn aggregate(
    desc: &mut StructDesc,
    index: usize,
    embedded_limit: u64,
    hint_bytes: u32,
) -> Option<Alignment> {
    let fact = desc.types.get(index)?;
    let TypeShape::Aggregate { keyword, members, forced_align, read_only, .. } = &fact.shape else {
        return Some(fact.align);
    };
    let problem = Problem {
        is_union: *keyword == Keyword::Union,
        size_bits: fact.size_bytes.map(|bytes| (bytes as u64).saturating_mul(8)),
        forced: *forced_align,
        items: members.iter().map(|member| Item::new(member, &desc.types)).collect(),
        target: &desc.target,
        embedded_limit,
    };
    if read_only.is_some() {
        return Some(problem.guess_alignment());
    }
    let mut result = solve::solve(&problem);
    let hint_bits = u64::from(hint_bytes) * 8;
    if let Ok(plain) = &result
        && plain.align.bytes < hint_bytes
        && problem.forced.is_none()
        && hint_bits <= problem.align_limit_bits().min(embedded_limit)
    {
        let hinted = Problem { forced: Some(apply::inferred(hint_bits)), ..problem };
        // The same members with the same marks, and the whole more aligned.
        result = solve::solve(&hinted).map(|mut solution| {
            solution.forced = Some(hint_bits.max(solution.forced.unwrap_or(0)));
            solution
        });
        return finish(desc, index, result, hinted.guess_alignment());
    }
    let guess = problem.guess_alignment();
    finish(desc, index, result, guess)
}

/// Writes down what explains an aggregate, or why nothing does.
fn finish(
    desc: &mut StructDesc,
    index: usize,
    result: Result<Solution, Failure>,
    guess: Alignment,
) -> Option<Alignment> {
    match result {
        Ok(solution) => Some(apply::apply(desc.types.get_mut(index)?, &solution)),
        Err(failure) => {
            let sentence = failure.sentence(desc.types.get(index)?, &desc.types);
            if let TypeShape::Aggregate { read_only, .. } = &mut desc.types.get_mut(index)?.shape {
                *read_only = Some(sentence);
            }
            Some(guess)
        }
    }
}

/// What is to be explained.
struct Problem<'a> {
    is_union: bool,
    size_bits: Option<u64>,
    forced: Option<Alignment>,
    items: Vec<Item>,
    target: &'a Target,
    /// The largest alignment, in bits, that the places where it is embedded allow.
    embedded_limit: u64,
}

impl Problem<'_> {
    /// The largest alignment that divides the size: no aggregate has more.
    fn align_limit_bits(&self) -> u64 {
        match self.size_bits {
            None | Some(0) => 1 << 35,
            Some(bits) => 1 << bits.trailing_zeros(),
        }
    }

    /// For an aggregate that no rule explains: what its members ask for, if its size allows it.
    fn guess_alignment(&self) -> Alignment {
        let limit = (self.align_limit_bits() / 8).max(1);
        let mut best = Alignment { bytes: 1, from: AlignmentSource::Abi };
        for item in &self.items {
            let wanted = item.stated.unwrap_or(item.natural);
            if wanted.bytes > best.bytes && u64::from(wanted.bytes) <= limit {
                best = wanted;
            }
        }
        match self.forced {
            Some(forced) if forced.bytes > best.bytes => forced,
            _ => best,
        }
    }
}

/// For each type, the largest alignment in bits that its offsets in other types allow: one that
/// lies at byte 32 of a struct is not aligned to 64.
fn embedded_limits(types: &[TypeFact], order: &[usize]) -> Vec<u64> {
    let mut limits = vec![1u64 << 35; types.len()];
    for &container in order.iter().rev() {
        let (Some(&limit), Some(fact)) = (limits.get(container), types.get(container)) else {
            continue;
        };
        match &fact.shape {
            TypeShape::Array { element, .. } => lower(&mut limits, *element, limit),
            TypeShape::Aggregate { members, .. } => {
                for member in members {
                    let offset = member.offset_bits as u64;
                    let by_offset = 1u64.checked_shl(offset.trailing_zeros()).unwrap_or(limit);
                    lower(&mut limits, member.type_index, limit.min(by_offset));
                }
            }
            _ => {}
        }
    }
    limits
}

fn lower(limits: &mut [u64], index: u32, limit: u64) {
    if let Some(known) = limits.get_mut(index as usize) {
        *known = limit.min(*known);
    }
}

/// Every type that the root holds, each after the types that it holds itself.
fn bottom_up(types: &[TypeFact], root: u32) -> Vec<usize> {
    let mut order = Vec::with_capacity(types.len());
    let mut seen = vec![false; types.len()];
    let roots = std::iter::once(root as usize).chain(0..types.len());
    let mut stack: Vec<(usize, bool)> = Vec::new();
    for start in roots {
        stack.push((start, false));
        while let Some((index, children_done)) = stack.pop() {
            if children_done {
                order.push(index);
                continue;
            }
            let (Some(seen), Some(fact)) = (seen.get_mut(index), types.get(index)) else {
                continue;
            };
            if std::mem::replace(seen, true) {
                continue;
            }
            stack.push((index, true));
            match &fact.shape {
                TypeShape::Array { element, .. } => stack.push((*element as usize, false)),
                TypeShape::Aggregate { members, .. } => {
                    stack.extend(members.iter().map(|member| (member.type_index as usize, false)));
                }
                _ => {}
            }
        }
    }
    order
}
