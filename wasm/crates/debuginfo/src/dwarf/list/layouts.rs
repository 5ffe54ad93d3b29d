//! Splits the rows of one name, kind and size by their members, and counts holes.
//!
//! The same struct stands in hundreds of units. Its members are hashed there by what can be
//! compared without reading a name (string offsets, places, sizes); only a hash that was not seen
//! before is looked at again, by its names, and gives the content key.

use facts::Keyword;
use rustc_hash::FxHashMap;

use crate::embed::in_circles;
use crate::summary::{Extent, Summary, of_struct};
use facts::key::{MAX_INSIDE, MembersHash};

use super::containers::DwarfContainers;
use super::found::Found;
use super::members::ShallowMember;
use super::rows::{Members, Row};
use super::sizes::MAX_LONG_CHAIN;
use super::unit_plans::UnitPlans;
use crate::dwarf::resolve::{Resolver, TypeRef};
use crate::dwarf::store::StrPlace;

/// The work, unit by unit.
#[derive(Debug, Default)]
pub(crate) struct Layouts {
    /// One layout of a group each.
    list: Vec<Row>,
    /// Layouts by group and the hash that is quick to compute.
    by_quick: FxHashMap<(u32, u64), u32>,
    /// Layouts by group and the content hash.
    by_content: FxHashMap<(u32, u64), u32>,
    /// What has a member as large as itself: in every circle of types that hold each other there is one.
    full: Vec<TypeRef>,
    /// Whether a member is larger than what holds it, which is damage.
    has_larger: bool,
    /// Of half of a file, how many of `full` were followed while their units were in memory, and those that hold
    /// themselves.
    followed: usize,
    in_circles: Vec<TypeRef>,
}

/// What was noticed of a unit.
#[derive(Debug, Default)]
pub(crate) struct UnitDone {
    /// Whether it refers to the same members again and again, as only a damaged one does.
    pub is_spent: bool,
    /// Where children do not end where they have to, as an offset in the section.
    pub misnested: Option<usize>,
}

impl Layouts {
    /// Each layout that was found is a row.
    pub fn into_rows(self) -> Vec<Row> {
        self.list
    }

    /// Structs that hold themselves by value, where all units were looked at.
    pub fn in_circles(&mut self, resolver: &Resolver<'_>) -> Vec<TypeRef> {
        if self.has_larger || !resolver.is_half() {
            self.followed = 0;
            self.in_circles.clear();
        }
        self.follow(resolver);
        std::mem::take(&mut self.in_circles)
    }

    fn follow(&mut self, resolver: &Resolver<'_>) {
        let containers = DwarfContainers::new(resolver);
        let full = self.full.get(self.followed..).unwrap_or_default().to_vec();
        let circles = in_circles(full, |at| containers.held_in_full(at, self.has_larger));
        self.in_circles.extend(circles);
        self.followed = self.full.len();
    }

    /// Looks at the instances of one unit.
    pub fn add_unit(&mut self, resolver: &Resolver<'_>, found: &Found, number: u32) -> UnitDone {
        let Some(plans) = UnitPlans::open(resolver, number) else {
            return UnitDone::default();
        };
        let first = plans.unit.first_instance as usize;
        let next = found.units.get(number as usize + 1);
        let end = next.map_or(found.instances.len(), |unit| unit.first_instance as usize);
        for &(group, offset) in found.instances.get(first..end).unwrap_or_default() {
            let at = TypeRef { unit: number, offset: offset as usize };
            self.add_instance(resolver, found, &plans, group, at);
        }
        if resolver.is_half() {
            // Nothing in it leads to another unit.
            self.follow(resolver);
        }
        UnitDone { is_spent: plans.is_spent(), misnested: plans.misnested() }
    }

    /// Looks at what only typedefs of other units name.
    pub fn add_far_instances(&mut self, resolver: &Resolver<'_>, found: &Found) {
        for &(group, at) in &found.far_instances {
            if let Some(plans) = UnitPlans::open(resolver, at.unit) {
                self.add_instance(resolver, found, &plans, group, at);
            }
        }
    }

    #[inline(always)]
    fn add_instance(
        &mut self,
        resolver: &Resolver<'_>,
        found: &Found,
        plans: &UnitPlans<'_>,
        group: u32,
        at: TypeRef,
    ) {
        let quick = quick_hash(resolver, plans, at);
        if !self.by_quick.contains_key(&(group, quick)) {
            let layout = self.content(resolver, found, plans, group, at);
            self.by_quick.insert((group, quick), layout);
        }
    }

