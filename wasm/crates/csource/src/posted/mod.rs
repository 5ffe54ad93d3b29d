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

use facts::{OtherPatch, OtherWhy, PostedDiff, PostedHunk};

pub use effects::{head_in, words_of};
use frame::CutHunk;
use hunks::Cut;
use mail::{Patch, Patches};

/// Reads any text for the hunks of a patch, whatever a mailer or a terminal did to it, and for what a mail says beside
/// them. A text without one gives none.
pub fn read_posted(text: &[u8]) -> PostedDiff {
    let lines = mailtext::mail_lines(text);
    let Cut { hunks, refused } = hunks::cut(&lines);
    let mails = mail::mails(&lines);
    let rest = mail::rest(&lines, &hunks);
    let Patches { meant, others } = mail::patches(&mails, hunks);
    let mail = mail::mail_of(&mails, &meant);
    let (subject, author, date) = match mail {
        Some(mail) => (mail.subject.clone(), mail.author.clone(), mail.date.clone()),
        None => (None, None, None),
    };
    let absent = mail::absent(&mails, &meant);
    let patches = meant.iter().map(|patch| patch.posted(&mails)).collect();
    let hunks = meant.into_iter().zip(0..).flat_map(|(patch, at)| read_patch(patch, at)).collect();
    let others = others.into_iter().map(|(patch, why)| OtherPatch {
        patch: patch.posted(&mails),
        why,
        hunks: if why == OtherWhy::Earlier { read_patch(patch, 0) } else { Vec::new() },
    });
    PostedDiff {
        subject,
        author,
        date,
        hunks,
        patches,
        absent,
        others: others.collect(),
        layouts: rest.layouts,
        mails: mail::heads(&lines, &mails),
        prose: rest.prose,
        refused,
    }
}

/// The hunks of one patch: what a line of it does may be seen in another hunk of it.
fn read_patch(patch: Patch, at: u32) -> Vec<PostedHunk> {
    let mut hunks: Vec<PostedHunk> = patch.hunks.into_iter().map(|hunk| posted(hunk, at)).collect();
    effects::settle(&mut hunks);
    hunks
}

fn posted(hunk: CutHunk, patch: u32) -> PostedHunk {
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
        patch,
        missing_lines: hunk.missing_lines,
        old,
        new,
    }
}
