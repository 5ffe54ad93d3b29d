//! Signs of perf's rows that another program altered or took out: `%`, and the `[.]` before a function.

use std::borrow::Cow;

use crate::words::{is_address, is_number, is_percent};

/// A row of the Pareto has so many shares.
const FEWEST_SHARES: usize = 4;
/// Numbers behind the share of a row of the table of lines, and behind the two of its draft of 2014, which mailers broke.
const FEWEST_COUNTS: usize = 4;
const FEWEST_COUNTS_OF_DRAFT: usize = 2;
/// Words of the node and the counts between the address of a line and its share.
const MOST_NODES: usize = 3;
/// Another sign for `%` is no longer.
const LONGEST_SIGN: usize = 4;

/// Which table the lines are of: the members of an annotated type have percentages without their sign.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Annotated(bool);

impl Annotated {
    /// Whether the next line is one of an annotated type.
    pub fn takes(&mut self, line: &str) -> bool {
        if line.contains("Annotate type:") {
            self.0 = true;
        } else if begins_overhead(line) {
            self.0 = false;
        }
        self.0
    }
}

/// `# Overhead  Data Type`, as a mail may have it, with blanks before it.
fn begins_overhead(line: &str) -> bool {
    line.trim_start().starts_with('#') && line.contains("Overhead")
}

/// Whether the rows of tables that begin with "Overhead" have no `%`, but for a few.
pub fn lack_percents<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let (mut overhead, mut bare, mut whole) = (false, 0, 0);
    let mut annotated = Annotated::default();
    for line in lines {
        overhead |= begins_overhead(line);
        if annotated.takes(line) {
            continue;
        }
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { continue };
        // Rows of lines have theirs already.
        if words.find(|word| !is_percent(word)).is_some_and(is_address) {
            continue;
        }
        bare += usize::from(bare_share(first, 2).is_some());
        whole += usize::from(is_percent(first));
    }
    overhead && bare > whole
}

/// Quotes of a mail and bars before a line, which are taken off later.
const BEFORE_ROWS: [char; 5] = ['>', '|', ' ', '\t', '\u{2502}'];

/// The same of a row that may have quotes before it.
pub fn mended_behind_quotes(line: &str) -> Cow<'_, str> {
    let rest = line.trim_start_matches(BEFORE_ROWS);
    match row_with_signs(rest) {
        Cow::Owned(row) => Cow::Owned(format!("{}{row}", &line[..line.len() - rest.len()])),
        Cow::Borrowed(_) => Cow::Borrowed(line),
    }
}

/// Groups of the words of a data source, in perf's order.
const GROUPS: [&str; 6] = ["OP ", "LVL ", "SNP ", "TLB ", "LCK ", "BLK "];

/// The line with the bars of `|OP LOAD|LVL L1 hit|…` where one other sign stands for all of them; `None` where it has
/// them, or no such words.
fn with_bars(line: &str) -> Option<String> {
    let (op, first) = line.match_indices(GROUPS[0]).find_map(|(at, _)| {
        let sign = sign_before(&line[..at])?;
        line[..at].strip_suffix(sign)?.ends_with([' ', '\t']).then_some((at, sign))
    })?;
    let behind = &line[op + GROUPS[0].len()..];
    // Of a line that was broken the pieces that could be told have theirs again.
    let sign = match first {
        '|' => GROUPS.iter().find_map(|group| {
            let sign = sign_before(&behind[..behind.find(group)?])?;
            (sign != '|').then_some(sign)
        })?,
        // perf prints the level behind each operation; the edge of a screen may have cut it.
        _ if behind.contains('|') || !behind.contains(&format!("{first}{}", GROUPS[1])) => {
            return None;
        }
        _ => first,
    };
    let start = op - first.len_utf8();
    let mut out = line[..start].to_owned();
    let mut rest = &line[start..];
    for group in GROUPS {
        if let Some((before, after)) = rest.split_once(&format!("{sign}{group}")) {
            out.push_str(before);
            out.push('|');
            out.push_str(group);
            rest = after;
        }
    }
    Some(out + rest)
}

/// The sign that ends a text, which no word has.
fn sign_before(text: &str) -> Option<char> {
    text.chars().next_back().filter(|sign| !sign.is_alphanumeric() && !sign.is_whitespace())
}

