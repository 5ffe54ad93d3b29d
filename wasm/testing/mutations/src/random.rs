//! Several mutations at once, with parameters that no list has.

use corpus::random::Random;
use facts::ProfileKind;

use crate::damage::{edge, parts, prefix, wrap};
use crate::mutation::{Group, Mutation};

/// Groups of which a text suffers at most one: a boxed text is not cut by the next window.
const CLASHES: [(Group, Group); 4] = [
    (Group::Edge, Group::Wrap),
    (Group::Boxes, Group::Wrap),
    (Group::Html, Group::Encoding),
    (Group::Wrap, Group::Html),
];

/// Two or three mutations that may happen to a text of this kind, those to which it happens first at the front.
///
/// `usable` leaves out what is not wanted.
#[must_use]
pub fn several(seed: u64, kind: ProfileKind, usable: impl Fn(&Mutation) -> bool) -> Mutation {
    let mut random = Random::new(seed);
    let mut pool: Vec<Mutation> = crate::all();
    pool.extend(made_up(&mut random));
    pool.retain(|mutation| {
        let leaves_some = !mutation.kinds_without_rest().contains(&kind);
        mutation.group != Group::Several && mutation.suits(kind) && leaves_some && usable(mutation)
    });
    random.shuffle(&mut pool);
    let wanted = random.within(2, 3) as usize;
    let mut chosen: Vec<Mutation> = Vec::new();
    for mutation in pool {
        let clashes = |other: &Mutation| {
            let pair = (mutation.group, other.group);
            pair.0 == pair.1 || CLASHES.iter().any(|c| *c == pair || *c == (pair.1, pair.0))
        };
        if chosen.len() < wanted && !chosen.iter().any(clashes) {
            chosen.push(mutation);
        }
    }
    chosen.sort_by_key(|mutation| mutation.group.stage());
    together(chosen)
}

/// With numbers of their own.
fn made_up(random: &mut Random) -> Vec<Mutation> {
    let marks = ["", "…", ">", "...", "+"];
    let words = ["host: ", "[7] ", "\t\t", "      ", ">> ", "INFO ", "$ ", "- ", "| | ", "%% "];
    let mark: &str = random.pick::<&'static str>(&marks);
    let word = *random.pick(&words);
    vec![
        edge::cut(random.within(78, 230) as usize, mark),
        wrap::at(random.within(60, 150) as usize),
        wrap::quoted(random.within(60, 150) as usize),
        wrap::hard(random.within(60, 200) as usize),
        prefix::fixed(&format!("`{word}`"), word),
        parts::begun(random.within(20, 98) as usize),
    ]
}

/// One mutation of several.
#[must_use]
pub fn together(list: Vec<Mutation>) -> Mutation {
    let name = list.iter().map(|mutation| mutation.name.as_str()).collect::<Vec<_>>().join(" + ");
    let width = list.iter().filter_map(Mutation::width).min();
    let percent = list.iter().filter_map(Mutation::percent).min();
    let nothing_of = list
        .iter()
        .map(Mutation::kinds_without_rest)
        .find(|kinds| !kinds.is_empty())
        .unwrap_or(&[]);
    let takes_away = list.iter().any(Mutation::takes_away);
    let apply = move |bytes: &[u8]| {
        list.iter().fold(bytes.to_vec(), |bytes, mutation| mutation.apply(&bytes, &[]))
    };
    let mutation = Mutation::bytes(Group::Together, name, apply).leaves_nothing_of(nothing_of);
    let mutation = if takes_away { mutation.taking_away() } else { mutation };
    let mutation = match percent {
        Some(percent) => mutation.beginning(percent),
        None => mutation,
    };
    match width {
        Some(width) => mutation.leaving(width),
        None => mutation,
    }
}
