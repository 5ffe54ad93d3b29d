//! The rows of a hand-made table as lines of a profile.

use facts::{AccessCounts, AccessRow, Latencies, ProfileLine};

use super::cells::{address, figure, is_none};
use super::known::{Known, LINE_BYTES, at, known, place};
use super::words::{Column, Of};
use super::{Row, Table};
use crate::c2c::build::ROUNDED;
use crate::c2c::counts::Rounding;
use crate::c2c::kinds::{Kinds, row_shares, split_loads, sum};
use crate::c2c::tail;
use crate::notes::Notes;
use crate::tokens::decimals;

/// Shares of a whole line, with what rounding adds.
const MOST_PERCENT: f64 = 101.0;

/// A row and its byte of the line.
type Placed<'a> = (u64, &'a Row);

/// The lines of a table, in its order: rows without an address are one line's.
pub fn lines(table: &Table, peer: bool, notes: &mut Notes) -> Vec<ProfileLine> {
    let mut known = known(table, peer, notes);
    notes.warn_times(
        table.rounded.cells,
        &format!(
            "a cell of a table is no exact number (the first is `{}`): it is read as one that its author rounded",
            table.rounded.first
        ),
        || at(table),
    );
    notes.warn_times(
        table.bounds.cells,
        &format!(
            "a cell of a table says only a limit (the first is `{}`): its number is unknown",
            table.bounds.first
        ),
        || at(table),
    );
    notes.warn_times(
        table.ranges.cells,
        &format!(
            "an offset of a table is a range (the first is `{}`): its row is read as one of its first byte",
            table.ranges.first
        ),
        || at(table),
    );
    if table.totals > 0 {
        notes.note("a row of a table is the sum of the others: it is not added to them", || {
            at(table)
        });
    }
    if has_more_loads_than_records(table, &known) {
        notes.warn(
            "rows of a table have more loads than records: the columns of loads and of HITM hold something else, cycles perhaps, and are left out",
            || at(table),
        );
        for column in known.iter_mut().filter(|column| counts_loads(column)) {
            column.of = Of::Number;
        }
    }
    if is_of_lines(table) {
        return whole_lines(table, &known, notes);
    }
    let mut groups: Vec<(Option<u64>, Vec<Placed>)> = Vec::new();
    let mut without_place = 0;
    for row in &table.rows {
        let Some((line, offset)) = place(&row.cells, &known, table.address) else {
            without_place += 1;
            continue;
        };
        match groups.iter_mut().find(|(address, _)| *address == line) {
            Some((_, rows)) => rows.push((offset, row)),
            None => groups.push((line, vec![(offset, row)])),
        }
    }
    notes.warn_times(
        without_place,
        "an offset of a table is no byte of a line: its row could not be read and is missing",
        || at(table),
    );
    if groups.iter().flat_map(|(_, rows)| rows).any(|(offset, _)| *offset >= 2 * LINE_BYTES) {
        notes.warn(
            "offsets of a table pass a cache line: they may count from the start of the struct, so bind its line at byte 0",
            || at(table),
        );
    }
    let single = groups.len() == 1;
    let mut out = Vec::new();
    for (address, rows) in groups {
        let numbers = if single { table.numbers.as_slice() } else { &[] };
        out.push(line(table, &known, address, numbers, &rows, notes));
    }
    out
}

/// Whether a column counts samples of loads.
fn counts_loads(column: &Known) -> bool {
    !column.shares && matches!(column.of, Of::Loads | Of::Kind(0..4))
}

/// Whether a row states more samples of loads than it has samples: perf names the cycles of loads as it names them.
fn has_more_loads_than_records(table: &Table, known: &[Known]) -> bool {
    table.rows.iter().any(|row| {
        let figures = || {
            row.cells.iter().zip(known).filter_map(|(cell, column)| Some((column, figure(cell)?)))
        };
        let records = figures().find(|(column, _)| column.of == Of::Records && !column.shares);
        let loads = || figures().filter(|(column, _)| counts_loads(column));
        let hitm: f64 =
            loads().filter(|(column, _)| column.of != Of::Loads).map(|(_, samples)| samples).sum();
        let most = loads().map(|(_, samples)| samples).fold(hitm, f64::max);
        records.is_some_and(|(_, records)| most > records)
    })
}

/// Whether the rows are whole lines: addresses of lines, and nothing that touches a byte of one.
fn is_of_lines(table: &Table) -> bool {
    let names_code = |column: &Column| {
        matches!(column.of, Of::Offset | Of::Symbol | Of::Source | Of::Code | Of::Cycles(_))
    };
    let Some(at) = table.columns.iter().position(|column| column.of == Of::Address) else {
        return false;
    };
    let is_line = |row: &Row| {
        row.cells.get(at).and_then(|cell| address(cell)).is_some_and(|byte| byte % LINE_BYTES == 0)
    };
    !table.columns.iter().any(names_code) && table.rows.iter().all(is_line)
}

