//! What lines of perf's texts look like, as far as it takes to see that one was broken or is there: percentages, addresses,
//! numbers of processes, titles.

use mailtext::Grammar;

use crate::prose::is_left_out;

/// For lines that mailers and terminals broke.
pub const GRAMMAR: Grammar = Grammar { begins, stands, is_whole, is_end: is_nodes };

/// Titles of perf's tables.
const TITLES: [&str; 7] = [
    "Cacheline 0x",
    "Trace Event Information",
    "Global Shared Cache Line Event Information",
    "c2c details",
    "Shared Data Cache Line Table",
    "Shared Cache Line Distribution Pareto",
    "Annotate type: '",
];
/// Rows of an annotated type have a value at least, an offset and a size.
const FEWEST_NUMBERS: usize = 3;

fn begins(line: &str) -> bool {
    // The names of columns have gaps between them.
    let is_header =
        line.trim_start().starts_with('#') && line.trim().contains("  ") && !is_rule(line);
    is_header || begins_row(line) || begins_sample(line) || begins_dump(line) || is_member(line)
}

fn stands(line: &str) -> bool {
    let bare = line.trim_start();
    let margin = &line[..line.len() - bare.len()];
    is_rule(bare)
        || is_left_out(bare)
        || margin.contains('\t')
        || TITLES.iter().any(|title| bare.starts_with(title))
        || bare.starts_with(['#', '}'])
        || bare.starts_with("--")
        || bare.starts_with("```")
        || bare.starts_with('|') && !is_in_words(bare)
        || begins_row(bare)
        || is_counts(bare)
        || begins_sample(line)
        || begins_dump(bare)
        || is_member(bare)
}

/// Whether a line that begins something has its end, as far as that shows.
fn is_whole(line: &str) -> bool {
    let line = line.trim_end();
    let last = line.split_whitespace().next_back().unwrap_or_default();
    if line.trim_start().starts_with('#') {
        return last == "Node"
            || last.ends_with('}')
            || line.contains(':') && line.matches('\'').count().is_multiple_of(2);
    }
    if is_member(line) {
        return line.ends_with([';', '{']);
    }
    if line.contains("|OP ") {
        return line.ends_with(')');
    }
    if begins_dump(line) {
        return line.split_whitespace().skip(4).any(|word| word.contains(':'));
    }
    // Behind its names a row has its nodes; a row of types ends in the name of a field.
    let has_level = line.split_whitespace().any(is_level);
    has_level && (is_number(last) || last.ends_with('}'))
        || line.ends_with(')') && line.contains(" +")
        || !has_level && !line.contains("0x") && !line.contains(" +") && !is_share(last)
}

/// Whether a line is nothing but nodes, which end a row: `1`, ` 0{ 2  67.4%    n/a}`.
fn is_nodes(line: &str) -> bool {
    let is_node = |word: &str| {
        is_number(word) && word.len() < 4
            || word.contains(['{', '}'])
                && !word.contains(|c: char| c.is_alphabetic() && !"na".contains(c))
            || matches!(word, "n/a")
            || word.ends_with('%')
    };
    line.split_whitespace().all(is_node) && !line.split_whitespace().next().is_some_and(is_share)
}

/// Whether a line begins as a row of one of perf's tables does: a percentage, or the address of a line and a percentage,
/// behind at most two numbers (the index, an editor's number).
pub fn begins_row(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let Some(word) = words.by_ref().take(3).find(|word| !is_number(word)) else { return false };
    // Behind the address of a row's code no percentage follows; behind that of a line it does.
    is_share(word) || is_address(word) && words.take(4).any(is_share)
}

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

/// Whether a line begins as a row of `perf mem -D report` does: `3344 3346 0x401150 0x4040c8 …`.
fn begins_dump(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let ids = words.next().is_some_and(is_number) && words.next().is_some_and(is_number);
    ids && words.next().is_some_and(is_address) && words.next().is_none_or(is_address)
}

/// `447 33  0  0  64  struct page {`
fn is_member(text: &str) -> bool {
    let is_value = |word: &&str| word.parse::<f64>().is_ok() || is_address(word);
    let numbers = text.split_whitespace().take_while(is_value).count();
    let name = text.split_whitespace().nth(numbers);
    numbers >= FEWEST_NUMBERS && name.is_some_and(|name| !name.contains(['%', '|', ':', '[']))
}

/// Whether a line begins in the words of a data source: `|OP LOAD|LVL L1 hit`.
fn is_in_words(text: &str) -> bool {
    let name = text.get(1..4).unwrap_or_default();
    name.starts_with("OP") || !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// A line that says nothing: only signs of which rules are drawn.
fn is_rule(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || "=-.#_+|:".contains(c) || ('─'..='╿').contains(&c))
}

/// `0 266 373 323 164 73 0x4040c0`: the counts of a line, and its address.
fn is_counts(text: &str) -> bool {
    let mut words = text.split_whitespace().rev();
    let address = words.next().is_some_and(|word| is_address(word) && word.ends_with('0'));
    address && words.clone().count() >= 3 && words.all(is_number)
}

/// `9.22%`, as rows begin; the shares of nodes have one decimal.
fn is_share(word: &str) -> bool {
    let Some(number) = word.strip_suffix('%') else { return false };
    number.strip_prefix('-').unwrap_or(number) == "nan"
        || number.starts_with(|c: char| c.is_ascii_digit())
            && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
            && number.split_once('.').is_none_or(|(_, decimals)| decimals.len() == 2)
}

/// `[k]`, `[.]` before a symbol.
pub fn is_level(word: &str) -> bool {
    matches!(word.as_bytes(), [b'[', b'k' | b'.' | b'g' | b'u' | b'H' | b'!', b']'])
}

fn is_address(word: &str) -> bool {
    let digits = word.strip_prefix("0x").unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
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
    fn rows_that_were_broken_go_on() {
        for (line, next) in [
            (
                "      0            0x4070c0     0     924     1351   99.53%      639      373",
                "266      361      256      105         0         0      266      990       50",
            ),
            (
                "  0.00%   20.64%   60.68%   63.41%    0.00%",
                "0x0     0       1            0x4011b1         0       238",
            ),
            (
                "  8.00%  20.64%  0x0  0  1  0x4011b1  0  238  133  550  2  [.] reader",
                "demo  demo.c:11  0  1",
            ),
            (
                "  8.00%  20.64%  0x0  0  1  0x4011b1  0  238  133  550  2  [.] f  demo  demo.c:11  0",
                "1",
            ),
            (
                "#   Num      Rmt      Lcl   L1 Hit  L1 Miss              Offset  Node  PA cnt",
                "Code address  rmt hitm  lcl hitm      load  records       cnt",
            ),
        ] {
            let goes_on = begins(line) && !stands(next) && (!is_whole(line) || is_nodes(next));
            assert!(
                goes_on,
                "{line}: {} {} {} {}",
                begins(line),
                stands(next),
                is_whole(line),
                is_nodes(next)
            );
        }
        let whole = "  8.00%  20.64%  0x0  0  1  0x4011b1  0  238  133  550  2  [.] f  demo  demo.c:11  0  1";
        assert!(is_whole(whole) && stands("  1.00%  2.00%  0x8"));
        assert!(is_whole("# Samples: 1K of event 'cpu/mem-loads/P'"));
        assert!(
            is_whole("    26.09%  struct page") && is_whole("  3.90%  struct page +8 (lru.next)")
        );
    }
}
