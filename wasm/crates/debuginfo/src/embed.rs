//! Which structs hold which: each is walked once, whatever asks for it.

use std::borrow::Cow;
use std::hash::Hash;
use std::rc::Rc;

use facts::{Embedding, HeldCounts, Keyword};
use rustc_hash::FxHashMap;

use crate::builder::MAX_DEPTH;
use crate::wanted::Wanted;

/// Elements of an array that are listed one by one.
const MAX_ELEMENTS: u64 = 16;
/// Places of all wanted types in one struct.
const MAX_PLACES: usize = 256;
/// What all structs hold together, at most: a kernel's are some hundred thousand. More are taken for damage.
const MAX_HELD: usize = 1 << 23;

/// The structs of a file, as their members lead from one to the other.
pub(crate) trait Containers {
    /// A struct, union or class.
    type Node: Copy + Eq + Hash;

    /// What is listed, in the order of the rows.
    fn rows(&self) -> Vec<Container<'_, Self::Node>>;

    /// Calls `each` with every struct, union or class that a member is, or is an array of.
    fn each_held(&self, of: Self::Node, each: &mut dyn FnMut(Held<'_, Self::Node>));
}

/// What may hold others.
pub(crate) struct Container<'a, N> {
    pub node: N,
    pub name: Cow<'a, [u8]>,
    pub kind: Keyword,
    pub size_bytes: u64,
}

/// What a member holds.
pub(crate) struct Held<'a, N> {
    pub node: N,
    /// The name under which it is listed; where it has none of its own, that of the typedef on the way.
    pub name: Option<Cow<'a, [u8]>>,
    /// Where the member lies.
    pub offset_bytes: u64,
    /// Elements, where it is an array; at least 1.
    pub count: u64,
    /// Size of each.
    pub size_bytes: u64,
}

