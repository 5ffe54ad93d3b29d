//! `perf mem report --stdio`: `iter_add_single_mem_entry()` of `tools/perf/util/hist.c`, the keys of
//! `tools/perf/util/sort.c` and the table of `tools/perf/ui/stdio/hist.c` (6.1, 6.12).
//!
//! Samples that are equal in every printed column are one row. The columns are those of an x86 machine: there
//! 5.12 added "Blocked" and "Local INSTR Latency", 6.3 "Local Retire Latency"; 6.2 made the level wider.
//! 6.18 was not read: it is written as 6.12. Below rows with call chains perf prints trees, which are not written.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write;

use crate::data_text::DataText;
use crate::recording::Recording;
use crate::sample::Sample;
use crate::scenario::{File, Memory};
use crate::version::Version;

/// What perf recommends at the end; it draws one of a file of tips.
pub const TIP: &str = "# (Tip: To see callchains in a more compact form: perf report -g folded)";

/// A printed text is cut where perf's buffers end.
const BUFFER_CHARS: usize = 63;
/// Digits of an address.
const ADDRESS_CHARS: usize = 16;
/// "[.] " before a symbol.
const LEVEL_CHARS: usize = 4;

/// A row: samples that no column tells apart.
#[derive(Debug, Clone)]
pub struct MemRow {
    /// The first of its samples: what it says of its data source is printed.
    pub first: Sample,
    /// How many samples it has.
    pub count: u32,
    /// The symbol of the code.
    pub symbol: Option<String>,
    /// The file of the code.
    pub file: Option<String>,
    /// The symbol of the data, and the byte of it.
    pub variable: Option<(String, u64)>,
    /// The file of the data.
    pub data_file: Option<String>,
}

/// What tells rows apart. In code without a symbol it is the instruction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    weight: u32,
    source: [u64; 5],
    symbol: Option<u64>,
    code: u64,
    file: Option<String>,
    address: u64,
    data_file: Option<String>,
}

/// Level, snoop, TLB, lock and what blocked, as the data source names them: only these fields are compared.
fn source_key(word: u64) -> [u64; 5] {
    let bits = |shift: u32, width: u32| word >> shift & ((1 << width) - 1);
    [bits(5, 14), bits(19, 5), bits(26, 7), bits(24, 2), bits(40, 3)]
}

/// The table of an event: its rows in perf's order.
#[must_use]
pub fn rows(recording: &Recording, event: usize) -> Vec<MemRow> {
    let mut index: HashMap<Key, usize> = HashMap::new();
    let mut list: Vec<(Key, MemRow)> = Vec::new();
    for sample in recording.samples.iter().filter(|sample| sample.event == event) {
        let row = row(recording, sample);
        let site = recording.site(sample);
        let file = recording.file(site);
        let start = |start: u64| recording.file_address(file, start);
        let symbol = recording.function(site).map(|function| start(function.start));
        let key = Key {
            weight: sample.weight,
            source: source_key(sample.source),
            symbol,
            code: if symbol.is_some() { 0 } else { start(site.code) },
            file: row.file.clone(),
            address: sample.address,
            data_file: row.data_file.clone(),
        };
        let at = *index.entry(key.clone()).or_insert_with(|| {
            list.push((key, row));
            list.len() - 1
        });
        list[at].1.count += 1;
    }
    // `hist_entry__sort()`: most weight first, then by the columns; files go backwards, unknown ones first.
    list.sort_by_cached_key(|(key, row)| {
        let unknown_first = |file: &Option<String>| (file.is_some(), Reverse(file.clone()));
        (
            Reverse(period(row)),
            Reverse(key.weight),
            key.source[0],
            (row.symbol.is_none(), row.symbol.clone()),
            unknown_first(&key.file),
            key.address as i64,
            unknown_first(&key.data_file),
            [key.source[1], key.source[2], key.source[3], key.source[4]],
            (key.symbol, key.code as i64),
        )
    });
    list.into_iter().map(|(_, row)| row).collect()
}

