//! The words of a data source, `|OP LOAD|LVL L1 hit|…|LCK No|BLK  N/A`, and the weight after them.

use super::SHORTEST_CODE;
use crate::tokens::{Bytes, decimal, hex};

/// perf writes a data source into a buffer of 100 bytes: behind 16 digits and a blank, its words have room for
/// as many (`data_src__fprintf()` of `tools/perf/builtin-script.c`). Longer ones are cut.
const WORDS_CHARS: usize = 82;

/// Whether the words of a data source have their end, or are as many as perf prints.
pub(super) fn has_end(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    let mut groups = text.rsplit(|byte| *byte == b'|');
    let last = groups.find(|group| group.starts_with(b"LCK") || group.starts_with(b"BLK"));
    text.len() >= WORDS_CHARS || last.is_some_and(|group| group.len() > "LCK ".len())
}

/// What stands behind `|OP LOAD|LVL L1 hit|…|LCK No|BLK  N/A`: behind the last word of the last group.
pub(super) fn after_words(text: &[u8]) -> &[u8] {
    // A group is '|', three capitals and a blank; a '|' in a symbol is not.
    let is_group = |at: &usize| {
        let name = text.get(at + 1..at + 5);
        matches!(name, Some([capitals @ .., b' ']) if capitals.iter().all(u8::is_ascii_uppercase))
    };
    let last = memchr::memrchr_iter(b'|', text).find(is_group).unwrap_or(0);
    // All versions end with the lock or, later, with what blocked: other ends are cuts.
    if !matches!(text.get(last + 1..last + 4), Some(b"LCK" | b"BLK")) {
        return text.get(WORDS_CHARS..).unwrap_or_default();
    }
    let mut tokens = Bytes::new(text.get(last + 4..).unwrap_or_default());
    loop {
        let before = tokens;
        match tokens.next() {
            Some(token) if is_last_word(token) => {}
            _ => return before.rest(),
        }
    }
}

/// A word of the last group, whole or cut: "N/A", "N/", "No|BL".
fn is_last_word(token: &[u8]) -> bool {
    let word = token.split(|byte| *byte == b'|').next().unwrap_or_default();
    let words = [&b"No"[..], b"Yes", b"N/A", b"Data", b"Addr", b"or", b"hit", b"miss"];
    words.iter().any(|known| known.starts_with(word))
}

/// From so many digits on, letters alone are an address: half of one of a kernel is `ffffffff`.
const SURE_CODE: usize = 9;

/// The weight, and how many tokens stand before the instruction. Weights are decimal (with
/// `ins_lat` and `retire_lat` up to three); the instruction is hex and follows them.
pub(super) fn weight_and_ip(tokens: [Option<&[u8]>; 5]) -> (Option<u64>, usize) {
    let Some(first) = tokens[0].and_then(decimal) else {
        return (None, 0);
    };
    let is_small = |token: Option<&[u8]>| token.and_then(decimal).is_some_and(|n| n < 65_536);
    // `add` and `dead` are functions.
    let is_name = |t: &[u8]| t.len() < SURE_CODE && t.iter().all(u8::is_ascii_alphabetic);
    let is_code = |token: Option<&[u8]>| {
        token.is_some_and(|t| t.len() >= 3 && hex(t).is_some() && !is_name(t))
    };
    // No code is that near to 0: it is a latency, and what ends the line behind it an address, or the beginning of one.
    let is_latency = tokens[0].is_some_and(|token| token.len() < SHORTEST_ADDRESS);
    let is_begun = tokens[2].is_none() && tokens[1].is_some_and(|token| hex(token).is_some());
    if is_latency && is_begun {
        return (Some(first), 1);
    }
    if !is_code(tokens[1]) && !is_small(tokens[1]) {
        // One number only: an address has more digits than a latency.
        return if tokens[1].is_some() || tokens[0].is_some_and(|t| t.len() > 6) {
            (None, 0)
        } else {
            (Some(first), 1)
        };
    }
    // Up to two latencies more, of which the last may be 0 (hybrid Intel machines: perf since 6.1).
    let further = tokens[1..].array_windows();
    let further =
        further.take_while(|[small, next]| is_small(*small) && (is_code(*next) || is_small(*next)));
    (Some(first), 1 + further.count())
}

