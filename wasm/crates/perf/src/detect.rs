//! What kind of profile some bytes are, from their beginning.

use facts::ProfileKind;
use mailtext::{Encoding, Hunks, Taken};
use memchr::memmem;

use crate::NothingUsable;
use crate::c2c;
use crate::grammar::{GRAMMAR, begins_sample, is_level};
use crate::script::{is_access, is_any_sample};
use crate::stats;
use crate::tokens::{Bytes, decimal, hex, words};
use crate::types::{names_members, offset_number};

/// Bytes that are looked at.
pub const DETECT_BYTES: usize = 64 * 1024;

/// A text of perf's counters has so many of them.
const FEWEST_COUNTERS: u32 = 4;

/// The kind of profile, by content; `None` for everything else. Only the first [`DETECT_BYTES`] are looked at.
///
/// A mail may hold a report and a patch: the lines of the patch are not looked at.
pub fn detect(bytes: &[u8]) -> Option<ProfileKind> {
    if is_recording(bytes) {
        return Some(ProfileKind::PerfData);
    }
    let bytes = bytes.get(..DETECT_BYTES).unwrap_or(bytes);
    if bytes.is_empty() || !may_be_text(bytes) {
        return None;
    }
    of_lines(&text_lines(bytes))
}

/// Whether a file that begins so is a recording (perf.data), of either byte order or of the form before 2.6.33.
pub fn is_recording(start: &[u8]) -> bool {
    [b"PERFILE2", b"2ELIFREP", b"PERFFILE"].iter().any(|magic| start.starts_with(*magic))
}

/// Whether a file that begins so may be a text, of whatever encoding: text has no NUL, but in UTF-16.
pub fn may_be_text(start: &[u8]) -> bool {
    memchr::memchr(0, start).is_none() || Encoding::of(start) != Encoding::Utf8
}

/// The lines of a text that are no patch's.
fn text_lines(bytes: &[u8]) -> Vec<String> {
    let mut hunks = Hunks::default();
    let lines = mailtext::start(bytes, GRAMMAR);
    let of_text = lines.iter().filter_map(|line| match hunks.take(line) {
        Taken::Not => Some(line.clone()),
        Taken::Added(line) => Some(line.to_owned()),
        Taken::Patch => None,
    });
    of_text.collect()
}

/// Why a text or file of which [`detect`] knows nothing is not read: what it is, and which word its command lacks.
pub fn refusal(bytes: &[u8]) -> NothingUsable {
    let bytes = bytes.get(..DETECT_BYTES).unwrap_or(bytes);
    let lines = text_lines(bytes);
    let has = |text: &str| lines.iter().any(|line| line.contains(text));
    let all = mailtext::start(bytes, GRAMMAR);
    let (removed, added) = (changed_rows(&all, '-'), changed_rows(&all, '+'));
    if has("PERF_RECORD_SAMPLE(") || has("PERF_RECORD_MMAP") {
        NothingUsable::Other {
            form: "`perf report -D`",
            lacks: "it prints the records of a recording one by one",
            fix: "Give the recording itself (perf.data)",
        }
    } else if has("Disassembly of section") || has("Source code & Disassembly") {
        NothingUsable::Other {
            form: "`perf annotate --stdio`",
            lacks: "it has shares of instructions and no addresses of data",
            fix: "Print members with `perf annotate --data-type --stdio`",
        }
    } else if lines.iter().any(|line| names_access(line)) {
        // `-F mem,sample,snoop` and its like: patches and replies on perf mem for AMD (linux-kernel, 2022 to 2025).
        NothingUsable::Other {
            form: "`perf mem report` without its column of data",
            lacks: "it has no addresses",
            fix: "Print `perf mem report --stdio` without `-F` and `-s`",
        }
    } else if lines.iter().any(|line| is_access_row(line)) {
        // Rows below `# Samples:`, without the two lines that name their columns (notes on a PMU, GitHub).
        let rows = lines.iter().filter(|line| is_access_row(line)).count() as u64;
        NothingUsable::NoHeader { rows }
    } else if has("# Overhead") || has("# Children") {
        NothingUsable::Other {
            form: "`perf report --stdio`",
            lacks: "it names functions and no addresses of data",
            fix: "Record with `perf c2c record` and print `perf c2c report --stdio`",
        }
    } else if lines.iter().any(|line| line.contains("|OP ")) {
        NothingUsable::NO_ADDRESSES
    } else if lines.iter().any(|line| begins_sample(line) || is_any_sample(line.as_bytes())) {
        NothingUsable::NoAddresses {
            lacks: "no addresses of data and no data source",
            fix: "Record with `perf c2c record` or `perf mem record`, and print `perf script -F +addr,+data_src,+weight`",
        }
    } else if removed > 0 && removed + added > 1 {
        NothingUsable::Difference { rows: removed + added }
    } else if added > 1 {
        // A patch of perf's documentation (`perf-amd-ibs.txt`, linux-kernel, 2025).
        NothingUsable::Other {
            form: "a patch that adds a report to a text",
            lacks: "its lines begin with `+`",
            fix: "Give the report by itself, its lines without their `+`",
        }
    } else {
        NothingUsable::UnknownKind
    }
}