fn row(recording: &Recording, sample: &Sample) -> MemRow {
    let site = recording.site(sample);
    let file = recording.file(site);
    let object = &recording.scenario.objects[site.object];
    let mapped = recording.data_mapped(sample);
    let variable = recording.variable(site.object).filter(|_| mapped);
    let data_file = match object.memory {
        _ if !mapped => None,
        Memory::Variable(file) => Some(recording.scenario.files[file].short_name()),
        Memory::KernelVariable => Some(File::Kernel.short_name()),
        Memory::Heap(_) => Some("anon".to_owned()),
        Memory::Kernel | Memory::Unknown => None,
    };
    MemRow {
        first: *sample,
        count: 0,
        symbol: recording.function(site).map(|function| function.name.clone()),
        file: (*file != File::Nowhere).then(|| file.short_name()),
        variable: variable.map(|name| (name, sample.address - object.base)),
        data_file,
    }
}

/// What a row is sorted by: a sample without a weight counts as one.
fn period(row: &MemRow) -> u64 {
    u64::from(row.first.weight.max(1)) * u64::from(row.count)
}

/// By what perf sorts, as it prints it.
fn sort_order(version: Version) -> &'static str {
    if version >= Version::V5_15 {
        "local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked,blocked,local_ins_lat,local_p_stage_cyc"
    } else {
        "local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked"
    }
}

/// The text.
#[must_use]
pub fn text(recording: &Recording, version: Version) -> String {
    let mut out =
        "# To display the perf.data header info, please use --header/--header-only options.\n#\n#\n\
         # Total Lost Samples: 0\n#\n"
            .to_owned();
    for (event, name) in recording.scenario.machine.events().into_iter().enumerate() {
        // 5.14 leaves out events without samples.
        let sampled = recording.samples.iter().any(|sample| sample.event == event);
        if version >= Version::V5_15 && !sampled {
            continue;
        }
        table(&mut out, recording, version, event, name);
    }
    let _ = write!(out, "#\n{TIP}\n#\n");
    out
}

fn table(out: &mut String, recording: &Recording, version: Version, event: usize, name: &str) {
    let rows = rows(recording, event);
    let total: u64 = rows.iter().map(period).sum();
    let (mut samples, mut unit) = (rows.iter().map(|row| u64::from(row.count)).sum::<u64>(), ' ');
    for larger in ['K', 'M'] {
        if samples > 1000 {
            (samples, unit) = (samples / 1000, larger);
        }
    }
    let _ = write!(
        out,
        "# Samples: {samples}{unit} of event '{name}'\n# Total weight : {total}\n# Sort order   : {}\n#\n",
        sort_order(version)
    );
    let columns = columns(recording, version, &rows);
    let widths: Vec<usize> = columns.iter().map(|column| column.width).collect();
    let mut line = format!("# {:>8}  {:>12}", "Overhead", "Samples");
    let mut dots = format!("# {}  {}", ".".repeat(8), ".".repeat(12));
    for (column, width) in columns.iter().zip(&widths) {
        let _ = write!(line, "  {:<width$}", column.name);
        let _ = write!(dots, "  {}", ".".repeat(*width));
    }
    // Headers are not padded at the end of their line.
    let _ = write!(out, "{}\n{dots}\n#\n", line.trim_end());
    for (at, row) in rows.iter().enumerate() {
        let share = 100.0 * period(row) as f64 / total as f64;
        let _ = write!(out, "  {share:>7.2}%  {:>12}", row.count);
        for (column, width) in columns.iter().zip(&widths) {
            let _ = write!(out, "  {:<width$}", column.values[at]);
        }
        out.push('\n');
    }
    out.push_str("\n\n");
}

struct Column {
    name: &'static str,
    width: usize,
    values: Vec<String>,
}