/// A table of lines: its counts are those of whole lines, and its shares are of the recording.
fn whole_lines(table: &Table, known: &[Known], notes: &mut Notes) -> Vec<ProfileLine> {
    if known.iter().any(|column| column.shares) {
        notes.warn(
            "a table of lines has percentages of all lines together: they are left out",
            || at(table),
        );
    }
    let lines = table.rows.iter().map(|row| {
        let mut kinds = Kinds::default();
        for (cell, column) in row.cells.iter().zip(known).filter(|(cell, _)| !is_none(cell)) {
            if let (Of::Kind(kind), false) = (column.of, column.shares) {
                kinds[kind] = figure(cell).map(|value| value as u32);
            }
        }
        let place = place(&row.cells, known, None).and_then(|(line, _)| line);
        let counts = access_row(0, row, known, kinds, Kinds::default()).counts;
        ProfileLine { counts, ..bare(place, Vec::new()) }
    });
    lines.collect()
}

/// A line of which nothing else is known.
fn bare(address: Option<u64>, rows: Vec<AccessRow>) -> ProfileLine {
    ProfileLine {
        address: address.map(|address| format!("{address:#x}")),
        memory_nodes: Vec::new(),
        physical_changes: None,
        snoop_percent: None,
        counts: AccessCounts::default(),
        rows,
        row_error_samples: 0,
        trimmed_percent: None,
        missing: None,
    }
}

fn line(
    table: &Table,
    known: &[Known],
    address: Option<u64>,
    numbers: &[u64],
    rows: &[Placed],
    notes: &mut Notes,
) -> ProfileLine {
    let rounding = rounding_of(known, rows);
    let stated_above = totals(known, numbers);
    let mut totals = Kinds::default();
    for (of, count) in &stated_above {
        if let Of::Kind(kind) = of {
            totals[*kind] = Some(*count);
        }
    }
    if rounding.is_coarse() && totals.0.iter().any(Option::is_some) {
        notes.note(ROUNDED, String::new);
    }
    let mut of_rows: Vec<(Kinds<u32>, Kinds<f64>)> =
        rows.iter().map(|_| (Kinds::default(), Kinds::default())).collect();
    let mut missing = Kinds::default();
    let (mut stated, mut lost) = (0.0, 0.0);
    for (at_column, column) in known.iter().enumerate() {
        let Of::Kind(kind) = column.of else { continue };
        let cells: Vec<Option<f64>> = rows
            .iter()
            .map(|(_, row)| {
                row.cells.get(at_column).filter(|cell| !is_none(cell)).and_then(|cell| figure(cell))
            })
            .collect();
        if !column.shares {
            for ((counts, _), cell) in of_rows.iter_mut().zip(cells) {
                counts[kind] = cell.map(|value| value as u32);
            }
            if let Some(total) = totals[kind].filter(|total| *total > 0) {
                let listed: u64 =
                    of_rows.iter().filter_map(|(counts, _)| counts[kind]).map(u64::from).sum();
                let rest = f64::from(total) - listed as f64;
                if rest < 0.0 {
                    notes.warn(
                        format!(
                            "the rows of a table have more `{}` than the line above it",
                            column.column.name
                        ),
                        || at(table),
                    );
                }
                stated += f64::from(total);
                lost += rest.max(0.0) * 100.0;
                missing[kind] = Some((rest.max(0.0) * 1e4 / f64::from(total)).round() / 100.0);
            }
            continue;
        }
        // perf prints nothing for none only where an author took it out.
        let shares: Vec<f64> = cells.iter().map(|cell| cell.unwrap_or(0.0)).collect();
        for ((_, of_row), share) in of_rows.iter_mut().zip(&shares) {
            of_row[kind] = Some(share.min(100.0));
        }
        let sum: f64 = shares.iter().sum();
        if sum > MOST_PERCENT + rounding.slack(rows.len()) as f64 / 100.0 {
            notes.warn(
                format!(
                    "the shares of `{}` are {sum:.1} % together: the rows are of several lines, or these are no shares of one line",
                    column.column.name
                ),
                || at(table),
            );
        }
        let rest = (100.0 - sum).max(0.0);
        if let Some(total) = totals[kind].filter(|total| *total > 0) {
            let hundredths: Vec<u32> =
                shares.iter().map(|share| (share * 100.0).round() as u32).collect();
            for ((counts, _), count) in
                of_rows.iter_mut().zip(rounding.spread(total, &hundredths, &[]))
            {
                counts[kind] = Some(count);
            }
            stated += f64::from(total);
            lost += f64::from(total) * rest;
            missing[kind] = Some((rest * 100.0).round() / 100.0);
        } else if totals[kind] == Some(0) {
            for (counts, _) in &mut of_rows {
                counts[kind] = Some(0);
            }
        } else if sum > 0.0 {
            missing[kind] = Some((rest * 100.0).round() / 100.0);
        }
    }
    let slack = rounding.slack(rows.len()) as f64 / 100.0;
    let trimmed = missing.0.iter().flatten().any(|rest| *rest > 1.0 + slack);
    let mut counts = AccessCounts::default();
    totals.put(&mut counts);
    counts.stores = sum(&totals.0[4..]);
    for (of, count) in &stated_above {
        if *of == Of::Stores {
            counts.stores = Some(*count);
        }
    }
    let rounded = known.iter().any(|column| column.of.is_figure() && column.shares);
    let by_author = rows.iter().map(|(_, row)| row.error).max().unwrap_or(0);
    let error = totals.0.iter().flatten().map(|total| rounding.error(*total)).max();
    let rows = rows
        .iter()
        .zip(of_rows)
        .map(|((offset, row), (counts, shares))| access_row(*offset, row, known, counts, shares))
        .collect();
    ProfileLine {
        counts,
        row_error_samples: error.filter(|_| rounded).unwrap_or(0).max(by_author),
        trimmed_percent: (trimmed && stated > 0.0).then(|| lost / stated),
        missing: trimmed.then(|| row_shares(missing)),
        ..bare(address, rows)
    }
}

