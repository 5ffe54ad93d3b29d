//! Where the data of a line begins: what stands before it may be a prefix.

use crate::samples::begins_sample;
use crate::words::{is_address, is_number, is_percent};

/// Left sides of boxes, and what parts columns.
pub(crate) const BARS: [char; 7] = ['|', '│', '┃', '║', '¦', '▏', '╎'];

/// Signs of a rule.
pub(crate) const RULE: &str = "====";
/// The names of columns, and titles.
const STARTS: [&str; 13] = [
    "# Index",
    "#   Num",
    "#        -----",
    "# .....",
    "# Overhead",
    "# PID, TID",
    "# To display",
    "# Samples:",
    "# Total Lost",
    "Trace Event Information",
    "c2c details",
    "Shared Data Cache Line Table",
    "Shared Cache Line Distribution Pareto",
];

/// Where what perf prints in every text begins in a line, if that is told.
pub(crate) fn own_start(line: &str) -> Option<usize> {
    if begins_sample(line) {
        return None;
    }
    let first = |word: &str| line.find(word);
    // Of a counter a mailer may have broken the number off.
    let bare = || line.trim_end().ends_with(" :").then(|| key_start(line)).flatten();
    let counter = counter_start(line).or_else(bare).or_else(|| first(RULE));
    counter.or_else(|| STARTS.iter().find_map(|start| first(start)))
}

/// Where a time of day ends (`2026-01-02T03:04:05.123Z`, `[03:04:05]`), and the name and number of what wrote it after it
/// (`Jan 02 03:04:05 host perf[123]:`).
pub(crate) fn time_end(before: &str) -> Option<usize> {
    let is_time = |word: &str| mask(word).contains("0:0:0") && word.matches(':').count() == 2;
    let mut words = before.split_whitespace();
    let end_of = |word: &str| word.as_ptr() as usize - before.as_ptr() as usize + word.len();
    let time = words.find(|word| is_time(word))?;
    let writer = words.take(2).find(|word| word.ends_with("]:"));
    Some(end_of(writer.unwrap_or(time)))
}

/// Where the process and the thread of a sample stand: `3344/3346`.
pub(crate) fn ids_start(line: &str) -> Option<usize> {
    let ids = line.split_whitespace().find(|word| {
        let mut parts = word.split('/');
        let number = |part: Option<&str>| part.is_some_and(is_number);
        number(parts.next()) && number(parts.next()) && parts.next().is_none()
    })?;
    Some(ids.as_ptr() as usize - line.as_ptr() as usize)
}

