//! Alignments that BTF does not state: what every use of a type in the file says, and what is known of the kernel's
//! own types.
//!
//! An attribute on a type (`} ____cacheline_aligned;`) moves it in every struct that holds it. One place cannot tell it
//! from an attribute on the member, all places together often can. Types that lie at offset 0 of whatever holds them,
//! or where they would lie anyway, show nothing: of those the kernel's sources are the only witness.

use facts::Target;

use super::known_alignments::known_alignment;
use super::raw::{Kind, RawMember, TypeId, Types};
use super::resolve::{place, strip};

/// What the places of a type in the structs of a file say of its alignment, in bits.
#[derive(Debug, Clone, Copy)]
struct Uses {
    /// The largest that all its offsets are multiples of.
    limit: u64,
    /// The smallest that explains every gap before it.
    needed: u64,
    /// Places in structs but the first.
    places: u32,
}

/// Uses of every aggregate of a file that some other holds.
#[derive(Debug, Default)]
pub struct Alignments {
    /// One more than a type's place in `uses`, by its number; 0 for a type that nothing holds.
    places: Vec<u32>,
    uses: Vec<Uses>,
}

const NO_USE: Uses = Uses { limit: 1 << 35, needed: 8, places: 0 };
/// Types hold each other by value, so that this is deeper than any.
const MAX_NESTING: usize = 32;
/// A gap that only this many bytes or more explain is for a cache line, as in [`crate::infer`].
const LINE_EVIDENCE_BITS: u64 = 16 * 8;
/// A single place may as well have the attribute on its member.
const FEWEST_PLACES: u32 = 2;

impl Alignments {
    /// Looks at every member of every struct.
    pub fn of(types: &Types, pointer_bytes: u8) -> Self {
        let mut all = Self { places: vec![0; types.end_id() as usize], uses: Vec::new() };
        let mut held_by = Vec::new();
        let mut aggregates = Aggregates::new(types);
        for id in 1..types.end_id() {
            if !matches!(types.kind(id), Some(Kind::Struct | Kind::Union)) {
                continue;
            }
            let Some(body) = types.get(id) else { continue };
            let mut before: Option<RawMember> = None;
            let of_size = power_of_two_in(u64::from(body.size_or_type) * 8);
            for member in body.members() {
                let of_type = aggregates.behind(member.type_id);
                if let Some(held) = of_type.filter(|_| member.bit_field_bits == 0) {
                    let offset = u64::from(member.offset_bits);
                    let Some((place, own)) = all.entry(held) else { continue };
                    held_by.push((place, id));
                    own.limit = own.limit.min(of_size).min(power_of_two_in(offset));
                    if offset > 0 && body.kind == Kind::Struct {
                        own.places = own.places.saturating_add(1);
                        let end = before.map_or(0, |before| end_of(types, &before, pointer_bytes));
                        own.needed = own.needed.max(explains(end, offset).unwrap_or(8));
                    }
                }
                before = Some(member);
            }
        }
        // What holds a type is as aligned as the type, wherever it lies itself.
        for _ in 0..MAX_NESTING {
            let mut changed = false;
            for (held, container) in &held_by {
                let limit = all.uses_of(*container).map_or(u64::MAX, |uses| uses.limit);
                if let Some(own) = all.uses.get_mut(*held).filter(|own| own.limit > limit) {
                    own.limit = limit;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        all
    }

    fn uses_of(&self, id: TypeId) -> Option<&Uses> {
        let place = self.places.get(id as usize)?.checked_sub(1)?;
        self.uses.get(place as usize)
    }

    /// The uses of a type, none at first, and their place.
    fn entry(&mut self, id: TypeId) -> Option<(usize, &mut Uses)> {
        let place = self.places.get_mut(id as usize)?;
        if *place == 0 {
            self.uses.push(NO_USE);
            *place = self.uses.len() as u32;
        }
        let at = *place as usize - 1;
        self.uses.get_mut(at).map(|own| (at, own))
    }

    /// The alignment in bytes that a type has beyond what its members give it, as far as anything says so.
    pub fn hint(&self, types: &Types, id: TypeId, target: &Target) -> Option<u32> {
        let body = types.get(id)?;
        let line_bytes = u32::from(target.line_bytes);
        let line = u64::from(line_bytes) * 8;
        let fits = |bits: u64| {
            let size_bits = u64::from(body.size_or_type) * 8;
            let limit = self.uses_of(id).map_or(u64::MAX, |uses| uses.limit);
            size_bits.is_multiple_of(bits) && bits <= limit
        };
        let name = types.string(body.name_offset);
        if let Some(bytes) = known_alignment(name, target)
            && fits(u64::from(bytes) * 8)
        {
            return Some(bytes);
        }
        let uses = self.uses_of(id).filter(|uses| uses.places >= FEWEST_PLACES)?;
        let bits = if uses.needed >= LINE_EVIDENCE_BITS && fits(line.max(uses.needed)) {
            line.max(uses.needed)
        } else {
            uses.needed
        };
        (bits > 8 && fits(bits)).then(|| u32::try_from(bits / 8).ok()).flatten()
    }
}

/// The struct or union behind each type, looked through once: most members are scalars and pointers, of a few types.
struct Aggregates<'a> {
    types: &'a Types,
    /// What each type stands for, by its number: `NOT_YET` before it was asked for, 0 (`void`) for nothing.
    behind: Vec<TypeId>,
}

const NOT_YET: TypeId = TypeId::MAX;

impl<'a> Aggregates<'a> {
    fn new(types: &'a Types) -> Self {
        Self { types, behind: vec![NOT_YET; types.end_id() as usize] }
    }

    fn behind(&mut self, id: TypeId) -> Option<TypeId> {
        let known = self.behind.get_mut(id as usize)?;
        if *known == NOT_YET {
            *known = aggregate_in(self.types, id).unwrap_or(0);
        }
        (*known != 0).then_some(*known)
    }
}

/// Where a member ends, in bits, rounded up to a byte.
fn end_of(types: &Types, member: &RawMember, pointer_bytes: u8) -> u64 {
    let placed = place(types, member, pointer_bytes);
    let end = placed.offset_bits.saturating_add(placed.size_bits.unwrap_or(0));
    end.checked_next_multiple_of(8).unwrap_or(u64::MAX)
}

/// The largest power of two that divides a number; of 0 it is any.
fn power_of_two_in(bits: u64) -> u64 {
    if bits == 0 { u64::MAX } else { 1 << bits.trailing_zeros() }
}

/// The struct or union behind typedefs, qualifiers and arrays.
fn aggregate_in(types: &Types, mut id: TypeId) -> Option<TypeId> {
    for _ in 0..super::resolve::MAX_CHAIN {
        let (found, body) = strip(types, id)?;
        match body.kind {
            Kind::Array => id = body.word(0),
            Kind::Struct | Kind::Union => return Some(found),
            _ => return None,
        }
    }
    None
}

/// The smallest power of two that takes the end of one member to the next; `None` for a damaged offset.
fn explains(start: u64, offset: u64) -> Option<u64> {
    std::iter::successors(Some(8u64), |align| align.checked_mul(2))
        .take_while(|align| *align <= 1 << 16)
        .find(|align| start.checked_next_multiple_of(*align) == Some(offset))
}
