//! The column groups of `perf mem report -F overhead,op,cache,mem,snoop,dtlb` (perf 6.16 and later).
//!
//! Each group breaks the same samples down in another way: what they did, which cache answered, and so on. Groups
//! are never added to each other. The header has two lines (`hpp__header_mem_stat_fn()` of `ui/hist.c`):
//!
//! ```text
//! #           ------ Mem Op -------    Cache  --- Snoop ----
//! # Overhead     Load  Store  Other    Other     HitM  Other  Data Symbol
//! ```
//!
//! A group of several columns is 7 characters wide for each of them, dashes included; one of a single column has no
//! dashes. The values are shares of weight, not of samples, with one decimal.

use crate::tokens::{Word, span, words};

/// `MEM_STAT_PRINT_LEN` of `util/mem-events.h`: the width of a column.
const COLUMN_CHARS: usize = 7;

/// What a group tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// `op`: loads, stores.
    Operation,
    /// `cache`: the level that answered.
    Cache,
    /// `mem`: the memory that answered.
    Memory,
    /// `snoop`: what the other caches had.
    Snoop,
    /// `dtlb`: how the address was translated.
    Tlb,
}

impl Dimension {
    const ALL: [Self; 5] = [Self::Operation, Self::Cache, Self::Memory, Self::Snoop, Self::Tlb];

    /// As the header names it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Operation => "Mem Op",
            Self::Cache => "Cache",
            Self::Memory => "Memory",
            Self::Snoop => "Snoop",
            Self::Tlb => "D-TLB",
        }
    }

    /// The columns that perf knows, in its order; it hides those without samples (`mem_stat_name()` of
    /// `util/mem-events.c`).
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Operation => &["Load", "Store", "Ld+St", "Pfetch", "Exec", "Other"],
            Self::Cache => &["L1", "L2", "L3", "L4", "L1-buf", "L2-buf", "Other"],
            Self::Memory => &["RAM", "MSC", "Uncach", "CXL", "IO", "PMEM", "Other"],
            Self::Snoop => &["Hit", "HitM", "Miss", "Other"],
            Self::Tlb => &["L1-Hit", "L2-Hit", "L?-Hit", "Miss", "Other"],
        }
    }
}

/// The groups of a table, in the order of their columns, with how many columns each has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Groups(Vec<(Dimension, usize)>);

/// A column of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The group.
    pub dimension: Dimension,
    /// What the column counts: "Load", "HitM".
    pub name: &'static str,
    /// How many columns the group has: of a single one everything is of its kind.
    pub of_columns: usize,
}

impl Groups {
    /// The groups that the first line of a header names; `None` for every other line.
    pub fn of(line: &str) -> Option<Self> {
        let line = line.trim().trim_start_matches('#');
        let mut words = words(line).into_iter().peekable();
        let mut found = Vec::new();
        while let Some(word) = words.next() {
            let dashed = is_rule(word.text);
            let (start, mut end, mut name) = (word.start, word.end, word.text.to_owned());
            if dashed {
                let next = words.next()?;
                (name, end) = (next.text.to_owned(), next.end);
            }
            if name == "Mem" {
                let op = words.next().filter(|word| word.text == "Op")?;
                (name, end) = ("Mem Op".to_owned(), op.end);
            }
            let dimension = Dimension::ALL.into_iter().find(|group| group.title() == name)?;
            if dashed {
                end = words.next().filter(|word| is_rule(word.text))?.end;
            }
            let columns = if dashed { (end - start) / COLUMN_CHARS } else { 1 };
            if dashed && (columns < 2 || (end - start) % COLUMN_CHARS != 0) {
                return None;
            }
            // perf has each group once, with no column twice.
            let again = found.iter().any(|(known, _)| *known == dimension);
            if again || columns > dimension.names().len() {
                return None;
            }
            found.push((dimension, columns));
        }
        (!found.is_empty()).then_some(Self(found))
    }

    /// The columns of the first group, if they are the words at the beginning of `names`.
    fn first_parts(&self, names: &[Word]) -> Option<Vec<Part>> {
        let (dimension, of_columns) = *self.0.first()?;
        let names = names.get(..of_columns)?.iter();
        let part = |word: &Word| {
            let name = dimension.names().iter().find(|known| **known == word.text)?;
            Some(Part { dimension, name, of_columns })
        };
        names.map(part).collect()
    }
}

/// A column of a table that has groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    /// Of a group.
    Part(Part),
    /// Any other, by its name.
    Named(String),
}

