//! One text, one mutation, one reader: what comes of it.

use facts::AccessProfile;

use crate::judge::{Read, Verdict, Wanted, has_rows, judge_all};
use crate::mutation::{Holds, Mutation};
use crate::specimen::Specimen;

/// A text and what is read of it when nothing happened to it.
#[derive(Debug, Clone)]
pub struct Clean {
    /// The text.
    pub specimen: Specimen,
    /// Its profile.
    pub profile: AccessProfile,
}

/// What is judged: the profiles of a text, or why there are none.
pub type Reader<'a> = &'a dyn Fn(&[u8]) -> Result<Vec<Read>, String>;

/// The verdict; `None` where the mutation does not happen to this text, or leaves it as it is.
///
/// `other` is another report of the same kind, for mutations of two.
pub fn trial(
    clean: &Clean,
    other: Option<&Clean>,
    mutation: &Mutation,
    read: Reader<'_>,
) -> Option<Verdict> {
    let specimen = &clean.specimen;
    if !mutation.suits(specimen.kind) {
        return None;
    }
    let needs_other = matches!(mutation.holds, Holds::Two(_) | Holds::PartsOfTwo);
    let other = match (other, needs_other) {
        (Some(other), _) => other,
        (None, true) => return None,
        (None, false) => clean,
    };
    // A text without a row cannot be joined in one.
    let in_rows = mutation.holds == Holds::PartsOfTwo;
    if in_rows && ![clean, other].iter().all(|text| has_rows(&text.profile)) {
        return None;
    }
    let text = mutation.apply(&specimen.text, &other.specimen.text);
    if text == specimen.text {
        return None;
    }
    let wanted = match mutation.holds {
        Holds::One => Wanted::One(&clean.profile),
        Holds::Twice => Wanted::Twice(&clean.profile),
        Holds::TwiceNamed(names) => Wanted::TwiceNamed(names, &clean.profile),
        Holds::Two(names) => Wanted::Two(names, [&clean.profile, &other.profile]),
        Holds::PartsOfTwo => Wanted::PartsOfTwo([&clean.profile, &other.profile]),
    };
    let left = mutation.leaves(specimen.kind, &String::from_utf8_lossy(&specimen.text));
    Some(judge_all(&wanted, read(&text), left))
}

/// For each text the next one of its kind that tells another story, of the same version where there is one.
#[must_use]
pub fn other_of(list: &[Clean], at: usize) -> Option<&Clean> {
    let mine = &list[at].specimen;
    let others: Vec<&Clean> = list[at + 1..]
        .iter()
        .chain(&list[..at])
        .filter(|clean| {
            let other = &clean.specimen;
            other.kind == mine.kind && other.story != mine.story && other.text != mine.text
        })
        .collect();
    let same_version = others.iter().find(|clean| clean.specimen.version == mine.version);
    same_version.or(others.first()).copied()
}