/// Where the data of a line begins; `None` where it has none.
pub(crate) fn data_start(line: &str) -> Option<usize> {
    let start_of = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    if let Some(at) = line.find("|OP ") {
        // A sample begins with a name: only a first word without letters is a prefix.
        let first = line[..at].split_whitespace().next()?;
        let prefix = first.chars().all(|char| !char.is_alphanumeric() || char.is_ascii_digit());
        let end = start_of(first) + first.len();
        let is_context = first.strip_suffix('-').is_some_and(is_number);
        // `12 | name 3344/3346 …`
        let bar = line[end..at].trim_start().chars().next().filter(|bar| BARS.contains(bar));
        if let Some(bar) = bar.filter(|_| is_number(first)) {
            return line[end..].find(bar).map(|at| end + at + bar.len_utf8());
        }
        // No thread is called `#` or `//`.
        let is_sign = !first.contains(char::is_alphanumeric);
        let is_end = first.ends_with([':', ']', '>']) || first.ends_with(BARS);
        let sign = is_sign || is_end || is_context;
        return if prefix && sign { Some(end) } else { time_end(&line[..ids_start(line)?]) };
    }
    // Callers of a call chain are behind a tab, and what is before it is the prefix of the samples too.
    if let Some((before, caller)) = line.split_once('\t')
        && caller.split_whitespace().next().is_some_and(is_code)
        // The end of a sample whose gaps are tabs is no prefix: `f+0x4 (/opt/app)`.
        && !before.contains("+0x")
    {
        return Some(before.len());
    }
    if let Some(start) = counter_start(line) {
        return Some(start);
    }
    if let Some(start) = dump_start(line) {
        return Some(start);
    }
    let (mut data, mut first, mut numbers): (usize, Option<&str>, Vec<&str>) =
        (0, None, Vec::new());
    for word in line.split_whitespace() {
        // `12:0x40` where the line had no blanks at its start.
        let behind = word.rsplit([':', '|', '│']).next().unwrap_or(word);
        // `+9.22%`: a line that a diff adds.
        let behind = behind.strip_prefix('+').filter(|_| start_of(word) == 0).unwrap_or(behind);
        // `"9.22%`, `**9.22%`: what begins beside its first share is a row all the same.
        let bare = behind.trim_start_matches(|c: char| !c.is_alphanumeric());
        let behind = if is_percent(bare) { bare } else { behind };
        let is_data = is_percent(behind) || is_address(behind);
        let is_figure = is_number(behind) && (is_file(word) || word.starts_with('+'));
        let word = if is_data || is_figure { behind } else { word };
        if is_percent(word) || is_address(word) {
            first = first.or_else(|| numbers.first().copied()).or(Some(word));
            data += if word.contains(".") { 2 } else { 1 };
        } else if is_number(word) {
            numbers.push(word);
            if numbers.len() >= 3 && first.is_none() {
                first = numbers.first().copied();
                data += 2;
            }
            continue;
        }
        numbers.clear();
    }
    first.filter(|_| data >= 2).map(start_of)
}

/// Where a row of `perf mem -D report` begins that was broken behind its first address: `3344 3346 0x401150`.
fn dump_start(line: &str) -> Option<usize> {
    let start_of = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let mut words = line.split_whitespace().rev();
    let (code, thread, process) = (words.next()?, words.next()?, words.next()?);
    let is_row = is_address(code) && is_number(thread) && is_number(process);
    let has_one_more = words.next().is_some_and(is_number);
    (is_row && !has_one_more).then(|| start_of(process))
}

/// Whether a word begins with a file's name and not with a time: `c2c.txt:12:0`.
fn is_file(word: &str) -> bool {
    let name = word.split(':').next().unwrap_or_default();
    name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '.' | '/')) && name != word
}

/// `401112`, as a caller has it.
fn is_code(word: &str) -> bool {
    word.len() >= 4
        && word.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Whether a line is a counter of perf's.
pub fn is_counter(line: &str) -> bool {
    counter_start(line).is_some()
}

/// Where a counter begins: `Load Local HITM      :       373`, behind at least two blanks or a tab.
pub(crate) fn counter_start(line: &str) -> Option<usize> {
    let (key, count) = line.split_once(" :").or_else(|| line.split_once("\t:"))?;
    let is_count = |word: &str| is_number(word) || is_percent(word);
    if !count.starts_with([' ', '\t']) || !count.split_whitespace().next().is_some_and(is_count) {
        return None;
    }
    key_start(key)
}

/// Where the name of a counter begins, behind at least two blanks or a tab.
fn key_start(key: &str) -> Option<usize> {
    let blanks = |at: usize| key[..at].ends_with("  ") || key[..at].ends_with('\t');
    key.char_indices().find(|(at, char)| char.is_ascii_uppercase() && blanks(*at)).map(|(at, _)| at)
}

/// A digit stands for a number, a colon for a dash too (grep's context).
pub(crate) fn masked(char: char) -> char {
    match char {
        '0'..='9' => '0',
        '-' => ':',
        _ => char,
    }
}

/// Without blanks, one digit for each run of them.
pub(crate) fn mask(text: &str) -> String {
    let mut out = String::new();
    let mut digits = false;
    for char in text.chars() {
        if char.is_ascii_digit() && digits {
            continue;
        }
        digits = char.is_ascii_digit();
        if !matches!(char, ' ' | '\t') {
            out.push(masked(char));
        }
    }
    out
}