    /// The layout of an instance whose quick hash is new: often the first of its content as well.
    fn content(
        &mut self,
        resolver: &Resolver<'_>,
        found: &Found,
        plans: &UnitPlans<'_>,
        group: u32,
        at: TypeRef,
    ) -> u32 {
        let members_hash = members_hash(resolver, plans, at, 0);
        let next = self.list.len() as u32;
        let layout = *self.by_content.entry((group, members_hash)).or_insert(next);
        if layout == next {
            let row = found.group(group);
            let mut places = Vec::new();
            let mut is_full = false;
            plans.each_member(resolver, at.offset, &mut |ShallowMember { place, .. }| {
                is_full |= place.fills(row.size_bytes);
                self.has_larger |= place.fills(row.size_bytes.saturating_add(1));
                places.push(place);
            });
            if is_full {
                self.full.push(at);
            }
            let member_count = places.len() as u32;
            let summary = match row.kind {
                Keyword::Union => Summary::default(),
                _ => {
                    // rustc states fields as they are declared, which is not how they lie.
                    if !places.is_sorted_by_key(|place| place.offset_bits) {
                        places.sort_by_key(|place| place.offset_bits);
                    }
                    let end = row.size_bytes.saturating_mul(8);
                    let extents = places.iter().enumerate().map(|(at, place)| Extent {
                        offset_bits: place.offset_bits,
                        // Nobody states how large it is: nothing up to the next member is a hole.
                        size_bits: place.size_bits.unwrap_or_else(|| {
                            let next = places.get(at + 1).map_or(end, |next| next.offset_bits);
                            next.saturating_sub(place.offset_bits)
                        }),
                        unit_bits: place.unit_bits,
                    });
                    of_struct(row.size_bytes, extents)
                }
            };
            let members = Some(Members { hash: members_hash, count: member_count, summary });
            self.list.push(Row { group, first: at, members });
        }
        layout
    }
}

/// The hash of the members of the aggregate at a place, as in the content key. `depth` is that of unnamed
/// aggregates in each other.
pub(crate) fn members_hash(
    resolver: &Resolver<'_>,
    plans: &UnitPlans<'_>,
    at: TypeRef,
    depth: u32,
) -> u64 {
    let mut hash = MembersHash::default();
    plans.each_member(resolver, at.offset, &mut |member| {
        let place = member.place;
        let base = member.base.and_then(|base| base_name(resolver, base));
        let name = match (&base, member.name) {
            (Some(base), _) => Some(base.as_bytes()),
            (None, Some(name)) => resolver.store().string_at(plans.unit, name),
            (None, None) => None,
        };
        let name = name.filter(|name| !name.is_empty());
        // Long names of very many members would take forever.
        let _ = plans.spend(name.map_or(0, |name| name.len() as u64 / 64));
        // What is not UTF-8 is shown with replacement characters; the key is over what is shown.
        let shown = name.map(String::from_utf8_lossy);
        hash.member(shown.as_deref().map(str::as_bytes), place.offset_bits, place.size_bits);
        if let Some(inside) = inside_hash(resolver, plans, member, depth) {
            hash.inside(inside);
        }
    });
    hash.finish()
}

/// The hash of what an unnamed member holds.
fn inside_hash(
    resolver: &Resolver<'_>,
    plans: &UnitPlans<'_>,
    member: ShallowMember,
    depth: u32,
) -> Option<u64> {
    let inside = member.inside.filter(|_| depth < MAX_INSIDE)?;
    let inside = plans.aggregate(resolver, inside, MAX_LONG_CHAIN)?;
    if inside.unit == plans.number {
        return Some(members_hash(resolver, plans, inside, depth + 1));
    }
    // Both draw on the same fuel, or two units that refer to each other would have it without end.
    let other = UnitPlans::open(resolver, inside.unit)?;
    let lent = other.lend(plans);
    let hash = members_hash(resolver, &other, inside, depth + 1);
    let _ = plans.spend(lent - other.lend(&other));
    Some(hash)
}

/// The name of a base class, as its description has it.
fn base_name(resolver: &Resolver<'_>, base: TypeRef) -> Option<String> {
    let base = UnitPlans::open(resolver, base.unit)?.signed_definition(resolver, base);
    if let Some(name) = resolver.full_name(base) {
        return Some(name);
    }
    let name = UnitPlans::open(resolver, base.unit)?.own_name(resolver, base.offset)?;
    Some(String::from_utf8_lossy(name).into_owned())
}

/// Equal for equal members of one file; different, now and then, for equal ones too.
#[inline(always)]
fn quick_hash(resolver: &Resolver<'_>, plans: &UnitPlans<'_>, at: TypeRef) -> u64 {
    let mut hash = 0x243f_6a88_85a3_08d3u64;
    let mut add = |value: u64| hash = mix(hash, value);
    let _ = plans.members(resolver, at.offset, |member| {
        match member.name {
            None => add(1),
            Some(StrPlace::Str(offset)) => add(offset << 2),
            Some(StrPlace::LineStr(offset)) => add(offset << 2 | 1),
            Some(StrPlace::Supplementary) => add(2),
            Some(place @ StrPlace::Inline(_)) => {
                let text = resolver.store().string_at(plans.unit, place);
                add_text(&mut add, text.unwrap_or_default());
            }
        }
        if let Some(base) = member.base {
            add_text(&mut add, base_name(resolver, base).unwrap_or_default().as_bytes());
        }
        add(member.place.offset_bits);
        add(member.place.size_bits.unwrap_or(u64::MAX));
        add(member.place.unit_bits);
        if member.inside.is_some() {
            add(inside_hash(resolver, plans, member, 0).unwrap_or(3));
        }
    });
    hash
}

fn add_text(add: &mut impl FnMut(u64), text: &[u8]) {
    add(1 << 63 | text.len() as u64);
    for chunk in text.chunks(8) {
        add(chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)));
    }
}

/// Each step is a bijection of the hash, so that nothing is lost but by chance (1 in 2^64).
#[inline(always)]
fn mix(hash: u64, value: u64) -> u64 {
    let mixed = (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}
