//! Finds the hunks of a text.

use facts::RefusedPart;
use pasted::MailLine;

use super::{body, context};

/// What a text holds.
#[derive(Debug, Default)]
pub struct Cut {
    pub subject: Option<String>,
    pub hunks: Vec<CutHunk>,
    pub refused: Vec<RefusedPart>,
}

/// A hunk as lines.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct CutHunk {
    pub file: String,
    pub range: String,
    pub context: String,
    pub line: u32,
    pub missing_lines: u32,
    pub old_start: u32,
    pub new_start: u32,
    pub old: Vec<SideLine>,
    pub new: Vec<SideLine>,
}

/// A line of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideLine {
    pub text: String,
    pub changed: bool,
    pub number: u32,
}

const COMBINED: &str = "This is a combined diff of a merge, which shows several parents at once: post the diff against one of them (`git diff PARENT MERGE`).";
const WORDS: &str =
    "This is a word diff, which cannot be told from its text: post it without `--word-diff`.";
const UNSIGNED: &str = "No line of this hunk is added or taken away: what told them apart was lost (colours of `--color-words`, or a mailer). Post the diff as `git diff --no-color` prints it.";
const NORMAL: &str = "This is a diff without context and file names: post it as a unified one (`diff -u`, `git diff`).";
const BINARY: &str = "This is a binary patch, which is not read.";

/// The hunks of a text.
pub fn cut(lines: &[MailLine]) -> Cut {
    let mut cut = Cut { subject: subject(lines), ..Cut::default() };
    let mut file = String::new();
    let mut at = 0;
    while at < lines.len() {
        let frame = Frame::of(&lines[at].text);
        let text = frame.off(&lines[at].text).unwrap_or_default();
        let number = lines[at].number;
        let mut refuse = |reason: &str| {
            if cut.refused.last().is_none_or(|last| last.reason != reason) {
                cut.refused.push(RefusedPart { line: number, reason: reason.to_owned() });
            }
        };
        if let Some(named) = file_of(text) {
            file = named;
        }
        if text.starts_with("@@@ -") {
            refuse(COMBINED);
        } else if text.starts_with("GIT binary patch") {
            refuse(BINARY);
        } else if is_normal(text)
            && lines.get(at + 1).is_some_and(|next| next.text.starts_with(['<', '>']))
        {
            refuse(NORMAL);
        } else if context::begins(text) {
            let (hunk, next) = context::hunk(lines, at, frame, &file);
            at = next;
            cut.hunks.extend(hunk);
            continue;
        } else if let Some(range) = Range::of(text) {
            let (hunk, next) = body::hunk(lines, at, frame, &range, &file);
            let same = hunk.old.iter().chain(&hunk.new).all(|line| !line.changed);
            if same && hunk.old.iter().any(|line| is_word_diff(&line.text))
                || lines[at..next].iter().any(|line| frame.off(&line.text) == Some("~"))
            {
                refuse(WORDS);
            } else if same && !hunk.old.is_empty() && hunk.missing_lines == 0 {
                refuse(UNSIGNED);
            } else {
                cut.hunks.push(hunk);
            }
            at = next.max(at + 1);
            continue;
        }
        at += 1;
    }
    cut
}

/// What stands before every line of a hunk: marks of a reply, or an indentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Quote marks.
    pub marks: usize,
    /// Blanks, where there are no marks.
    pub blanks: usize,
}

impl Frame {
    /// Of the line that begins a hunk.
    fn of(text: &str) -> Self {
        let inside = text.trim_start_matches([' ', '\t', '>', '|']);
        let before = &text[..text.len() - inside.len()];
        let marks = before.matches(['>', '|']).count();
        Self { marks, blanks: if marks > 0 { 0 } else { before.len() } }
    }

    /// The line without it; `None` where the line does not have it.
    pub fn off<'a>(&self, text: &'a str) -> Option<&'a str> {
        if self.marks == 0 {
            let blanks = text.len() - text.trim_start_matches([' ', '\t']).len();
            return match blanks < self.blanks {
                true if text.trim().is_empty() => Some(""),
                true => None,
                false => Some(&text[self.blanks..]),
            };
        }
        let mut rest = text;
        for _ in 0..self.marks {
            rest = rest.trim_start_matches([' ', '\t']).strip_prefix(['>', '|'])?;
        }
        // The blank after the last mark belongs to the diff no more.
        Some(rest.strip_prefix(' ').unwrap_or(rest))
    }
}

