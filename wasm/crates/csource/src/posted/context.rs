//! Hunks of context diffs, which `diff -c` and a bare `diff -p` write.

use mailtext::MailLine;

use super::frame::{CutHunk, Frame, SideLine};

const STARS: &str = "***************";

/// Whether a line begins such a hunk.
pub fn begins(text: &str) -> bool {
    text.starts_with(STARS)
}

/// The hunk that begins in line `at`, and the line behind it; `None` where it is none after all.
pub fn hunk(lines: &[MailLine], at: usize, frame: Frame, file: &str) -> (Option<CutHunk>, usize) {
    let Some(header) = lines.get(at) else { return (None, at + 1) };
    let text = |at: usize| lines.get(at).and_then(|line| frame.off(&line.text));
    let context = text(at).map(|text| text[STARS.len()..].trim().to_owned()).unwrap_or_default();
    let Some(old_range) = text(at + 1).and_then(|text| range(text, "*** ", " ****")) else {
        return (None, at + 1);
    };
    let stated = |(first, last): (u32, u32)| (last + 1).saturating_sub(first);
    let (mut old, mut next) = side(lines, at + 2, frame, stated(old_range));
    let Some(new_range) = text(next).and_then(|text| range(text, "--- ", " ----")) else {
        return (None, next);
    };
    let (mut new, behind) = side(lines, next + 1, frame, stated(new_range));
    next = behind;
    // A side without changes is left out: it is the other one's context.
    let kept = |side: &[SideLine]| -> Vec<SideLine> {
        side.iter().filter(|line| !line.changed).cloned().collect()
    };
    if old.is_empty() {
        old = kept(&new);
    } else if new.is_empty() {
        new = kept(&old);
    }
    let missing = |range, side: &[SideLine]| stated(range).saturating_sub(side.len() as u32);
    let hunk = CutHunk {
        file: file.to_owned(),
        range: format!("*** {},{} ****", old_range.0, old_range.1),
        context,
        line: header.number,
        depth: frame.marks,
        at: at..next,
        missing_lines: missing(old_range, &old).max(missing(new_range, &new)),
        old_start: old_range.0,
        new_start: new_range.0,
        old,
        new,
    };
    (Some(hunk), next)
}

/// `*** 1,7 ****`; a range of one line has one number, an empty one the line before it.
fn range(text: &str, start: &str, end: &str) -> Option<(u32, u32)> {
    let inside = text.trim_end().strip_prefix(start)?.strip_suffix(end)?;
    match inside.split_once(',') {
        Some((first, last)) => Some((first.parse().ok()?, last.parse().ok()?)),
        None => inside.parse().ok().map(|line| (line, line)),
    }
}

/// At most so many lines as the range states.
fn side(lines: &[MailLine], from: usize, frame: Frame, most: u32) -> (Vec<SideLine>, usize) {
    let mut found = Vec::new();
    let mut at = from;
    while let Some(line) = lines.get(at)
        && let Some(text) = frame.off(&line.text)
    {
        let changed = text.starts_with("- ") || text.starts_with("+ ") || text.starts_with("! ");
        let is_line =
            changed || text.starts_with("  ") || matches!(text, "-" | "+" | "!" | "" | " ");
        if !is_line || found.len() as u32 >= most {
            break;
        }
        found.push(SideLine {
            text: text.get(2..).unwrap_or_default().to_owned(),
            changed: changed || matches!(text, "-" | "+" | "!"),
            number: line.number,
        });
        at += 1;
    }
    (found, at)
}