/// Every row that holds one of these by value.
pub(crate) fn embeddings<H: Containers>(containers: &H, names: &[&str]) -> Vec<Embedding> {
    let wanted = Wanted::new(names);
    let mut walk = Places { containers, wanted: &wanted, known: FxHashMap::default() };
    let mut list = Vec::new();
    for row in containers.rows() {
        let places = walk.places(row.node, 0);
        for number in 0..wanted.len() as u32 {
            let of_inner: Vec<&Place> =
                places.iter().filter(|place| place.inner == number).collect();
            if of_inner.is_empty() {
                continue;
            }
            list.push(Embedding {
                inner: wanted.query(number).to_owned(),
                outer: String::from_utf8_lossy(&row.name).into_owned(),
                kind: row.kind,
                size_bytes: row.size_bytes as f64,
                offsets_bytes: of_inner.iter().map(|place| place.offset_bytes as f64).collect(),
                direct: of_inner.iter().any(|place| place.direct),
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

struct Places<'a, H: Containers> {
    containers: &'a H,
    wanted: &'a Wanted<'a>,
    /// Empty while a struct is walked, so that a circle ends.
    known: FxHashMap<H::Node, Rc<[Place]>>,
}

impl<H: Containers> Places<'_, H> {
    fn places(&mut self, node: H::Node, depth: u32) -> Rc<[Place]> {
        if let Some(known) = self.known.get(&node) {
            return known.clone();
        }
        let empty: Rc<[Place]> = Rc::new([]);
        if depth > MAX_DEPTH {
            return empty;
        }
        self.known.insert(node, empty);
        let mut list = Vec::new();
        let containers = self.containers;
        containers.each_held(node, &mut |held| self.add(held, depth, &mut list));
        let list: Rc<[Place]> = list.into();
        self.known.insert(node, list.clone());
        list
    }

    fn add(&mut self, held: Held<'_, H::Node>, depth: u32, list: &mut Vec<Place>) {
        let inner = held.name.as_deref().and_then(|name| self.wanted.find(name));
        let below = self.places(held.node, depth + 1);
        if inner.is_none() && below.is_empty() {
            return;
        }
        for element in 0..held.count.min(MAX_ELEMENTS) {
            if list.len() >= MAX_PLACES {
                return;
            }
            let offset_bytes =
                held.offset_bytes.saturating_add(element.saturating_mul(held.size_bytes));
            if let Some(inner) = inner {
                list.push(Place { inner, offset_bytes, direct: true });
            }
            list.extend(below.iter().take(MAX_PLACES).map(|place| Place {
                inner: place.inner,
                offset_bytes: offset_bytes.saturating_add(place.offset_bytes),
                direct: place.direct && held.name.is_none(),
            }));
        }
    }
}

/// How many rows hold each name; nothing where that has no end.
pub(crate) fn held_counts<H: Containers>(containers: &H) -> HeldCounts {
    let rows = containers.rows();
    let mut numbers: FxHashMap<&[u8], u32> = FxHashMap::default();
    let mut names: Vec<&[u8]> = Vec::new();
    for row in &rows {
        let next = names.len() as u32;
        if *numbers.entry(&row.name).or_insert(next) == next {
            names.push(&row.name);
        }
    }
    let mut walk =
        Sets { containers, numbers: &numbers, known: FxHashMap::default(), left: Some(MAX_HELD) };
    let mut counts = vec![0u32; names.len()];
    for row in &rows {
        for number in walk.held_by(row.node, 0).iter() {
            if let Some(count) = counts.get_mut(*number as usize) {
                *count += 1;
            }
        }
    }
    let mut found = HeldCounts::default();
    if walk.left.is_some() {
        for (name, count) in names.iter().zip(counts).filter(|(_, count)| *count > 0) {
            found.push(&String::from_utf8_lossy(name), count);
        }
    }
    found
}

struct Sets<'a, H: Containers> {
    containers: &'a H,
    numbers: &'a FxHashMap<&'a [u8], u32>,
    /// What each struct holds, sorted; empty while it is walked, so that a circle ends.
    known: FxHashMap<H::Node, Rc<[u32]>>,
    /// `None` once too much was found.
    left: Option<usize>,
}

impl<H: Containers> Sets<'_, H> {
    fn held_by(&mut self, node: H::Node, depth: u32) -> Rc<[u32]> {
        if let Some(known) = self.known.get(&node) {
            return known.clone();
        }
        let empty: Rc<[u32]> = Rc::new([]);
        if depth > MAX_DEPTH || self.left.is_none() {
            return empty;
        }
        self.known.insert(node, empty);
        let mut list: Vec<u32> = Vec::new();
        let containers = self.containers;
        containers.each_held(node, &mut |held| {
            let below = self.held_by(held.node, depth + 1);
            let own = held.name.as_deref().and_then(|name| self.numbers.get(name));
            self.left = self.left.and_then(|left| left.checked_sub(below.len() + 1));
            if self.left.is_some() {
                list.extend(own);
                list.extend_from_slice(&below);
            }
        });
        list.sort_unstable();
        list.dedup();
        let list: Rc<[u32]> = list.into();
        self.known.insert(node, list.clone());
        list
    }
}

/// Structs that hold themselves by value, directly or in another, as far as they are reached from `starts`; of each
/// circle one.
pub(crate) fn in_circles<N: Copy + Eq + Hash>(
    starts: Vec<N>,
    held_by: impl Fn(N) -> Vec<N>,
) -> Vec<N> {
    let mut found = Vec::new();
    let mut known: FxHashMap<N, Walk> = FxHashMap::default();
    let mut path: Vec<(N, Vec<N>)> = Vec::new();
    for start in starts {
        if known.contains_key(&start) {
            continue;
        }
        known.insert(start, Walk::Open);
        path.push((start, held_by(start)));
        while let Some((node, held)) = path.last_mut() {
            let Some(next) = held.pop() else {
                known.insert(*node, Walk::Done);
                path.pop();
                continue;
            };
            match known.get(&next) {
                Some(Walk::Open) => {
                    known.insert(next, Walk::Found);
                    found.push(next);
                }
                Some(Walk::Found | Walk::Done) => {}
                None => {
                    known.insert(next, Walk::Open);
                    path.push((next, held_by(next)));
                }
            }
        }
    }
    found
}

/// How far what a struct holds is walked.
enum Walk {
    Open,
    /// Open, and come back to.
    Found,
    Done,
}