/// Only what nothing else looks like: rows of lines, and the words of data sources.
fn row_with_signs(line: &str) -> Cow<'_, str> {
    if let Some(line) = with_bars(line) {
        return Cow::Owned(line);
    }
    if line.contains("0x") { mended(line, false) } else { Cow::Borrowed(line) }
}

/// The row with its signs; as it is where none is missing. `all`: no share of the text has one.
pub fn mended(line: &str, all: bool) -> Cow<'_, str> {
    if !line.contains(|c: char| c.is_ascii_digit()) {
        return Cow::Borrowed(line);
    }
    if let Some(line) = with_bars(line) {
        return Cow::Owned(line);
    }
    let line = match with_percents(line, all) {
        Some(line) => Cow::Owned(line),
        None => Cow::Borrowed(line),
    };
    match with_level(&line) {
        Some(line) => Cow::Owned(line),
        None => line,
    }
}

/// `12.34`, `12.34\%`, `12.34%25`, `12.34pct` as the number alone; `None` for `12.34%` and all else.
pub fn bare_share(word: &str, decimals: usize) -> Option<&str> {
    let (whole, rest) = word.split_once('.')?;
    let is_whole = (1..=3).contains(&whole.len()) && whole.bytes().all(|b| b.is_ascii_digit());
    let part = rest.bytes().take_while(u8::is_ascii_digit).count();
    let sign = rest.get(part..)?;
    let fits = sign != "%" && sign.len() <= LONGEST_SIGN && !sign.contains([':', '.', ',', '}']);
    (is_whole && part == decimals && fits).then(|| &word[..whole.len() + 1 + part])
}

fn with_percents(line: &str, all: bool) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = words.iter().position(|word| !is_number(word))?;
    let is_share = |word: &&&str| is_percent(word) || bare_share(word, 2).is_some();
    let behind = words.get(first..)?;
    let shares = behind.iter().take_while(is_share).count();
    let next = behind.get(shares);
    let of_row = first <= 2
        && shares >= FEWEST_SHARES
        && next.is_none_or(|word| is_address(word) || word.starts_with("0x"));
    let in_nodes = |word: &str| bare_share(word.trim_end_matches('}'), 1).is_some();
    if of_row {
        let lacks = |word: &&str| bare_share(word, 2).is_some();
        let nodes = words.iter().any(|word| word.contains('{'));
        let in_list = nodes && words.iter().any(|word| in_nodes(word));
        if !in_list && !behind.iter().take(shares).any(lacks) {
            return None;
        }
        let mut opened = false;
        return Some(replaced(line, |at, word| {
            opened |= word.contains('{');
            if at < first + shares { bare_share(word, 2) } else { None }
                .or_else(|| bare_share(word.trim_end_matches('}'), 1).filter(|_| opened))
        }));
    }
    // `0  0x4070c0  0  924  99.53  1351  …`
    let share = words.iter().position(|word| bare_share(word, 2).is_some())?;
    let is_node = |word: &str| {
        word == "N/A" || word.bytes().all(|b| b.is_ascii_digit() || b",-".contains(&b))
    };
    let of_draft = words.get(share + 1).is_some_and(|word| bare_share(word, 2).is_some());
    let last_share = share + usize::from(of_draft);
    let fewest = if of_draft { FEWEST_COUNTS_OF_DRAFT } else { FEWEST_COUNTS };
    let of_table = match (words.get(..share), words.get(last_share + 1..)) {
        (Some([number, address, nodes @ ..]), Some(counts)) => {
            is_number(number)
                && is_address(address)
                && nodes.len() <= MOST_NODES
                && nodes.iter().all(|word| is_node(word))
                && counts.len() >= fewest
                && counts.iter().all(|word| is_number(word))
        }
        _ => false,
    };
    if of_table {
        let shares = share..=last_share;
        return Some(replaced(line, |at, word| {
            bare_share(word, 2).filter(|_| shares.contains(&at))
        }));
    }
    let sign = |word: &str, bare: &str| word[bare.len()..].to_owned();
    let first_sign = words.first().and_then(|word| Some(sign(word, bare_share(word, 2)?)));
    let first_sign = first_sign.filter(|_| all)?;
    Some(replaced(line, |_, word| {
        let bare = bare_share(word, 2).or_else(|| bare_share(word, 1))?;
        (sign(word, bare) == first_sign).then_some(bare)
    }))
}