fn changed_rows(lines: &[String], sign: char) -> u64 {
    lines.iter().filter(|line| is_changed_row(line, sign)).count() as u64
}

/// Whether a text without a report is the difference of two, and no patch: what it changes are rows, and no C.
pub fn is_difference(bytes: &[u8]) -> bool {
    let bytes = bytes.get(..DETECT_BYTES).unwrap_or(bytes);
    if !may_be_text(bytes) || memmem::find(bytes, b"@@ -").is_none() {
        return false;
    }
    let lines = mailtext::start(bytes, GRAMMAR);
    let changed = |line: &&String| line.trim_start().starts_with(['-', '+']);
    let is_row = |line: &String| is_changed_row(line, '-') || is_changed_row(line, '+');
    changed_rows(&lines, '-') > 0
        && changed_rows(&lines, '+') > 0
        && lines.iter().filter(changed).all(|line| is_row(line) || !line.contains([';', '{', '}']))
}

/// A row in the difference of two reports: `-   75.00          0          4      guint    have_keys;`.
pub(crate) fn is_changed_row(line: &str, sign: char) -> bool {
    let row = line.trim_start().strip_prefix(sign).map(words);
    row.is_some_and(|row| {
        let first = row.first().map(|word| word.text.trim_end_matches('%'));
        row.len() > 3 && first.is_some_and(is_share)
    })
}

/// Two decimals, as perf prints all shares.
fn is_share(text: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('.').is_some_and(|(whole, rest)| {
        (1..=3).contains(&whole.len()) && rest.len() == 2 && digits(whole) && digits(rest)
    })
}

/// `78.98%  102  L3 hit  [.] walk`: the row of a mem report that somebody chose the columns of.
fn is_access_row(line: &str) -> bool {
    let words = words(line);
    let has_share = words.first().is_some_and(|word| word.percent().is_some());
    let has_samples = words.get(1).is_some_and(|word| word.number().is_some());
    has_share
        && has_samples
        && (line.contains(" hit  ") || line.contains("  N/A  "))
        && line.contains("  [")
}

/// Whether a line is the header of a `perf mem report` whose columns somebody chose: `Samples  Memory access`,
/// `Overhead  Samples  Snoop`.
pub(crate) fn names_access(line: &str) -> bool {
    const OF_ACCESS: [&str; 3] = ["Memory access", "Snoop", "TLB access"];
    const OTHERS: [&str; 5] = ["Overhead", "Samples", "Local Weight", "Weight", "Locked"];
    let names = line.trim_start_matches(['#', ' ']).split("  ").map(str::trim);
    let mut names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    names.retain(|name| !OTHERS.contains(name));
    let is_more = line.trim_start_matches(['#', ' ']).len() > "Memory access".len();
    is_more && !names.is_empty() && names.iter().all(|name| OF_ACCESS.contains(name))
}

