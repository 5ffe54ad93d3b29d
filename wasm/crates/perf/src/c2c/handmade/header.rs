//! Which columns the words above a table name, and whether they are perf's own.

use super::cells::{parted, without_bars};
use super::words::{Column, Of, column};
use crate::tokens::{span, words};

/// A header has no more columns.
const MAX_COLUMNS: usize = 32;
/// A column's name has no more words.
const MAX_NAME_WORDS: usize = 4;

/// The columns that a line names; `None` where it is no header, or one of perf itself.
pub(super) fn header(text: &str) -> Option<Vec<Column>> {
    let bare = text.trim().trim_start_matches('#');
    // Cheap: nearly every line of a report has a figure, and perf groups columns with rules.
    if bare.len() > 512 || bare.contains("--") || bare.contains("==") || bare.contains("0x") {
        return None;
    }
    let (bare, barred) = without_bars(bare);
    let mut columns = Vec::new();
    for cell in parted(&bare, barred) {
        if !cell.is_empty() {
            columns_of(cell, &mut columns);
        }
    }
    let known = columns.iter().filter(|column| column.of != Of::Unknown).count();
    let figures = columns.iter().filter(|column| column.of.is_figure()).count();
    let placed = columns.iter().any(|column| matches!(column.of, Of::Offset | Of::Address));
    let unknown = columns.len() - known;
    // Who sampled what how often is a table, without a word on stores and HITM.
    let has = |wanted: Of| columns.iter().any(|column| column.of == wanted);
    let is_of_records = has(Of::Records) && has(Of::Symbol);
    // Who names the members and no place of them makes a table all the same, which has to be named.
    let fewest = if has(Of::Field) && unknown == 0 { 2 } else { 3 };
    let is_named = placed || has(Of::Field);
    if !is_named
        || figures == 0 && !(placed && is_of_records)
        || known < fewest
        || unknown * 3 > columns.len()
    {
        return None;
    }
    // A sentence that has these words begins and ends otherwise.
    if columns.len() > MAX_COLUMNS || bare.trim_end().ends_with(['.', ',', ';', '?', '!']) {
        return None;
    }
    let second = |columns: &mut Vec<Column>, kind: usize| {
        let named =
            |column: &Column| column.of == Of::Kind(kind) || column.of == Of::Kind(kind + 2);
        let mut seen = false;
        for column in columns.iter_mut().filter(|column| named(column)) {
            // perf names the cycles of these loads as it names their samples.
            if seen && !column.percent {
                column.of = Of::Cycles(Some(kind));
            }
            seen = true;
        }
    };
    second(&mut columns, 0);
    second(&mut columns, 1);
    let mut are_cycles = false;
    for column in &mut columns {
        if column.of == Of::Loads && are_cycles {
            column.of = Of::Cycles(Some(2));
        }
        are_cycles = matches!(column.of, Of::Cycles(_));
    }
    (!is_perfs_own(&columns)).then_some(columns)
}

/// The columns of a cell, which may be several with one blank between them: as many words as name one.
fn columns_of(cell: &str, columns: &mut Vec<Column>) {
    let found = words(cell);
    if matches!(cell, "%" | "(%)" | "[%]")
        && let Some(last) = columns.last_mut()
    {
        last.percent = true;
        return;
    }
    if let Some(one) = (found.len() <= MAX_NAME_WORDS).then(|| column(cell)).flatten() {
        return columns.push(one);
    }
    let mut at = 0;
    while let Some(word) = found.get(at) {
        let most = MAX_NAME_WORDS.min(found.len() - at);
        let named = (1..=most).rev().find_map(|count| {
            let name = span(cell, found.get(at..at + count)?);
            column(name).map(|column| (count, column))
        });
        let (count, next) = named.unwrap_or_else(|| {
            let name = word.text.to_owned();
            (1, Column { name, of: Of::Unknown, percent: false })
        });
        columns.push(next);
        at += count;
    }
}

/// Whether the columns are those of perf, in its order, from the first on: its rows have them all, whatever the
/// right edge left of the header.
fn is_perfs_own(columns: &[Column]) -> bool {
    use Of::{Code, Cpus, Cycles, Kind, Object, Offset, Pid, Records, Source, Symbol};
    // The flag: whether each version of perf has it.
    const ORDER: [(Of, bool); 21] = [
        (Of::Number, false),
        (Kind(0), true),
        (Kind(1), true),
        (Kind(4), true),
        (Kind(5), true),
        (Kind(6), false),
        (Offset, true),
        (Of::Text, false),
        (Of::Number, false),
        (Pid, false),
        (Of::Number, false),
        (Code, false),
        (Cycles(Some(0)), true),
        (Cycles(Some(1)), true),
        (Cycles(Some(2)), true),
        (Records, false),
        (Cpus, true),
        (Symbol, false),
        (Object, false),
        (Source, false),
        (Of::Text, false),
    ];
    // `Num` and `CL` are perf's; the table of lines has an index and no offset into a line.
    if columns.iter().any(|column| matches!(column.name.as_str(), "Index" | "FB" | "Num" | "CL")) {
        return true;
    }
    let mut order = ORDER.iter();
    for column in columns {
        let peer = match column.of {
            Kind(kind @ 2..=3) => Kind(kind - 2),
            of => of,
        };
        let found = loop {
            match order.next() {
                Some((of, _)) if *of == peer => break true,
                Some((_, false)) => {}
                _ => break false,
            }
        };
        if !found || column.percent {
            return false;
        }
    }
    true
}
