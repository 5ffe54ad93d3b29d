//! Finds the hunks of a text.

use std::ops::Range;

use facts::RefusedPart;
use mailtext::MailLine;

use super::frame::{CutHunk, Frame, Range as HunkRange, file_of};
use super::{body, context};

/// What a text holds.
#[derive(Debug, Default)]
pub struct Cut {
    pub hunks: Vec<CutHunk>,
    pub refused: Vec<RefusedPart>,
}

const COMBINED: &str = "This is a combined diff of a merge, which shows several parents at once: post the diff against one of them (`git diff PARENT MERGE`).";
const WORDS: &str = "This is a word diff: its text does not say which words are old and which are new. Post it without `--word-diff`.";
const UNSIGNED: &str = "No line of this hunk is added or taken away: what told them apart was lost (colours of `--color-words`, or a mailer). Post the diff as `git diff --no-color` prints it.";
const NORMAL: &str = "This is a diff without context and file names: post it as a unified one (`diff -u`, `git diff`).";
const BINARY: &str = "This is a binary patch, which is not read.";

/// The hunks of a text.
pub fn cut(lines: &[MailLine]) -> Cut {
    let mut cut = Cut::default();
    let mut file = String::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let frame = Frame::of(&line.text);
        let text = frame.off(&line.text).unwrap_or_default();
        let number = line.number;
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
        } else if let Some(range) = HunkRange::of(text) {
            let (hunk, next) = body::hunk(lines, at, frame, &range, &file);
            let same = hunk.old.iter().chain(&hunk.new).all(|line| !line.changed);
            if same && hunk.old.iter().any(|line| is_word_diff(&line.text))
                || lines.iter().take(next).skip(at).any(|line| frame.off(&line.text) == Some("~"))
            {
                refuse(WORDS);
            } else if same && !hunk.old.is_empty() && hunk.missing_lines == 0 {
                refuse(UNSIGNED);
            } else {
                cut.hunks.push(hunk);
            }
            cut.hunks.extend(answers_in(lines, at + 1..next, frame));
            at = next.max(at + 1);
            continue;
        }
        at += 1;
    }
    cut
}

/// The hunks that somebody who answers puts into one that is quoted.
fn answers_in(lines: &[MailLine], within: Range<usize>, around: Frame) -> Vec<CutHunk> {
    let mut found = Vec::new();
    let mut file = String::new();
    let mut at = within.start;
    while let Some(line) = lines.get(at).filter(|_| at < within.end) {
        let frame = Frame::of(&line.text);
        let text = frame.off(&line.text).unwrap_or_default();
        at += 1;
        if frame.marks >= around.marks {
            continue;
        }
        if let Some(named) = file_of(text) {
            file = named;
        }
        let Some(range) = HunkRange::of(text) else { continue };
        let (hunk, next) = body::hunk(lines, at - 1, frame, &range, &file);
        found.push(hunk);
        at = next.max(at);
    }
    found
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
    use super::is_normal;

    #[test]
    fn normal_diffs() {
        assert!(is_normal("3,5c3,6") && is_normal("3d2") && !is_normal("add") && !is_normal("a"));
    }
}