/// The columns of the second line of a header; `None` where the groups do not fit it.
pub fn columns(groups: &Groups, line: &str) -> Option<Vec<Column>> {
    let line = line.trim().trim_start_matches('#').trim();
    let all = words(line);
    // The groups follow each other, but what is not one of them may stand before them, behind them and in between.
    let mut columns = Vec::new();
    let mut rest = groups.clone();
    let mut at = 0;
    while let Some(names) = all.get(at..).filter(|names| !names.is_empty()) {
        if let Some(parts) = rest.first_parts(names) {
            at += parts.len();
            rest.0.remove(0);
            columns.extend(parts.into_iter().map(Column::Part));
            continue;
        }
        // The words of a name have one blank between them.
        let goes_on = |(at, [word, next]): &(usize, &[Word; 2])| {
            let names = names.get(at + 1..).unwrap_or_default();
            next.start == word.end + 1 && rest.first_parts(names).is_none()
        };
        let more = names.array_windows().enumerate().take_while(goes_on).count();
        columns.push(Column::Named(span(line, names.get(..=more)?).to_owned()));
        at += more + 1;
    }
    rest.0.is_empty().then_some(columns)
}

/// Whether a text has such a table, by what it holds.
pub fn is_in(has: &impl Fn(&str) -> bool) -> bool {
    let dashed = ["- Mem Op -", "- Cache -", "- Memory -", "- Snoop -", "- D-TLB -"];
    dashed.into_iter().any(has) || (has("Overhead") && ["Mem Op", "D-TLB"].into_iter().any(has))
}

/// Whether a second line of a header has columns of a group, so that its first line is missing.
pub fn has_parts(line: &str) -> bool {
    let found = words(line).into_iter().filter(|word| {
        let known = |group: &Dimension| group.names().contains(&word.text);
        Dimension::ALL.iter().any(known)
    });
    line.contains("Overhead") && found.count() >= 2
}

fn is_rule(word: &str) -> bool {
    word.len() >= 2 && word.bytes().all(|byte| byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(first: &str, second: &str, expect: Option<&str>) {
        let found = Groups::of(first).and_then(|groups| columns(&groups, second)).map(|columns| {
            let name = |column: &Column| match column {
                Column::Named(name) => name.clone(),
                Column::Part(part) => format!("{}:{}", part.dimension.title(), part.name),
            };
            columns.iter().map(name).collect::<Vec<_>>().join(", ")
        });
        assert_eq!(found.as_deref(), expect, "{first}\n{second}");
    }

    #[test]
    fn groups_have_the_columns_that_their_rule_is_long() {
        // Printed by perf 7.2.13.
        check(
            "#            Mem Op  ------- Cache -------   Memory  --- Snoop ----                        ",
            "# Overhead     Load       L1     L3  Other    Other     HitM  Other  Data Symbol           ",
            Some(
                "Overhead, Mem Op:Load, Cache:L1, Cache:L3, Cache:Other, Memory:Other, Snoop:HitM, Snoop:Other, Data Symbol",
            ),
        );
        // Of the manual page: names of six letters have one blank between them.
        check(
            "# ------ Memory -------  --- Snoop ----",
            "#     RAM Uncach  Other     HitM  Other",
            Some("Memory:RAM, Memory:Uncach, Memory:Other, Snoop:HitM, Snoop:Other"),
        );
        check(
            "#                         ------ Mem Op -------  --- Snoop ----",
            "# Overhead       Samples     Load  Store  Other      Hit   HitM  Symbol",
            Some(
                "Overhead, Samples, Mem Op:Load, Mem Op:Store, Mem Op:Other, Snoop:Hit, Snoop:HitM, Symbol",
            ),
        );
        // A mail that made one blank of several leaves the rules as long as they were.
        check(
            "# --- Mem Op --- --- Snoop ----",
            "# Overhead Load Store HitM Other Symbol",
            Some("Overhead, Mem Op:Load, Mem Op:Store, Snoop:HitM, Snoop:Other, Symbol"),
        );
    }

    #[test]
    fn what_does_not_fit_is_no_header() {
        check("# ------ Mem Op -------", "# Overhead     Load  Store  Data Symbol", None);
        check("# Overhead  Samples  Local Weight", "# ....", None);
        check("# ---- Mem Op ------", "# Overhead     Load  Store  Other", None);
        assert_eq!(Groups::of("#"), None);
    }
}
