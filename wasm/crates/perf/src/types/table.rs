//! What the header of `perf report -s type,typeoff` says of the numbers before the names.

use crate::breakdown::{Column, Dimension, Groups, Part, columns};
use crate::tokens::Word;

/// The columns of shares that are read out of a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum Shares {
    /// One share for each event.
    #[default]
    Events,
    /// `Children` and `Self`, `Overhead` and `Latency`: several columns with one share for each event; this one.
    One { at: usize, of: usize },
    /// Groups of `perf mem report -F overhead,op,cache,mem,snoop,type`.
    Groups { overhead: Option<usize>, parts: Vec<Option<Part>> },
}

/// What a line of the header says, if it is the one that names the columns. `groups` is the line above it.
pub(super) fn shares(header: &str, groups: Option<&Groups>) -> Option<Result<Shares, ()>> {
    let at = header.find("Data Type")?;
    let front = header[..at].trim_start_matches(['#', ' ']);
    if let Some(groups) = groups {
        let Some(columns) = columns(groups, header) else { return Some(Err(())) };
        let is_number =
            |column: &Column| matches!(column, Column::Part(_)) || is_share(name_of(column));
        let parts: Vec<Option<Part>> = columns
            .iter()
            .filter(|column| is_number(column))
            .map(|column| match column {
                Column::Part(part) => Some(*part),
                Column::Named(_) => None,
            })
            .collect();
        let overhead = columns
            .iter()
            .filter(|column| is_number(column))
            .position(|column| name_of(column) == "Overhead");
        return Some(Ok(Shares::Groups { overhead, parts }));
    }
    if crate::breakdown::has_parts(header) {
        return Some(Err(()));
    }
    let names: Vec<&str> = front.split("  ").map(str::trim).filter(|name| is_share(name)).collect();
    if names.is_empty() {
        return None;
    }
    // What a type has by itself; `Children` has the callees' too.
    let own = names.iter().position(|name| *name == "Self");
    let own = own.or_else(|| names.iter().position(|name| *name == "Overhead")).unwrap_or(0);
    Some(Ok(match names.len() {
        1 => Shares::Events,
        of => Shares::One { at: own, of },
    }))
}

/// What a header is of whose rows are not read.
pub(super) fn other_form(header: &str) -> Option<&'static str> {
    let header = header.trim_start_matches(['#', ' ']);
    if header.contains("Data Type") && header.contains("Memory access") {
        return Some(
            "This is `perf mem report -T`, which names types by what answered and no offsets",
        );
    }
    if header.starts_with("Data Type") && header.contains("  ") {
        return Some(
            "This is a `--hierarchy` of column groups, which has the types before their shares",
        );
    }
    None
}

/// Columns of percentages (`ui/hist.c`).
fn is_share(name: &str) -> bool {
    matches!(
        name,
        "Overhead" | "Children" | "Self" | "Latency" | "sys" | "usr" | "guest sys" | "guest usr"
    )
}

/// The columns of a header that have numbers beside the shares (`-n`, `--show-total-period`).
pub(super) fn numbers_beside(header: &str) -> Vec<&str> {
    const NAMES: [&str; 4] = ["Samples", "Period", "Weight", "Local Weight"];
    let front = header.split("Data Type").next().unwrap_or_default();
    let names = front.trim_start_matches(['#', ' ']).split("  ").map(str::trim);
    names.filter(|name| NAMES.contains(name)).collect()
}

fn name_of(column: &Column) -> &str {
    match column {
        Column::Named(name) => name,
        Column::Part(_) => "",
    }
}

/// A row's values, and what of it no value of a type can carry.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Values {
    pub values: Vec<f64>,
    /// Shares of operations that are neither loads nor stores.
    pub other_operations: f64,
}

/// How far the sum of a group may be from its share: each column has one decimal, and so a twentieth of error.
const GROUP_ERROR: f64 = 0.06;

impl Shares {
    /// The values of a row; `None` where they are not as many as the header says.
    pub fn values(&self, all: &[f64]) -> Option<Values> {
        match self {
            Self::Events => Some(Values { values: all.to_vec(), other_operations: 0.0 }),
            Self::One { at, of } => {
                let events = all.len() / of;
                let whole = events * of == all.len() && events > 0;
                let values = whole.then(|| all.chunks_exact(events).nth(*at)).flatten()?;
                Some(Values { values: values.to_vec(), other_operations: 0.0 })
            }
            Self::Groups { overhead, parts } => {
                if all.len() != parts.len() {
                    return None;
                }
                let overhead = overhead.and_then(|at| all.get(at).copied());
                if !self.tells_operations() {
                    return overhead
                        .map(|share| Values { values: vec![share], other_operations: 0.0 });
                }
                operations(overhead?, all, parts)
            }
        }
    }

    /// Whether the loads and stores of a row are apart.
    pub fn tells_operations(&self) -> bool {
        let Self::Groups { parts, .. } = self else { return false };
        let operation = |part: &Part| part.dimension == Dimension::Operation;
        parts.iter().flatten().any(operation)
    }

    /// The groups that are left out.
    pub fn left_out(&self) -> Vec<&'static str> {
        let Self::Groups { parts, .. } = self else { return Vec::new() };
        let mut titles: Vec<_> = parts
            .iter()
            .flatten()
            .filter(|part| part.dimension != Dimension::Operation)
            .map(|part| part.dimension.title())
            .collect();
        titles.dedup();
        titles
    }
}

/// Loads and stores of a row. perf 7 prints shares of all weight, which add up to the row's overhead; the first
/// versions printed shares of the row, which add up to 100 %. Nothing else is believed.
fn operations(overhead: f64, all: &[f64], parts: &[Option<Part>]) -> Option<Values> {
    let of_group: Vec<(&str, f64)> = parts
        .iter()
        .zip(all)
        .filter_map(|(part, value)| part.map(|part| (part, *value)))
        .filter(|(part, _)| part.dimension == Dimension::Operation)
        .map(|(part, value)| (part.name, value))
        .collect();
    let sum: f64 = of_group.iter().map(|(_, value)| value).sum();
    let error = GROUP_ERROR * (of_group.len() + 1) as f64;
    let scale = if (sum - overhead).abs() <= error {
        1.0
    } else if (sum - 100.0).abs() <= error {
        overhead / 100.0
    } else {
        return None;
    };
    let of = |wanted: &str| {
        let found = of_group.iter().filter(|(name, _)| *name == wanted);
        found.map(|(_, value)| value * scale).sum::<f64>()
    };
    // An atomic operation takes its line to write it.
    let (loads, stores) = (of("Load"), of("Store") + of("Ld+St"));
    let other = (sum * scale - loads - stores).max(0.0);
    let other = if other < GROUP_ERROR { 0.0 } else { other };
    Some(Values { values: vec![loads, stores], other_operations: other })
}

/// The percentages that a row begins with. Numbers of samples may stand between them and behind them.
pub(super) fn percentages(words: &[Word]) -> (Vec<f64>, usize) {
    let mut values = Vec::new();
    let mut end = 0;
    for (at, word) in words.iter().enumerate() {
        if let Some(hundredths) = word.percent() {
            values.push(f64::from(hundredths) / 100.0);
        } else if word.number().is_none() {
            break;
        }
        end = at + 1;
    }
    (values, end)
}
