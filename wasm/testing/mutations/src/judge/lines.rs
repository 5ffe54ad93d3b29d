//! Lines by their addresses, variables by their names.

use std::collections::BTreeMap;

use facts::{AccessProfile, AccessRow, ProfileLine, ProfileVariable};

use super::counts::{Slack, counts, near, numbers, sum};
use super::findings::Findings;
use super::rows;

/// Compares the lines of two profiles.
pub(super) fn lines(
    clean: &AccessProfile,
    read: &AccessProfile,
    fewer: bool,
    found: &mut Findings,
) {
    if fewer {
        return sampled(clean, read, found);
    }
    let mut matched: Vec<Option<usize>> = Vec::new();
    let mut used = vec![false; clean.lines.len()];
    for line in &read.lines {
        let best = partner(clean, line, &used);
        let Some((at, differences)) = best else {
            found.is_wrong(|| match &line.address {
                Some(address) => format!("line {address} is invented, or there twice"),
                None => "rows of no line".to_owned(),
            });
            continue;
        };
        used[at] |= line.address.is_some();
        matched.push(line.address.is_some().then_some(at));
        let doubts = Doubts::of(read, line);
        let differences = if doubts == Doubts::default() {
            differences
        } else {
            difference(&clean.lines[at], line, doubts)
        };
        found.add(
            || format!("line {}", line.address.as_deref().unwrap_or("without address")),
            differences,
        );
    }
    let absent = used.iter().filter(|used| !**used).count();
    if absent > 0 {
        found.is_missing(|| format!("lines: {} of {}", used.len() - absent, used.len()));
    }
    let order: Vec<usize> = matched.into_iter().flatten().collect();
    if !order.is_sorted() {
        found.is_missing(|| "the order of lines".to_owned());
    }
}

/// What the reader says of one line that it may be wrong; a warning about something else of that line is no excuse.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Doubts {
    counts: bool,
    rows: bool,
}

impl Doubts {
    fn of(profile: &AccessProfile, line: &ProfileLine) -> Self {
        let Some(address) = line.address.as_deref() else { return Self::default() };
        let said = |id: &str| {
            profile.diagnostics.iter().any(|doubt| {
                let mut words = doubt.text.split(|c: char| !c.is_ascii_alphanumeric());
                doubt.id == id && words.any(|word| word == address)
            })
        };
        Self { counts: said("report/counts-differ"), rows: said("report/lines-missing") }
    }
}

/// Adds what was found of a part; what is wrong there is missing where the reader doubts the part.
fn add_part(part: Findings, is_doubted: bool, found: &mut Findings) {
    if is_doubted && part.wrong().is_some() {
        found.is_missing(|| "what is said to be in doubt".to_owned());
    } else {
        found.join(part);
    }
}

/// The clean line that this one is: that of its address with the fewest differences. Rows that lost the line above
/// them may be those of any line, also of one that was found in the table.
fn partner(clean: &AccessProfile, read: &ProfileLine, used: &[bool]) -> Option<(usize, Findings)> {
    let usable = |at: usize, line: &ProfileLine| match &read.address {
        Some(_) => !used[at] && line.address == read.address,
        None => true,
    };
    let candidates = clean.lines.iter().enumerate().filter(|(at, line)| usable(*at, line));
    candidates
        .map(|(at, line)| (at, difference(line, read, Doubts::default())))
        .min_by_key(|(_, found)| found.weight())
}

fn difference(clean: &ProfileLine, read: &ProfileLine, doubts: Doubts) -> Findings {
    let mut found = Findings::default();
    compare(clean, read, false, doubts, &mut found);
    found
}