/// How far the author rounded the shares.
fn rounding_of(known: &[Known], rows: &[Placed]) -> Rounding {
    let shares = |(_, row): &Placed| {
        let cells = row.cells.iter().zip(known).filter(|(_, column)| column.shares);
        cells.filter_map(|(cell, _)| decimals(cell)).max()
    };
    Rounding::of(rows.iter().filter_map(shares).max())
}

/// The counts above the table, for its columns of figures in their order; they may have the line's number before them.
/// Where some columns are shares and others counts, nobody knows whose they are.
fn totals(known: &[Known], numbers: &[u64]) -> Vec<(Of, u32)> {
    let figures: Vec<&Known> = known.iter().filter(|column| column.of.is_figure()).collect();
    let shares = figures.iter().filter(|column| column.shares).count();
    let count = figures.len();
    let own = match numbers.len().checked_sub(count) {
        Some(0 | 1) if shares == 0 || shares == count => numbers.iter().rev().take(count).rev(),
        _ => return Vec::new(),
    };
    let capped = |number: &u64| (*number).min(u64::from(u32::MAX)) as u32;
    figures.iter().zip(own).map(|(column, number)| (column.of, capped(number))).collect()
}

/// A name without the signs that show it as code in a text.
fn bare_name(cell: &str) -> &str {
    cell.strip_prefix('`').and_then(|name| name.strip_suffix('`')).unwrap_or(cell)
}

fn access_row(
    offset: u64,
    row: &Row,
    known: &[Known],
    kinds: Kinds<u32>,
    shares: Kinds<f64>,
) -> AccessRow {
    let mut counts = AccessCounts::default();
    kinds.put(&mut counts);
    counts.stores = sum(&kinds.0[4..]);
    let mut latencies = Latencies::default();
    let (mut code, mut pid, mut cpus) = (None, None, None);
    let (mut symbol, mut object, mut source) = (None, None, None);
    for (cell, column) in row.cells.iter().zip(known).filter(|(cell, _)| !is_none(cell)) {
        let number = figure(cell).map(|value| value as u32);
        // perf prints 0 where there was no such sample.
        let cycles = figure(cell).filter(|cycles| *cycles > 0.0);
        match column.of {
            Of::Stores => counts.stores = number,
            Of::Loads => counts.loads = number,
            Of::Records => counts.records = number,
            Of::Cycles(Some(0)) if shares.0[2].or(kinds.0[2].map(f64::from)).is_some() => {
                latencies.peer_remote_cycles = cycles;
            }
            Of::Cycles(Some(1)) if shares.0[3].or(kinds.0[3].map(f64::from)).is_some() => {
                latencies.peer_local_cycles = cycles;
            }
            Of::Cycles(Some(0)) => latencies.hitm_remote_cycles = cycles,
            Of::Cycles(Some(1)) => latencies.hitm_local_cycles = cycles,
            Of::Cycles(_) => latencies.other_cycles = cycles,
            Of::Cpus => cpus = number,
            Of::Pid => pid = number,
            Of::Code => code = address(cell),
            Of::Symbol => symbol = Some(bare_name(cell)),
            Of::Object => object = Some(bare_name(cell).to_owned()),
            Of::Source => source = Some(bare_name(cell).to_owned()),
            _ => {}
        }
    }
    let other_loads = split_loads(&mut counts, &kinds);
    let (level, name) = symbol.map_or((None, ""), tail::level);
    let any_share = shares.0.iter().any(Option::is_some);
    AccessRow {
        offset_bytes: offset as f64,
        code_address: code.map(|code| format!("{code:#x}")),
        pid,
        tid: None,
        thread_name: None,
        counts,
        shares: any_share.then(|| row_shares(shares)),
        other_loads,
        period: None,
        latencies,
        cpu_count: cpus,
        nodes: Vec::new(),
        cpus: Vec::new(),
        // perf prints an address where it knows no name.
        symbol: (!name.is_empty() && !name.starts_with("0x")).then(|| name.to_owned()),
        symbol_may_be_cut: false,
        level,
        object,
        source_line: source,
        remark: (!row.remark.is_empty()).then(|| row.remark.clone()),
    }
}