/// The kind of text of which these are the clean lines.
fn of_lines(lines: &[String]) -> Option<ProfileKind> {
    // Programs that set tables move the words of a title apart.
    let squeezed = |line: &String| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let titles: Vec<String> = lines.iter().map(squeezed).collect();
    let has = |text: &str| titles.iter().any(|line| line.contains(text));
    // Hitmap's own table of a layout, with heat in a form that people write too.
    if has("[hitmap-table") {
        return None;
    }
    if has("Annotate type: ") || lines.iter().any(|line| names_members(&words(line))) {
        // A text may hold both of perf's type tables; one reader reads both.
        return Some(ProfileKind::AnnotatedTypes);
    }
    if has("Data Type") && (has("Overhead") || has("Children") || has("- Mem Op -")) {
        return Some(ProfileKind::TypeReport);
    }
    if has("Shared Data Cache Line Table")
        || has("Shared Cache Line Distribution Pareto")
        || has("Shared Cache Line Event Information")
        || has("Trace Event Information")
        || has("Cachelines sort on")
        || has("- Cacheline -")
        || crate::functions::is_in(&has)
    {
        return Some(ProfileKind::C2cReport);
    }
    if has("LOCAL WEIGHT") && has("DSRC") || has("PID, TID, IP, ADDR") {
        return Some(ProfileKind::MemDump);
    }
    if (has("Overhead") && (has("Memory access") || has("Data Symbol")))
        || crate::breakdown::is_in(&has)
    {
        return Some(ProfileKind::MemReport);
    }
    by_lines(lines)
}

/// Whether the beginning of a text holds a patch, as a mail does that shows what it is good for.
pub fn holds_patch(bytes: &[u8]) -> bool {
    let bytes = bytes.get(..DETECT_BYTES).unwrap_or(bytes);
    !bytes.starts_with(b"PERFILE2") && mailtext::holds_patch(&mailtext::start(bytes, GRAMMAR))
}

/// Single lines that only one of the texts has.
fn by_lines(lines: &[String]) -> Option<ProfileKind> {
    let (mut dumped, mut types, mut counters, mut listed, mut accesses) = (0, 0, 0, 0, 0);
    let (mut rules, mut blocks, mut named) = (false, false, false);
    // The last line may be cut by the end of what is looked at; no rule here needs it whole.
    for text in lines.iter().take(2_000) {
        if is_script(text.as_bytes()) {
            return Some(ProfileKind::Script);
        }
        accesses += u32::from(is_access(text.as_bytes()));
        if is_mem_row(text) {
            return Some(ProfileKind::MemReport);
        }
        dumped += u32::from(is_dump(text.as_bytes()));
        if c2c::is_row(text) {
            return Some(ProfileKind::C2cReport);
        }
        let shares = words(text).iter().take_while(|word| word.percent().is_some()).count();
        if named && shares >= 2 {
            return Some(ProfileKind::C2cReport);
        }
        named |= c2c::names_rows(text);
        types += u32::from(is_type_row(text));
        counters += u32::from(is_counter(text));
        listed += u32::from(c2c::is_listed_line(text));
        rules |= c2c::is_dashes(text.trim());
        blocks |= c2c::is_line_of_counts(text);
        if counters >= FEWEST_COUNTERS || listed >= 2 || rules && blocks {
            return Some(ProfileKind::C2cReport);
        }
        if dumped >= 2 {
            return Some(ProfileKind::MemDump);
        }
        if types >= 2 {
            return Some(ProfileKind::TypeReport);
        }
    }
    (accesses > 0).then_some(ProfileKind::Script)
}

/// `Load Local HITM      :       373`
fn is_counter(text: &str) -> bool {
    let Some((key, count)) = text.split_once(" :") else { return false };
    stats::table_of(key.trim()).is_some() && stats::count(count.trim()).is_some()
}