/// perf writes a weight into 16 characters (`" %16" PRIu64`). One that ends its line and has fewer, after a gap that
/// was not squeezed, is cut.
const WEIGHT_CHARS: usize = 16;

pub(super) fn is_cut_number(behind: &[u8]) -> bool {
    let number = behind.trim_ascii();
    let gap = behind.len() - behind.trim_ascii_start().len();
    let ends = behind.trim_ascii_end().len() == behind.len();
    ends && decimal(number).is_some() && gap >= 3 && gap + number.len() < WEIGHT_CHARS
}

/// Digits of an address of a program's code, at least.
const SHORTEST_ADDRESS: usize = 6;

/// Whether what is left of a line is an address of a kernel's code without its last digits, or hardly anything of one.
pub(super) fn is_torn_code(behind: &[u8]) -> bool {
    const OF_KERNEL: usize = 16;
    let code = behind.trim_ascii();
    let is_kernel = code.starts_with(b"ffff") || code.iter().all(|byte| *byte == b'f');
    let is_short = code.len() < SHORTEST_CODE || is_kernel && code.len() < OF_KERNEL;
    is_short && hex(code).is_some()
}

/// The same of an instruction (`" %16" PRIx64`), which follows the weight.
pub(super) fn is_cut_code(behind: &[u8]) -> bool {
    const CODE_CHARS: usize = 17;
    let code = behind.trim_ascii();
    let gap = behind.len() - behind.trim_ascii_start().len();
    let ends = behind.trim_ascii_end().len() == behind.len();
    ends && hex(code).is_some() && gap >= 3 && gap + code.len() < CODE_CHARS
}

#[cfg(test)]
mod tests {
    use super::after_words;

    /// What is read behind these words, padded as perf pads them.
    fn behind(words: &str) -> String {
        let text = format!("{words:<82.82}{:>16} {:>16}", 653, "401156");
        let rest = String::from_utf8_lossy(after_words(text.as_bytes())).into_owned();
        rest.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_letter_or_two_behind_a_weight_are_the_beginning_of_code() {
        use super::{is_torn_code, weight_and_ip};
        for word in ["f", "ff", "fffffff", "4", "40", "5a"] {
            let tokens = [Some(&b"1492"[..]), Some(word.as_bytes()), None, None, None];
            assert_eq!(weight_and_ip(tokens), (Some(1492), 1), "{word}");
            assert!(is_torn_code(word.as_bytes()), "{word}");
        }
        // The function of a sample without a weight.
        let tokens = [Some(&b"401150"[..]), Some(b"f"), None, None, None];
        assert_eq!(weight_and_ip(tokens), (None, 0));
    }

    #[test]
    fn words_end_where_the_numbers_begin() {
        let words = "|OP LOAD|LVL Remote Cache (2 hops) or Any cache hit|SNP HitM or Peer|TLB Walker \
                     or L2 hit|LCK Yes|BLK  Data Addr";
        // The front grows, so the cut goes through every place of the end.
        for more in 0..40 {
            let longer = words.replacen("Remote", &format!("{}Remote", "R".repeat(more)), 1);
            assert_eq!(behind(&longer), "653 401156", "{longer:.82}");
        }
        assert_eq!(
            behind("|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A"),
            "653 401156"
        );
        assert_eq!(behind("|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No"), "653 401156");
    }

    #[test]
    fn an_instruction_may_follow_the_words_without_a_weight() {
        let text =
            b"|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A ffffffff81000000 f+0x1";
        assert_eq!(after_words(text), b" ffffffff81000000 f+0x1");
    }
}
