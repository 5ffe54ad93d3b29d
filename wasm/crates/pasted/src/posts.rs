//! Posts of a chat, into which a long text was split: each begins with a name and a time, alone or before its first line.

use std::collections::BTreeMap;

use crate::pieces::begins_row;
use crate::samples::{begins_dump, begins_sample};

/// Heads that are alike, at least: one alone may be anything.
const FEWEST: usize = 2;
const MOST_WORDS: usize = 9;

/// The heads of a text's posts: what they say but for the digits.
#[derive(Debug, Default)]
pub struct Posts {
    alone: Vec<String>,
    /// Before the first line of a post.
    before: Vec<String>,
}

impl Posts {
    /// What the lines show.
    pub fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        let (mut alone, mut before) = (BTreeMap::new(), BTreeMap::new());
        let (mut all, mut stamped) = (0, 0);
        for line in lines {
            all += 1;
            stamped += usize::from(is_stamped(line));
            if let Some(shape) = shape_of_head(line) {
                *alone.entry(shape).or_insert(0) += 1;
            } else if let Some((shape, _)) = head_before(line) {
                *before.entry(shape).or_insert(0) += 1;
            }
        }
        // A time before most lines is a log's.
        if stamped * 2 > all {
            return Self::default();
        }
        let some = |found: BTreeMap<String, usize>| {
            let heads = found.into_iter().filter(|(_, count)| *count >= FEWEST && count * 2 < all);
            heads.map(|(shape, _)| shape).collect()
        };
        Self { alone: some(alone), before: some(before) }
    }

    /// Whether a line is such a head.
    pub fn is_head(&self, line: &str) -> bool {
        !self.alone.is_empty()
            && shape_of_head(line).is_some_and(|shape| self.alone.contains(&shape))
    }

    /// The line without the head before it.
    pub fn off<'a>(&self, line: &'a str) -> &'a str {
        if self.before.is_empty() {
            return line;
        }
        match head_before(line) {
            Some((shape, end)) if self.before.contains(&shape) => &line[end..],
            _ => line,
        }
    }
}

/// `**jane**  Today at 14:02`, `[14:02] jane:`, `Jane Doe, [26.11.26 14:02]`: no digit of it tells it from the others.
fn shape_of_head(line: &str) -> Option<String> {
    let line = line.trim();
    let is_data =
        line.is_empty() || line.starts_with('#') || line.contains(['%', '|', '=', '{', '}']);
    if is_data
        || begins_sample(line)
        || line.contains("0x")
        || line.split_whitespace().count() > MOST_WORDS
    {
        return None;
    }
    let has_time = line.split_whitespace().any(|word| is_time(word.trim_matches(is_bracket)));
    let has_name =
        line.split_whitespace().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 2);
    let are_words = line.split_whitespace().all(|word| {
        let bare = word.trim_matches(is_bracket);
        let digits = bare.chars().any(|c| c.is_ascii_digit());
        // A date has its parts apart; a code address has letters among its digits.
        !digits || bare.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '.' | '/' | '-'))
    });
    (has_time && has_name && are_words).then(|| shape(line))
}

/// `[14:02] jane: ` or `14:02 <jane> ` before more, and where that begins.
fn head_before(line: &str) -> Option<(String, usize)> {
    let bare = line.trim_start();
    let first = bare.split(' ').next().filter(|_| is_stamped(line))?;
    let (mut end, mut words) = (first.len(), 0);
    for word in bare[first.len()..].split(' ').skip(1) {
        end += 1 + word.len();
        words += 1;
        let bare = word.trim_matches(is_bracket);
        let is_name = word.is_empty()
            || bare.chars().all(|c| c.is_alphabetic() || c == '_' || c == '.' || c == '-');
        if words > 4 || !is_name {
            return None;
        }
        if word.ends_with([':', '>']) {
            let end = line.len() - bare_len(line) + end;
            let rest = &line[end..];
            let is_data = begins_row(rest) || begins_sample(rest) || begins_dump(rest);
            return is_data.then(|| (shape(&line[..end]), end));
        }
    }
    None
}

fn is_stamped(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|first| is_time(first.trim_matches(is_bracket)))
}

fn bare_len(line: &str) -> usize {
    line.trim_start().len()
}

fn is_bracket(c: char) -> bool {
    matches!(
        c,
        '[' | ']' | '(' | ')' | '<' | '>' | ',' | '*' | '_' | ':' | '\u{2014}' | '-' | '\u{b7}'
    )
}

/// `14:02`, `2:02:05`, `14.02` has none.
fn is_time(word: &str) -> bool {
    let parts: Vec<&str> = word.split(':').collect();
    (2..=3).contains(&parts.len())
        && parts
            .iter()
            .all(|part| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()))
        && parts.iter().skip(1).all(|part| part.len() == 2)
}

/// Digits are one sign, and runs of them too.
fn shape(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim().chars() {
        let c = if c.is_ascii_digit() { '9' } else { c };
        if !(c == '9' && out.ends_with('9')) {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str =
        " demo 3344/3346 [002] 2628.103015: cpu/mem-loads/P: 4040d0 1808042 |OP LOAD|LVL L1 hit|";

    #[test]
    fn heads_of_posts() {
        let heads = [
            "**jane**  Today at 14:0N",
            "[14:0N] jane:",
            "Jane Doe, [26.11.2026 14:0N]",
            "jane \u{2014} Today at 2:0N PM",
            "Jane Doe  2:0N PM",
        ];
        for head in heads {
            let text: Vec<String> = (1..5)
                .flat_map(|n| [head.replace('N', &n.to_string()), ROW.to_owned(), ROW.to_owned()])
                .collect();
            let posts = Posts::of(text.iter().map(String::as_str));
            assert!(posts.is_head(&text[0]) && posts.is_head(&text[3]), "{head}");
            assert!(!posts.is_head(ROW), "{head}");
        }
        let text = format!("[14:02] jane: {ROW}");
        let lines = [text.as_str(), ROW, ROW, text.as_str(), ROW, ROW];
        assert_eq!(Posts::of(lines.into_iter()).off(&text), format!(" {ROW}"));
        // A stamp of each line is another's.
        assert_eq!(Posts::of([text.as_str(); 4].into_iter()).off(&text), text);
    }

    #[test]
    fn lines_of_reports_are_no_heads() {
        for line in [
            ROW,
            "# captured on: Thu Nov 26 12:00:00 2026",
            "  Total records  :  12",
            "\t401112 push+0x12 (a)",
            "16:10  8",
            "03:04:05  two words  700/700  [002]  2628.103182:   cpu/mem-stores\\",
        ] {
            assert_eq!(shape_of_head(line), None, "{line}");
        }
    }
}
