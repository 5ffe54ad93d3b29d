//! A posted patch: the hunks of a mail or of any text, each side of them as C.

mod body;
mod context;
mod frame;
mod groups;
mod hunks;
mod inside;
mod margin;
mod opened;
mod side;

use facts::{PostedDiff, PostedHunk};
use rustc_hash::FxHashSet;

use frame::CutHunk;
use hunks::Cut;

/// Reads any text for the hunks of a patch, whatever a mailer or a terminal did to it. A text without one gives none.
pub fn read_posted(text: &[u8]) -> PostedDiff {
    let lines = mailtext::mail_lines(text);
    let Cut { subject, hunks, refused } = hunks::cut(&lines);
    // A mail may have its text twice, as a text and as a web page.
    let mut seen = FxHashSet::default();
    let hunks = hunks.into_iter().filter(|hunk| seen.insert(essence(hunk))).map(posted).collect();
    PostedDiff { subject, hunks, refused }
}

fn posted(hunk: CutHunk) -> PostedHunk {
    let after = side::changes_after_body(&hunk.old) || side::changes_after_body(&hunk.new);
    let old = side::side(hunk.old_start, hunk.old, &hunk.context, after);
    let new = side::side(hunk.new_start, hunk.new, &hunk.context, after);
    PostedHunk {
        file: hunk.file,
        range: hunk.range,
        context: hunk.context,
        line: hunk.line,
        missing_lines: hunk.missing_lines,
        old,
        new,
    }
}

/// A hunk without its blanks: HTML has fewer of them.
fn essence(hunk: &CutHunk) -> String {
    let mut text = format!("{}\n{}\n", hunk.file, hunk.range);
    for lines in [&hunk.old, &hunk.new] {
        for line in lines {
            text.push(if line.changed { '!' } else { ' ' });
            text.extend(line.text.chars().filter(|char| !char.is_whitespace()));
            text.push('\n');
        }
    }
    text
}