/// The line with `%` behind each number that `share` finds in a word, by the place of the word.
fn replaced(line: &str, mut share: impl FnMut(usize, &str) -> Option<&str>) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    let mut from = 0;
    for (at, word) in line.split_whitespace().enumerate() {
        let start = word.as_ptr().addr() - line.as_ptr().addr();
        let Some(bare) = share(at, word).map(str::len) else { continue };
        out.push_str(&line[from..start + bare]);
        out.push('%');
        from = start + word.len();
        // What closes a list of nodes is no sign.
        if word.ends_with('}') {
            out.push('}');
        }
    }
    out + &line[from..]
}

/// The line with `[k]` or `[.]` where another sign stands for it; `[?]` for one that is neither.
fn with_level(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let starts_with_share = words.iter().take(3).any(|word| is_percent(word));
    if !starts_with_share {
        return None;
    }
    let start = |word: &str| word.as_ptr().addr() - line.as_ptr().addr();
    let mut out = String::new();
    let mut from = 0;
    // Behind the address of the code and the counts of a row.
    let mut addresses = words.iter().enumerate().filter(|(_, word)| is_address(word));
    let shares = words.iter().filter(|word| is_percent(word)).count();
    let code = addresses.nth(1).map(|(at, _)| at).filter(|_| shares > 1);
    // A row of `perf mem report` has one share, and its signs are behind gaps.
    let is_memory = code.is_none() && words.first().is_some_and(|word| is_percent(word));
    let mut at = 1;
    while let Some(rest @ [word, ..]) = words.get(at..) {
        let counts = code.and_then(|code| words.get(code + 1..at)).unwrap_or_default();
        let behind_counts = !counts.is_empty() && counts.iter().all(|word| is_number(word));
        let own = is_memory && (is_apart(line, word) || is_letter_in_brackets(word));
        if let Some((level, taken)) = altered(rest, behind_counts || own)
            && let Some(last) = rest.get(taken - 1)
        {
            out.push_str(&line[from..start(word)]);
            out.push_str(level);
            from = start(last) + last.len();
            at += taken;
        } else {
            at += 1;
        }
    }
    (from > 0).then(|| out + &line[from..])
}

/// `[x]`, which no name of perf's has as a word.
fn is_letter_in_brackets(word: &str) -> bool {
    matches!(word.as_bytes(), [b'[', sign, b']'] if sign.is_ascii_alphabetic())
}

/// Whether a gap is before a word, and one blank behind it.
fn is_apart(line: &str, word: &str) -> bool {
    let start = word.as_ptr().addr() - line.as_ptr().addr();
    let behind = &line[start + word.len()..];
    line[..start].ends_with("  ") && behind.starts_with(' ') && !behind.starts_with("  ")
}

