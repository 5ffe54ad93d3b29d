//! Whether what was read of a damaged text is right.
//!
//! Three answers: the profile is that of the clean text ([`Verdict::Same`]); something is missing, and a diagnostic
//! that the clean text does not give says so ([`Verdict::Noted`]); or a number, a name or a row is wrong, or something is
//! missing in silence ([`Verdict::Lost`]). A wrong number is lost, whatever is noted. Of a text to which several things
//! happened one more is known, which is lost for a text to which one did ([`Verdict::failed`]): a text of which nothing is
//! read, which a message says ([`Verdict::Unread`]).

mod counts;
mod findings;
mod lines;
mod row;
mod rows;
mod sums;
mod types;

#[cfg(test)]
mod tests;

use std::fmt::Display;

use facts::{AccessProfile, Diagnostic, ProfileKind, Severity};

use findings::Findings;

use crate::mutation::Left;

/// How well a damaged text was read, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// As the clean text.
    Same,
    /// Something is missing, and that is said.
    Noted(String),
    /// Nothing is read of rows that are there, and that is said.
    Unread(String),
    /// Something is wrong, or missing in silence.
    Lost(String),
}

impl Verdict {
    /// 0 is the best.
    fn rank(&self) -> u8 {
        match self {
            Self::Same => 0,
            Self::Noted(_) => 1,
            Self::Unread(_) => 2,
            Self::Lost(_) => 3,
        }
    }

    /// Why the text was not read as well as it can be: everything but [`Self::Same`] and [`Self::Noted`].
    #[must_use]
    pub fn failed(&self) -> Option<&str> {
        match self {
            Self::Same | Self::Noted(_) => None,
            Self::Unread(why) | Self::Lost(why) => Some(why),
        }
    }

    fn worse(self, other: Self) -> Self {
        if other.rank() > self.rank() { other } else { self }
    }
}

/// A profile of a text, and the heading above it.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    /// The heading, without its colon.
    pub name: Option<String>,
    /// What was read.
    pub profile: AccessProfile,
}