fn compare(
    clean: &ProfileLine,
    read: &ProfileLine,
    fewer: bool,
    doubts: Doubts,
    found: &mut Findings,
) {
    if clean == read {
        return;
    }
    // A new field has to be judged here.
    let ProfileLine {
        address: _,
        memory_nodes: _,
        physical_changes: _,
        snoop_percent: _,
        counts: _,
        named: _,
        rows: _,
        unplaced: _,
        row_error_samples: _,
        trimmed_percent: _,
        missing: _,
    } = clean;
    found.optional("address", clean.address.as_ref(), read.address.as_ref());
    found.subset("memory nodes", &clean.memory_nodes, &read.memory_nodes);
    let slack = Slack { fewer, ..Slack::default() };
    super::counts::count(
        "physical changes",
        clean.physical_changes,
        read.physical_changes,
        0,
        fewer,
        found,
    );
    let mut of_counts = Findings::default();
    counts("", &clean.counts, &read.counts, slack, &mut of_counts);
    add_part(of_counts, doubts.counts, found);
    let (mut of_rows, error) = (Findings::default(), clean.row_error_samples);
    rows::rows(&clean.rows, &read.rows, Slack { error, fewer }, &mut of_rows);
    add_part(of_rows, doubts.rows, found);
    // A share of all snoops is computed where samples are added up: of fewer samples it is another.
    if fewer && clean.counts != read.counts {
        found.is_missing(|| "the line's share".to_owned());
    } else if fewer && clean.snoop_percent != read.snoop_percent {
        found.is_missing(|| "the line's share is one of fewer samples".to_owned());
    } else {
        near("share", clean.snoop_percent, read.snoop_percent, found);
    }
    let derived = (clean.row_error_samples, clean.trimmed_percent, clean.missing)
        == (read.row_error_samples, read.trimmed_percent, read.missing);
    if !derived {
        found.is_missing(|| "what follows from all of the line's rows".to_owned());
    }
}

/// Lines that samples were added up to. Without physical addresses the memory that two processes share is a line of each,
/// so all lines of one address are compared together.
fn sampled(clean: &AccessProfile, read: &AccessProfile, found: &mut Findings) {
    let of = |profile: &'_ AccessProfile| {
        let mut by_address: BTreeMap<Option<String>, Vec<ProfileLine>> = BTreeMap::new();
        for line in &profile.lines {
            by_address.entry(line.address.clone()).or_default().push(line.clone());
        }
        by_address
    };
    let (known, there) = (of(clean), of(read));
    for (address, lines) in &there {
        let name = || format!("line {}", address.as_deref().unwrap_or("without address"));
        let mut differences = Findings::default();
        match (known.get(address).map(Vec::as_slice), lines.as_slice()) {
            (None, _) => differences.is_wrong(|| "it is invented".to_owned()),
            (Some([clean]), [read]) => {
                compare(clean, read, true, Doubts::default(), &mut differences)
            }
            (Some(clean), read) if clean == read => {}
            (Some(clean), read) => {
                if clean.len() != read.len() {
                    differences.is_missing(|| "whose line it is".to_owned());
                }
                let counts_of = |lines: &[ProfileLine]| sum(lines.iter().map(|line| &line.counts));
                let rows_of = |lines: &[ProfileLine]| -> Vec<AccessRow> {
                    lines.iter().flat_map(|line| line.rows.clone()).collect()
                };
                let slack = Slack { fewer: true, ..Slack::default() };
                numbers("", &counts_of(clean), &counts_of(read), slack, &mut differences);
                rows::rows(&rows_of(clean), &rows_of(read), slack, &mut differences);
            }
        }
        found.add(name, differences);
    }
    let absent = known.keys().filter(|address| !there.contains_key(*address)).count();
    if absent > 0 {
        found.is_missing(|| format!("lines: {} of {}", known.len() - absent, known.len()));
    }
    let order = |profile: &AccessProfile| -> Vec<Option<String>> {
        profile.lines.iter().map(|line| line.address.clone()).collect()
    };
    if found.is_empty() && order(clean) != order(read) {
        found.is_missing(|| "the order of lines".to_owned());
    }
}

/// Compares variables that are named without an address.
pub(super) fn variables(clean: &AccessProfile, read: &AccessProfile, found: &mut Findings) {
    let same = |a: &ProfileVariable, b: &ProfileVariable| {
        a.name == b.name && (b.object.is_none() || a.object == b.object)
    };
    for variable in &read.variables {
        let Some(of_clean) = clean.variables.iter().find(|known| same(known, variable)) else {
            found.is_wrong(|| format!("variable {:?} is invented", variable.name));
            continue;
        };
        let mut differences = Findings::default();
        let slack = Slack { error: 0, fewer: true };
        let object = (of_clean.object.as_ref(), variable.object.as_ref());
        differences.optional("object", object.0, object.1);
        counts("", &of_clean.counts, &variable.counts, slack, &mut differences);
        rows::rows(&of_clean.rows, &variable.rows, slack, &mut differences);
        found.add(|| variable.name.clone(), differences);
    }
    // Rows that are cut before the object may be of any.
    let there = read.variables.iter().filter(|variable| variable.object.is_some()).count();
    let (there, all) = (there.max(1).min(read.variables.len()), clean.variables.len());
    if there > all {
        found.is_wrong(|| format!("{there} variables instead of {all}"));
    }
    if there < all {
        found.is_missing(|| format!("variables: {there} of {all}"));
    }
}