/// What the next words are, and how many: `[ . ]`, `(k)`, `{.}`, `[·]`. `behind_counts`: what is there is the sign or a name.
fn altered(words: &[&str], behind_counts: bool) -> Option<(&'static str, usize)> {
    let level = |sign: &str| match sign {
        "k" | "K" => Some("[k]"),
        "." | "\u{b7}" | "\u{2022}" | "\u{2024}" | "\u{2027}" | "\u{3002}" | "\u{ff0e}"
        | "\u{2026}" => Some("[.]"),
        "g" => Some("[g]"),
        "u" => Some("[u]"),
        "H" => Some("[H]"),
        _ => None,
    };
    if let ["[" | "(" | "{", sign, "]" | ")" | "}", _, ..] = words {
        return Some((level(sign)?, 3));
    }
    let [word, rest @ ..] = words else { return None };
    // The edge of a screen may have cut the name behind it; nothing but a sign is behind the counts, or the mark of the cut.
    if rest.is_empty() && (!behind_counts || *word == "\u{2026}") {
        return None;
    }
    let inside = [('[', ']'), ('(', ')'), ('{', '}'), ('<', '>'), ('\u{ff3b}', '\u{ff3d}')]
        .iter()
        .find_map(|(open, close)| word.strip_prefix(*open)?.strip_suffix(*close));
    match inside {
        Some(sign)
            if matches!(*word, "[k]" | "[.]" | "[g]" | "[u]" | "[H]" | "[!]") || sign == "?" =>
        {
            None
        }
        Some(sign) => match level(sign.trim()) {
            Some(level) => Some((level, 1)),
            // perf has no other word of one sign in brackets there.
            None => (behind_counts && sign.chars().count() <= 1 && word.starts_with('['))
                .then_some(("[?]", 1)),
        },
        None => level(word).filter(|_| behind_counts).map(|level| (level, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_come_back() {
        let row = "  9.22%  7.37%  0.00%  0.00%  0x8  0  1  0x401150  751  [.] f  a  a.c:1  0{ 2  67.4%    n/a}  1{ 1  32.6%  51.0%}";
        let table = "   0  0x4070c0  0  924  99.53%  1351  1200  151  0  12";
        let draft = "   0  0xffff881fa55b0140     72006    16.97%    23.31%     43095     13591";
        for sign in ["", "\\%", "%25", "%%", "pct"] {
            for whole in [row, table, draft] {
                assert_eq!(mended(&whole.replace('%', sign), false), whole, "{sign}");
            }
        }
        assert!(matches!(mended(row, false), Cow::Borrowed(_)));
        assert_eq!(mended("  12.34  80  1.5", true), "  12.34%  80  1.5%");
        for other in ["  12.34  0  8  a", "took 1.50s and 2.25 of 0x10", "0x8  1.25  3.50", ""] {
            assert!(matches!(mended(other, false), Cow::Borrowed(_)), "{other}");
        }
    }

    #[test]
    fn annotated_members_have_no_percents() {
        let table = [
            "    # Overhead  Data Type",
            "  26.09  3.28  struct a",
            "  1.00  0.28  struct a +8 (b)",
        ];
        let annotated = [" Annotate type: 'struct a' (58 samples)", "  100.00  0  312  struct a {"];
        let annotated = [annotated[0], annotated[1], annotated[1], annotated[1]];
        assert!(lack_percents([&table[..], &annotated].concat().into_iter()));
        let whole = table.map(|line| line.replace("  3", "%  3").replace("  0", "%  0"));
        let whole: Vec<&str> = whole.iter().map(String::as_str).collect();
        assert!(!lack_percents([&whole[..], &annotated].concat().into_iter()));
        let mut state = Annotated::default();
        let taken = [table[1], annotated[0], annotated[1], table[0], table[1]]
            .map(|line| state.takes(line));
        assert_eq!(taken, [false, true, true, false, false]);
    }

    #[test]
    fn bars_of_data_sources_come_back() {
        let sample = "a b 7/7 [001] 2.0: e:x: 4040d0 1808042 |OP LOAD|LVL L1 hit|SNP HitM|TLB N/A|LCK No|BLK  N/A  12 401150 ns::f (/d)";
        for sign in [":", "\u{a6}", "\u{2502}", "!", "/"] {
            let (before, words) = sample.split_at(sample.find('|').expect("words"));
            let altered = format!("{before}{}", words.replace('|', sign));
            assert_eq!(mended(&altered, false), sample, "{sign}");
            assert_eq!(mended_behind_quotes(&format!("> {altered}")), format!("> {sample}"));
        }
        // A break went through the words, and one piece has its bars already.
        let half = sample.replace("|SNP", "!SNP").replace("|TLB", "!TLB");
        assert_eq!(mended(&half, false), sample);
        for other in [sample, "see :OP LOAD: 4", "  a :OP b|LVL 3"] {
            assert!(matches!(mended(other, false), Cow::Borrowed(_)), "{other}");
        }
    }

    #[test]
    fn levels_come_back() {
        let row = |level: &str| {
            format!(" 9.22%  0.00%  0x8  0  1  0x401150  751  12  3  {level} f(k)  a  a.c:1  0")
        };
        for sign in ["[ . ]", "(.)", "{.}", "[\u{b7}]", ".", "[.]"] {
            assert_eq!(mended(&row(sign), false), row("[.]"), "{sign}");
        }
        assert_eq!(mended(&row("(k)"), false), row("[k]"));
        let cut = |level: &str| row(level).split_once(" f(k)").map(|(cut, _)| cut.to_owned());
        for (sign, whole) in [(".", "[.]"), ("k", "[k]"), ("(k)", "[k]"), ("[k]", "[k]")] {
            let (line, expect) = (cut(sign).expect("a name"), cut(whole).expect("a name"));
            assert_eq!(mended(&line, false), expect, "{sign}");
        }
        assert_eq!(mended(&row("[x]"), false), row("[?]"));
        assert_eq!(mended(&row(""), false), row(""));
    }
}
