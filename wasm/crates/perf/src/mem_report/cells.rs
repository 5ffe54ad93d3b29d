//! The values of a row: two blanks or a separator part them, or their words tell.

use mailtext::Line;

use super::columns::Columns;
use super::row::{self, Kind};

/// The values of a row, one for each column from the left.
#[derive(Debug)]
pub(super) struct Cells<'a> {
    pub all: Vec<&'a str>,
    /// There may be fewer than columns: the row, or its table, ends before.
    pub is_short: bool,
}

impl<'a> Cells<'a> {
    /// The values of the row that `text` is, and `line` before its blanks were taken; `None` where they do not fit the
    /// columns in one way only.
    pub fn of(
        text: &'a str,
        line: Line,
        columns: &Columns,
        separator: Option<char>,
    ) -> Option<Self> {
        let mut values: Vec<&str> = if columns.groups.is_empty() {
            fields(text, separator).collect()
        } else {
            with_parts(text, separator)
        };
        // A remote level without a name is printed as "Remote  hit", with the gap of a column.
        let is_parted =
            |[level, answer]: &[&str; 2]| *level == "Remote" && matches!(*answer, "hit" | "miss");
        if let Some(at) = values.array_windows().position(is_parted) {
            values.remove(at + 1);
        }
        let mut is_short = false;
        if separator.is_some() {
            // The last value of a row that ends before its table does may be the beginning of one.
            is_short = values.len() < columns.number;
            if values.len() > columns.number {
                return None;
            } else if is_short {
                values.pop();
            }
        } else if values.len() != columns.number {
            let whole = row::values(text, &columns.kinds, false);
            // Else it is of a name with two blanks in it, or of another table.
            let found = whole.or_else(|| row::values(text, &columns.kinds, true))?;
            (values, is_short) = (found.all, found.is_short);
        }
        // The last value may be the beginning of one, unless the gap behind it is there.
        let at_edge =
            columns.cut_at.is_some_and(|edge| line.text.trim_end().chars().count() >= edge);
        let open = at_edge || is_short && columns.cut_at.is_none();
        if open && separator.is_none() {
            values.pop();
            is_short = true;
        }
        // `Y` of `Yes`: the text was cut here.
        let is_begun = |value: &&str| {
            const ANSWERS: [&str; 5] = ["Yes", "No", "N/A", "Data", "Addr"];
            !value.is_empty()
                && ANSWERS
                    .iter()
                    .any(|answer| answer.len() > value.len() && answer.starts_with(value))
        };
        let last = columns.kinds.get(values.len().saturating_sub(1));
        let answers = last.is_some_and(|kind| matches!(kind, Kind::Locked | Kind::Blocked));
        if answers && values.last().is_some_and(is_begun) {
            values.pop();
            is_short = true;
        }
        is_short |= columns.cut_at.is_some();
        Some(Self { all: values, is_short })
    }
}

/// Fields of a line: separated, or with two blanks between them.
pub(super) fn fields(text: &str, separator: Option<char>) -> Box<dyn Iterator<Item = &str> + '_> {
    match separator {
        Some(separator) => Box::new(text.split(separator).map(str::trim)),
        None => Box::new(text.split("  ").map(str::trim).filter(|field| !field.is_empty())),
    }
}

const SEPARATORS: [char; 3] = [',', ';', '|'];

/// What is between the columns of `-x,`.
pub(super) fn separator_of(header: &str) -> Option<char> {
    SEPARATORS.into_iter().find(|separator| header.matches(*separator).count() >= 2)
}

/// A line of a header with blanks for its separators. (Names have none: perf writes a dot for one.)
pub(super) fn unseparated(header: &str) -> String {
    header.replace(SEPARATORS, "  ")
}

/// Fields of a row that has columns of groups: "100.0%" has one blank before it.
fn with_parts(text: &str, separator: Option<char>) -> Vec<&str> {
    let mut all = Vec::new();
    for field in fields(text, separator) {
        if field.ends_with('%') && field.split_whitespace().all(|word| word.ends_with('%')) {
            all.extend(field.split_whitespace());
        } else {
            all.push(field);
        }
    }
    all
}
