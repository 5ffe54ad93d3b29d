//! What rows of `perf script` and of `perf mem report` look like, as far as it takes to see that one was broken.

use crate::gone::is_left_out;
use crate::words::{is_address, is_number, is_percent};

/// Whether a line begins as a sample of `perf script` does: `name 3344/3346 [002] 2628.1: event: …`.
pub fn begins_sample(text: &str) -> bool {
    let mut words = text.split_whitespace().take(8).skip_while(|word| !is_ids(word));
    // A name may have numbers among its words.
    let mut last_is_id = false;
    words.any(|word| {
        let found = last_is_id && is_cpu(word);
        last_is_id = is_ids(word);
        found
    })
}

/// The name of the thread with which a sample of `perf script` begins: `kworker/0:1` of `kworker/0:1 7/7 [002] …`.
pub fn thread_of(text: &str) -> Option<&str> {
    let is_next = |word: &&str| {
        let after = &text[word.as_ptr().addr() - text.as_ptr().addr() + word.len()..];
        is_ids(word) && after.split_whitespace().next().is_some_and(is_cpu)
    };
    let ids = text.split_whitespace().take(8).find(is_next)?;
    let name = text[..ids.as_ptr().addr() - text.as_ptr().addr()].trim();
    (!name.is_empty()).then_some(name)
}

/// Whether a line begins as a row of `perf mem -D report` does: `3344 3346 0x401150 0x4040c8 …`, or ends behind the
/// first address.
pub fn begins_dump(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let ids = words.next().is_some_and(is_number) && words.next().is_some_and(is_number);
    ids && words.next().is_some_and(is_address) && words.next().is_none_or(is_address)
}

/// Whether a row of `perf mem -D report` has its last column: `[kernel.kallsyms]:read`.
pub fn ends_in_place(row: &str) -> bool {
    begins_dump(row) && row.split_whitespace().skip(4).any(|word| word.contains(':'))
}

/// Whether there is nothing in a line but the numbers with which a sample begins.
pub fn is_ids_alone(text: &str) -> bool {
    (1..=2).contains(&text.split_whitespace().count()) && text.split_whitespace().all(is_number)
}

/// Whether a line may follow a sample without being a piece of it: nothing, or a caller, which is behind a tab.
pub fn is_caller(text: &str) -> bool {
    let start = text.len() - text.trim_start().len();
    text.trim().is_empty() || text[..start].contains('\t')
}

/// Whether a sample ends in its weight and the next line is its first caller, whose tab may be lost.
pub fn is_called_by(row: &str, next: &str) -> bool {
    let Some((_, end)) = row.rsplit_once("|LCK ") else { return false };
    let has_weight =
        end.split_whitespace().count() > 1 && end.split_whitespace().last().is_some_and(is_number);
    let mut words = next.split_whitespace();
    let code = words.next().is_some_and(|word| {
        word.len() >= 3
            && word.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    });
    let symbol = words.next();
    // A physical address after the name of the file is the end of a sample.
    let ends = next.trim_end().ends_with(')') || !next.contains(" (");
    let named = next.contains(" (") || next.contains("+0x");
    has_weight && code && (symbol.is_none() || named && ends)
}

/// Whether a line begins in the words of a data source: `|OP LOAD|LVL L1 hit`.
pub fn is_in_words(text: &str) -> bool {
    let Some(rest) = text.trim_start().strip_prefix('|') else { return false };
    let begins_group = match rest.as_bytes().split_first_chunk::<3>() {
        Some((name, [b' ', ..])) => name.iter().all(u8::is_ascii_uppercase),
        _ => false,
    };
    begins_group || rest.starts_with("OP ")
}

/// Whether `next` can be what a mailer broke off a sample. Mailers that say so (RFC 3676) leave the blank at the break,
/// and may begin the next line with one.
pub fn is_sample_piece(row: &str, next: &str) -> bool {
    (row.ends_with(' ') || !next.starts_with(' '))
        && !is_caller(next)
        && !begins_sample(next)
        && !begins_dump(next)
}

