//! A posted patch: the hunks of a mail or of any text, each side of them as C.

mod body;
mod context;
mod effects;
mod frame;
mod groups;
mod hunks;
mod inside;
mod mail;
mod margin;
mod opened;
mod side;

use facts::{PostedDiff, PostedHunk};

use frame::CutHunk;
use hunks::Cut;

/// Reads any text for the hunks of a patch, whatever a mailer or a terminal did to it, and for what a mail says beside
/// them. A text without one gives none.
pub fn read_posted(text: &[u8]) -> PostedDiff {
    let lines = mailtext::mail_lines(text);
    let Cut { hunks, refused } = hunks::cut(&lines);
    let mails = mail::mails(&lines);
    let rest = mail::rest(&lines, &hunks);
    let (meant, others) = mail::meant(&mails, hunks);
    let mail = mail::mail_of(&mails, &meant);
    let (subject, author, date) = match mail {
        Some(mail) => (mail.subject.clone(), mail.author.clone(), mail.date.clone()),
        None => (None, None, None),
    };
    let mut hunks: Vec<PostedHunk> = meant.into_iter().map(posted).collect();
    effects::settle(&mut hunks);
    PostedDiff {
        subject,
        author,
        date,
        hunks,
        others,
        layouts: rest.layouts,
        mails: mail::heads(&lines, &mails),
        prose: rest.prose,
        refused,
    }
}

fn posted(hunk: CutHunk) -> PostedHunk {
    let after = side::changes_after_body(&hunk.old) || side::changes_after_body(&hunk.new);
    let old = side::side(hunk.old_start, hunk.old, &hunk.context, after);
    let new = side::side(hunk.new_start, hunk.new, &hunk.context, after);
    PostedHunk {
        file: hunk.file,
        range: hunk.range,
        head: effects::head_of(&hunk.context),
        in_function: hunk.context.contains('('),
        closes_unseen: false,
        context: hunk.context,
        line: hunk.line,
        missing_lines: hunk.missing_lines,
        old,
        new,
    }
}