/// `@@ -1,7 +1,8 @@ struct s {`
#[derive(Debug, PartialEq, Eq)]
pub struct Range {
    pub old_start: u32,
    pub old_lines: u32,
    pub new_start: u32,
    pub new_lines: u32,
    /// The `@@ … @@` itself.
    pub text: String,
    /// What is behind it.
    pub context: String,
}

impl Range {
    pub fn of(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("@@ -")?;
        let (old, rest) = rest.split_once(" +")?;
        let (new, context) = rest.split_once(" @@")?;
        let range = |text: &str| {
            let (start, lines) = text.split_once(',').unwrap_or((text, "1"));
            Some((start.parse::<u32>().ok()?, lines.parse::<u32>().ok()?))
        };
        let ((old_start, old_lines), (new_start, new_lines)) = (range(old)?, range(new)?);
        Some(Self {
            old_start,
            old_lines,
            new_start,
            new_lines,
            text: format!("@@ -{old} +{new} @@"),
            context: context.trim().to_owned(),
        })
    }
}

/// The file that `+++ b/path` names (`--- a/path` where it is taken away), or `*** path` of a context diff.
pub fn file_of(text: &str) -> Option<String> {
    let path = match text.strip_prefix("+++ ") {
        Some(path) => path,
        None => text.strip_prefix("--- ").or_else(|| text.strip_prefix("*** "))?,
    };
    // A context diff's `*** 1,7 ****`.
    if path.ends_with(" ****") || path.ends_with(" ----") || path.starts_with('*') {
        return None;
    }
    // Behind a tab is the time.
    let path = path.split('\t').next().unwrap_or(path).trim();
    let path = path.trim_matches('"');
    if path.is_empty() || path == "/dev/null" || path.starts_with('-') {
        return None;
    }
    let bare =
        ["a/", "b/", "i/", "w/", "c/", "o/"].iter().find_map(|start| path.strip_prefix(start));
    Some(bare.unwrap_or(path).to_owned())
}

/// The subject of the mail, its continuation lines joined, its encoded words left as they are.
fn subject(lines: &[MailLine]) -> Option<String> {
    let at = lines.iter().position(|line| bare(&line.text).starts_with("Subject:"))?;
    let mut words = bare(&lines[at].text)["Subject:".len()..].trim().to_owned();
    for next in &lines[at + 1..] {
        let text = next.text.trim_start_matches(['>', '|']);
        let text = if text.len() < next.text.len() {
            text.strip_prefix(' ').unwrap_or(text)
        } else {
            text
        };
        if !text.starts_with([' ', '\t']) || text.trim().is_empty() {
            break;
        }
        words.push(' ');
        words.push_str(text.trim());
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

fn bare(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '>', '|'])
}

/// `3,5c3,6`
fn is_normal(text: &str) -> bool {
    let Some(at) = text.find(['a', 'c', 'd']) else { return false };
    let is_range = |range: &str| {
        !range.is_empty()
            && range.split(',').count() <= 2
            && range.split(',').all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    is_range(&text[..at]) && is_range(&text[at + 1..])
}

fn is_word_diff(text: &str) -> bool {
    (text.contains("[-") && text.contains("-]")) || (text.contains("{+") && text.contains("+}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files() {
        let check = |text: &str, expect: Option<&str>| {
            assert_eq!(file_of(text).as_deref(), expect, "{text}");
        };
        check("+++ b/include/linux/fs.h", Some("include/linux/fs.h"));
        check("+++ fs.h\t2026-01-01 00:00:00", Some("fs.h"));
        check("+++ /dev/null", None);
        check("*** 1,7 ****", None);
        check("--- 1,7 ----", None);
        check("---", None);
        check("*** old/fs.h\tMon", Some("old/fs.h"));
    }

    #[test]
    fn ranges() {
        let range = Range::of("@@ -1,7 +2 @@ struct s {").expect("a range");
        assert_eq!(
            (range.old_start, range.old_lines, range.new_start, range.new_lines),
            (1, 7, 2, 1)
        );
        assert_eq!(range.context, "struct s {");
        assert_eq!(Range::of("@@ struct s"), None);
        assert!(is_normal("3,5c3,6") && is_normal("3d2") && !is_normal("add") && !is_normal("a"));
    }
}