fn columns(recording: &Recording, version: Version, rows: &[MemRow]) -> Vec<Column> {
    let column = |name: &'static str, width: usize, value: &dyn Fn(&MemRow) -> String| Column {
        name,
        // perf widens a column when it sees a row.
        width: if rows.is_empty() { name.len() } else { width.max(name.len()) },
        values: rows.iter().map(value).collect(),
    };
    let words = |row: &MemRow| DataText { word: row.first.source, version };
    let widest = |width: &dyn Fn(&MemRow) -> usize| rows.iter().map(width).max().unwrap_or(0);
    let file_width = |file: &Option<String>| file.as_ref().map_or(ADDRESS_CHARS, String::len);
    let unnamed = LEVEL_CHARS + 2 + ADDRESS_CHARS;
    // The length of a module's symbol counts what kallsyms has behind it: a tab and the module.
    let symbol_width =
        widest(&|row| match (&row.symbol, recording.file(recording.site(&row.first))) {
            (None, _) => unnamed,
            (Some(name), file @ File::Module { .. }) => {
                LEVEL_CHARS + name.len() + 1 + file.short_name().len()
            }
            (Some(name), _) => LEVEL_CHARS + name.len(),
        });
    // The file of code without a symbol gets room for an address.
    let code_file_width = widest(&|row| {
        let name = row.file.as_ref().map_or(0, String::len);
        if row.symbol.is_none() { name.max(ADDRESS_CHARS) } else { name }
    });
    let data_width =
        widest(&|row| unnamed + row.variable.as_ref().map_or(0, |variable| variable.0.len()));
    let level_width = if version >= Version::V6_6 { 39 } else { 24 };
    let file = |file: &Option<String>| file.clone().unwrap_or_else(|| "[unknown]".to_owned());
    let mut list = vec![
        column("Local Weight", 12, &|row| row.first.weight.to_string()),
        column("Memory access", level_width, &|row| cut(words(row).level())),
        column("Symbol", symbol_width, &|row| symbol(recording, row)),
        column("Shared Object", code_file_width, &|row| file(&row.file)),
        column("Data Symbol", data_width, &|row| data_symbol(recording, row)),
        column("Data Object", widest(&|row| file_width(&row.data_file)), &|row| {
            file(&row.data_file)
        }),
        column("Snoop", 12, &|row| cut(words(row).snoop())),
        column("TLB access", 22, &|row| cut(words(row).tlb())),
        column("Locked", 6, &|row| words(row).lock().to_owned()),
    ];
    if version.counts_blocked() {
        list.push(column("Blocked", 10, &|row| words(row).blocked()));
        list.push(column("Local INSTR Latency", 13, &|_| "0".to_owned()));
    }
    if version >= Version::V6_6 {
        list.push(column("Local Retire Latency", 13, &|_| "0".to_owned()));
    }
    list
}

fn cut(mut text: String) -> String {
    text.truncate(BUFFER_CHARS);
    text
}

fn level(recording: &Recording, row: &MemRow) -> char {
    if recording.in_kernel(&row.first) { 'k' } else { '.' }
}

/// An address as `%-#.16llx` prints it: 0 has no "0x".
fn address(address: u64) -> String {
    let front = if address == 0 { "" } else { "0x" };
    format!("{front}{address:016x}")
}

fn symbol(recording: &Recording, row: &MemRow) -> String {
    let site = recording.site(&row.first);
    let name = row.symbol.clone();
    let name =
        name.unwrap_or_else(|| address(recording.file_address(recording.file(site), site.code)));
    format!("[{}] {name}", level(recording, row))
}

fn data_symbol(recording: &Recording, row: &MemRow) -> String {
    let name = match &row.variable {
        Some((name, offset)) => format!("{name}+{offset:#x}"),
        None => address(row.first.address),
    };
    format!("[{}] {name}", level(recording, row))
}