/// Whether `next` can be what a mailer broke off a row of `perf mem report`; `row` is what is there of it.
pub fn is_memory_piece(row: &str, next: &str) -> bool {
    let answers = |text: &str| {
        ["L1", "L2", "L3", "LFB", "RAM", "Cache", "Cac", "N/A", "Uncached", "I/O", "PMEM", "CXL"]
            .iter()
            .any(|answer| text.split_whitespace().any(|word| word.starts_with(answer)))
    };
    let mut words = row.split_whitespace();
    let starts = words.next().is_some_and(is_percent) && words.next().is_some_and(is_number);
    // What is broken off before the answer begins with it.
    let is_row = starts && (answers(row) || answers(next));
    let prose = next.trim_end().ends_with(['.', ':', '!', '?']) && !next.contains("  ");
    is_row && !prose && !stands_for_rows(next)
}

/// Somebody took rows out here, or a rule of dots is all that the line has.
pub(crate) fn stands_for_rows(text: &str) -> bool {
    let text = text.trim();
    is_left_out(text) || !text.is_empty() && text.chars().all(|c| c == '.')
}

/// Whether `next` can be what a mailer broke off the names of its columns.
pub fn is_memory_header(next: &str) -> bool {
    const NAMES: [&str; 13] = [
        "Samples", "Local", "Weight", "Memory", "access", "Symbol", "Shared", "Object", "Data",
        "Snoop", "TLB", "Locked", "Blocked",
    ];
    next.split_whitespace().next().is_some_and(|word| NAMES.contains(&word))
}

/// Whether `next` can be nothing but what a mailer broke off: the names of columns, the place of a sample of `perf mem -D report`.
pub fn is_sure_piece(row: &str, next: &str) -> bool {
    let has_place = |text: &str| text.split_whitespace().any(|word| word.contains(':'));
    // A screen breaks a place in the middle.
    let is_whole = next.starts_with(['/', '[', '?']);
    let is_place = || begins_dump(row) && !has_place(row) && is_whole && has_place(next);
    row.starts_with("# Overhead") && is_memory_header(next) || is_place()
}

/// The event of a sample, or what there is of its name, without its colon; `None` where it begins behind the line's
/// end, or the line is no sample.
pub fn event_of(sample: &str) -> Option<&str> {
    let is_time = |word: &str| word.trim_end_matches(':').parse::<f64>().is_ok();
    let mut words = sample.split_whitespace().skip_while(|word| !is_cpu(word)).skip(1);
    Some(words.find(|word| !is_time(word))?.trim_end_matches(':'))
}

fn is_ids(word: &str) -> bool {
    word.split('/').count() <= 2 && word.split('/').all(is_number)
}

/// `[002]`
fn is_cpu(word: &str) -> bool {
    let inside = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
    inside.is_some_and(|cpu| cpu.len() >= 3 && is_number(cpu))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_have_an_event() {
        assert_eq!(
            event_of("a b 3344/3346 [002] 2628.1: cpu/mem-loads/P: 4040d0"),
            Some("cpu/mem-loads/P")
        );
        assert_eq!(event_of("a b 3344/3346 [002] 2628.1: cpu/me"), Some("cpu/me"));
        assert_eq!(event_of("a b 3344/3346 [002] 26"), None);
    }

    #[test]
    fn a_sample_names_its_thread() {
        assert_eq!(thread_of("  a b c  7/7   [001]  2.0: e: 1"), Some("a b c"));
        assert_eq!(thread_of("  7 3/3 [001]  2.0: e: 1"), Some("7"));
        assert_eq!(thread_of("  700 [001] cpu/mem-loads,ldlat=30/P:  409088"), None);
    }

    #[test]
    fn samples_begin_with_a_name() {
        assert!(begins_sample("demo 3344/3346 [002] 2628.1: cpu/mem-loads/P: 4040d0"));
        assert!(begins_sample("  700 [001] cpu/mem-loads,ldlat=30/P:  409088"));
        assert!(begins_sample("name of 3 words 7 [000] 1.0: e: 1"));
        assert!(!begins_sample("hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A  33"));
        assert!(!begins_sample("0.00%  [12] [002]"));
        assert!(
            is_caller("\t  401112 push+0x12 (/opt/app)") && is_caller("\t  1112") && is_caller("")
        );
        assert!(!is_caller("401112 push+0x12 (/opt/app)") && !is_caller("hit|SNP"));
        assert!(
            is_in_words("|OP LOAD|LVL") && is_in_words("|SNP N/A|") && !is_in_words("|--9.0%--f")
        );
        assert!(begins_dump("  700 700 0x401112 0x409080 0 0x10268080144 /opt/q:f"));
        assert!(begins_dump("700 700 0x401112 ") && !begins_dump("0 0 0x7f0000000080 0 1"));
    }
}