/// What has to be found in a text.
#[derive(Debug, Clone, Copy)]
pub enum Wanted<'a> {
    /// One profile.
    One(&'a AccessProfile),
    /// One, and a note that the text has it twice.
    Twice(&'a AccessProfile),
    /// One and such a note, or two under these headings.
    TwiceNamed([&'a str; 2], &'a AccessProfile),
    /// Two, under these headings where they have some.
    Two([Option<&'a str>; 2], [&'a AccessProfile; 2]),
    /// Parts of one, parts of the other, or of both; none that is made of both.
    PartsOfTwo([&'a AccessProfile; 2]),
}

/// Compares what was read of a damaged text with what the clean text gives. A refusal is [`Verdict::Unread`]; see
/// [`judge_all`] for texts of which nothing may be left.
pub fn judge<E: Display>(clean: &AccessProfile, result: Result<AccessProfile, E>) -> Verdict {
    match result {
        Ok(profile) => judge_profile(clean, &profile),
        Err(error) => Verdict::Unread(format!("refused: {error}")),
    }
}

/// The same for a text that may hold several profiles, and of which a mutation left this much.
pub fn judge_all<E: Display>(
    wanted: &Wanted<'_>,
    result: Result<Vec<Read>, E>,
    left: Left,
) -> Verdict {
    let found = match result {
        Ok(found) => found,
        Err(error) if left == Left::Nothing => return Verdict::Noted(format!("refused: {error}")),
        Err(error) => return Verdict::Unread(format!("refused: {error}")),
    };
    match wanted {
        Wanted::One(clean) => match found.as_slice() {
            // A note is no excuse for a reader that recognizes a report and then finds none of its rows.
            [one] if left == Left::Everything && has_rows(clean) && !has_rows(&one.profile) => {
                let why = "all of its rows are there, and none is read".to_owned();
                let warns = |remark: &&Diagnostic| remark.severity == Severity::Warning;
                match new_remarks(clean, &one.profile).into_iter().any(|remark| warns(&remark)) {
                    true => Verdict::Unread(why),
                    false => Verdict::Lost(why),
                }
            }
            [one] => judge_profile(clean, &one.profile),
            more => Verdict::Lost(format!("{} profiles of one report", more.len())),
        },
        Wanted::Twice(clean) => once(clean, &found),
        Wanted::TwiceNamed(names, clean) => match found.len() {
            2 => both(names.map(Some), [clean, clean], &found),
            _ => once(clean, &found),
        },
        Wanted::Two(names, clean) => both(*names, *clean, &found),
        Wanted::PartsOfTwo(clean) => parts(*clean, &found),
    }
}

/// Whether a profile has a row of any kind.
pub fn has_rows(profile: &AccessProfile) -> bool {
    let lines = profile.lines.iter().any(|line| !line.rows.is_empty());
    lines || !profile.variables.is_empty() || !profile.types.is_empty()
}

/// A report that the text has twice is one profile, and the reader says so.
fn once(clean: &AccessProfile, found: &[Read]) -> Verdict {
    let [one] = found else {
        return Verdict::Lost(format!("{} profiles of one report", found.len()));
    };
    match judge_profile(clean, &one.profile) {
        Verdict::Same if new_remarks(clean, &one.profile).is_empty() => {
            Verdict::Lost("nothing says that the text is there twice".to_owned())
        }
        Verdict::Same => Verdict::Noted("the text is there twice".to_owned()),
        other => other,
    }
}

fn both(names: [Option<&str>; 2], clean: [&AccessProfile; 2], found: &[Read]) -> Verdict {
    if found.len() != 2 {
        return Verdict::Lost(format!("{} profiles of two reports", found.len()));
    }
    let mut worst = Verdict::Same;
    for ((name, clean), read) in names.into_iter().zip(clean).zip(found) {
        worst = worst.worse(judge_profile(clean, &read.profile));
        if read.name.as_deref() != name {
            let named = Verdict::Lost(format!("it is named {:?}, not {name:?}", read.name));
            worst = worst.worse(named);
        }
    }
    worst
}

/// Of a text that is joined in a row, nothing tells for certain whose what behind it is: what is wrong has to be
/// warned of, in the profile that it is in.
fn parts(clean: [&AccessProfile; 2], found: &[Read]) -> Verdict {
    let mut worst = Verdict::Noted("parts of two reports".to_owned());
    let mut noted = false;
    for read in found {
        let of_neither = |warning: &&Diagnostic| {
            warning.severity == Severity::Warning
                && clean.iter().all(|clean| new_remarks(clean, &read.profile).contains(warning))
        };
        let warning = read.profile.diagnostics.iter().find(of_neither);
        let verdicts = clean.iter().map(|clean| judge_profile(clean, &read.profile));
        let best = verdicts.min_by_key(Verdict::rank);
        noted |= clean.iter().all(|clean| !new_remarks(clean, &read.profile).is_empty());
        worst = worst.worse(match (best, warning) {
            (Some(Verdict::Lost(_)), Some(warning)) => Verdict::Noted(warning.text.clone()),
            (Some(verdict), _) => verdict,
            (None, _) => Verdict::Same,
        });
    }
    // A part of a report cannot be the whole of it, and one that is absent has to be named.
    if noted {
        worst
    } else {
        worst.worse(Verdict::Lost("nothing is said about a join".to_owned()))
    }
}

fn judge_profile(clean: &AccessProfile, read: &AccessProfile) -> Verdict {
    let mut found = Findings::default();
    compare(clean, read, &mut found);
    let remarks = new_remarks(clean, read);
    if let Some(wrong) = found.wrong() {
        return Verdict::Lost(wrong);
    }
    if let Some(missing) = found.missing() {
        return if remarks.is_empty() {
            Verdict::Lost(format!("in silence: {missing}"))
        } else {
            Verdict::Noted(missing)
        };
    }
    let warning = remarks.iter().find(|remark| remark.severity == Severity::Warning);
    match warning {
        Some(warning) => Verdict::Noted(format!("nothing is missing, but: {}", warning.text)),
        None => Verdict::Same,
    }
}

/// Diagnostics that the clean text does not give, or not so often.
fn new_remarks<'a>(clean: &AccessProfile, read: &'a AccessProfile) -> Vec<&'a Diagnostic> {
    let known = |remark: &Diagnostic| {
        clean.diagnostics.iter().any(|of_clean| {
            (of_clean.severity, &of_clean.text) == (remark.severity, &remark.text)
                && of_clean.count >= remark.count
        })
    };
    read.diagnostics.iter().filter(|remark| !known(remark)).collect()
}

/// Whether a text is a list of samples that a reader adds up: of less text it has smaller numbers, not fewer.
fn adds_up(kind: ProfileKind) -> bool {
    match kind {
        ProfileKind::Script
        | ProfileKind::MemDump
        | ProfileKind::MemReport
        | ProfileKind::PerfData => true,
        ProfileKind::C2cReport | ProfileKind::TypeReport | ProfileKind::AnnotatedTypes => false,
    }
}

fn compare(clean: &AccessProfile, read: &AccessProfile, found: &mut Findings) {
    if clean.kind != read.kind {
        return found.is_wrong(|| format!("taken for {:?}", read.kind));
    }
    // A new field has to be judged here.
    let AccessProfile {
        kind: _,
        perf_version: _,
        kernel_release: _,
        machine: _,
        command: _,
        events: _,
        display: _,
        grouping: _,
        line_bytes: _,
        nodes: _,
        cores: _,
        build_ids: _,
        mappings: _,
        stats: _,
        totals: _,
        unlisted: _,
        lines: _,
        variables: _,
        types: _,
        // Words of an author, as those behind rows.
        about: _,
        diagnostics: _,
    } = clean;
    let fewer = adds_up(clean.kind);
    for (what, clean, read) in [
        ("perf's version", &clean.perf_version, &read.perf_version),
        ("kernel", &clean.kernel_release, &read.kernel_release),
        ("machine", &clean.machine, &read.machine),
        ("command", &clean.command, &read.command),
    ] {
        found.optional(what, clean.as_ref(), read.as_ref());
    }
    // Of samples it is what most of them are.
    if adds_up(clean.kind) && clean.display != read.display {
        found.is_missing(|| "what most samples are".to_owned());
    } else {
        found.optional("display", clean.display.as_ref(), read.display.as_ref());
    }
    found.subset("events", &clean.events, &read.events);
    if read.grouping.is_empty() && !clean.grouping.is_empty() {
        found.is_missing(|| "the grouping".to_owned());
    } else if read.grouping != clean.grouping {
        found.is_wrong(|| format!("grouping {:?} of {:?}", read.grouping, clean.grouping));
    }
    // 64 is what is taken where a text does not say it.
    if read.line_bytes == 64 && clean.line_bytes != 64 {
        found.is_missing(|| "the size of lines".to_owned());
    } else if read.line_bytes != clean.line_bytes {
        found.is_wrong(|| format!("lines of {} bytes", read.line_bytes));
    }
    found.subset("nodes", &clean.nodes, &read.nodes);
    found.subset("cores", &clean.cores, &read.cores);
    found.subset("build-ids", &clean.build_ids, &read.build_ids);
    found.subset("mappings", &clean.mappings, &read.mappings);
    counts::stats(clean, read, fewer, found);
    let slack = counts::Slack { fewer, ..counts::Slack::default() };
    counts::counts("of all, ", &clean.totals, &read.totals, slack, found);
    counts::counts("unlisted ", &clean.unlisted, &read.unlisted, slack, found);
    lines::lines(clean, read, fewer, found);
    lines::variables(clean, read, found);
    types::types(clean, read, found);
}