/// `16.72%  72  751  L1 hit  [.] reader  demo  [.] counters+0x8  demo  HitM`: a share, a function, and data.
fn is_mem_row(text: &str) -> bool {
    let words = words(text);
    let levels = words.iter().filter(|word| is_level(word.text)).count();
    levels == 2 && words.first().is_some_and(|word| word.percent().is_some())
}

/// `… 4040d0 1808042 |OP LOAD|LVL …`
fn is_script(line: &[u8]) -> bool {
    let Some(at) = memmem::find(line, b"|OP ") else { return false };
    let (before, source) = line.split_at(at);
    let word = before.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next();
    word.is_some_and(|word| hex(word).is_some()) && memmem::find(source, b"|LVL ").is_some()
}

/// `3344 3346 0x401150 0x4040c8 47 0x1100142 …`
fn is_dump(line: &[u8]) -> bool {
    let mut found: Vec<&[u8]> = Bytes::new(line).take(7).collect();
    // With `-p` a physical address stands before the weight.
    if let [_, _, _, _, physical, _, _] = found.as_slice()
        && physical.starts_with(b"0x")
    {
        found.remove(4);
    }
    found.truncate(6);
    let [pid, tid, ip, address, weight, source] = found.as_slice() else { return false };
    let number = |word: &[u8]| decimal(word).is_some();
    let address_of = |word: &[u8]| word.starts_with(b"0x") && hex(word).is_some();
    number(pid)
        && number(tid)
        && number(weight)
        && [ip, address, source].into_iter().all(|word| address_of(word))
}

/// `3.90%  struct page +0 (flags)`
fn is_type_row(text: &str) -> bool {
    let starts = words(text).first().is_some_and(|word| word.percent().is_some());
    let Some((front, _)) = text.trim_end().strip_suffix(')').and_then(|t| t.rsplit_once(" ("))
    else {
        return false;
    };
    let offset = front.rsplit_once(" +").map(|(_, offset)| offset_number(offset));
    starts && matches!(offset, Some(Some(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<ProfileKind>) {
        assert_eq!(detect(text.as_bytes()), expect, "{text}");
    }

    #[test]
    fn one_line_is_enough() {
        use ProfileKind::*;
        check(
            " 9.22% 7.37% 0.00% 0.00% 0x0 0 1 0xffffffffab344052 518 334 354 5490 160 [k] f",
            Some(C2cReport),
        );
        check(
            "> 0.00%  0.00%  0.12%  0.02%  0.00%  0x8  1  1  0x401360  0  0  0  23",
            Some(C2cReport),
        );
        check(
            "A quoted report:\n 9.22% 7.37% 0.00% 0.00% 0x0 0 1\ndiff --git a/x b/x\n",
            Some(C2cReport),
        );
        check("a 1 [000] 1.0: e: 10 1808042 |OP LOAD|LVL L1 hit|SNP None", Some(Script));
        check("1 2 0x4 0x8 5 0x1100142 a:b\n1 2 0x4 0x8 5 0x1100142 a:b\n", Some(MemDump));
        check(" 1.0%  struct a +0 (b)\n 2.0%  struct a +8 (c)\n", Some(TypeReport));
        check(" 1.0%  struct a +0 (b)\n 2.0%  struct a +0x10 (c)\n", Some(TypeReport));
        check("  Annotate type: 'struct a'", Some(AnnotatedTypes));
    }

    #[test]
    fn other_texts_are_not_profiles() {
        check("struct a {\n\tlong b; /* 0 8 */\n\t/* size: 8, cachelines: 1 */\n};\n", None);
        check("/* 100% 0x10 */ #define A 0x20\nint x = 5 % 3;\n", None);
        check("", None);
        check("\0\0\0", None);
        check("diff --git a/x b/x\n@@ -1,1 +1,2 @@\n a\n+ 9.22% 7.37% 0.00% 0.00% 0x0 0 1\n", None);
        check("text\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n", None);
        check("98.5% of users, 1.5% of 0x20\n", None);
    }
}
