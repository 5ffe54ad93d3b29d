//! What mailers, terminals, editors and web pages do to a text that people copy, undone line by line.
//!
//! A report is pasted from a mail (quoted, wrapped, quoted-printable), from a terminal (coloured, cut at the right
//! edge), out of `grep -n`, a log with time stamps, a box, a web page, or a file of another encoding. Each is undone
//! before anybody reads the text, so that a reader knows only the clean form.
//!
//! Whole texts are looked at, not single lines: a prefix is one when most rows have it, a wrap when the rows go on
//! in the next line. That takes the beginning of the text, which is held back until it is seen.
//!
//! ```
//! let mut lines = pasted::Lines::default();
//! let mut seen = Vec::new();
//! let mut take = |line: pasted::Line| seen.push(line.text.to_owned());
//! lines.push(b"\x1b[31m> 1:&nbsp;0.00% 0x8", &mut take);
//! lines.finish(&mut take);
//! assert_eq!(seen, [" 0.00% 0x8"]);
//! ```

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod base64;
mod between;
mod broken;
mod cells;
mod clean;
mod continued;
mod cuts;
mod decode;
mod doubled;
mod doubt;
mod enclosed;
mod escaped;
mod fence;
mod gone;
mod habits;
mod html;
mod hunks;
mod learn;
mod mail;
mod marks;
mod numbers;
mod objects;
mod panes;
mod pieces;
mod posts;
mod prefix;
mod quoted;
mod rtf;
mod samples;
mod screens;
mod shares;
mod signs;
mod starts;
mod strange;
mod terminal;
mod torn;
mod widths;
mod words;
mod wraps;

use clean::Clean;
use decode::Decoder;

pub use decode::Encoding;
pub use doubt::Doubt;
pub use gone::is_left_out;
pub use hunks::{Hunks, holds_patch};
pub use mail::{MailLine, mail_lines};
pub use pieces::GAP;
pub use samples::{begins_sample, event_of, thread_of};

/// So much of a text is looked at before its first line is handed out.
pub const START_BYTES: usize = 64 * 1024;

/// A line of the clean text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    /// Without its line end.
    pub text: &'a str,
    /// Number of its first line in the text as it came, from 1.
    pub number: u64,
    /// The right edge cut it: its last word may be the beginning of one.
    pub cut: bool,
    /// The text ends in it, without a line end: it may have been cut off there.
    pub last: bool,
}

/// Takes a text in chunks of any size and hands out its clean lines.
#[derive(Debug, Default)]
pub struct Lines {
    decoder: Decoder,
    clean: Clean,
}

impl Lines {
    /// Takes the next chunk.
    pub fn push(&mut self, chunk: &[u8], line: &mut dyn FnMut(Line)) {
        let Self { decoder, clean } = self;
        decoder.push(chunk, &mut |raw| clean.encoded(raw, line));
    }

    /// Hands out what is left.
    pub fn finish(&mut self, line: &mut dyn FnMut(Line)) {
        let Self { decoder, clean } = self;
        decoder.end(&mut |raw| clean.encoded(raw, line));
        decoder.finish(&mut |raw| {
            clean.unterminated = true;
            clean.encoded(raw, line);
        });
        clean.finish(line);
    }

    /// The width at which the right edge cut the text; `None` where it was not seen to.
    pub fn cut_at(&self) -> Option<usize> {
        self.clean.habits.as_ref().and_then(|habits| habits.edge.cut)
    }

    /// Lines that were left out because they are the one before them once more, as all of the text is.
    pub fn doubled(&self) -> u64 {
        self.clean.doubled.count
    }

    /// Why what was made of the text may be wrong; `None` where nothing was done to it, or one thing alone. `joined`: lines
    /// that its reader put together; `tabs_tell`: the text has none of its own.
    pub fn doubt(&self, joined: u64, tabs_tell: bool) -> Option<Doubt> {
        let Clean { way, habits, quoted, base64, .. } = &self.clean;
        let encoded = base64.guessed || self.decoder.is_wide();
        way.doubt(habits.as_ref()?, quoted.joined + joined, encoded, tabs_tell)
    }

    /// Lines longer than a megabyte, which were cut there.
    pub fn too_long(&self) -> u64 {
        self.decoder.too_long
    }
}

/// The clean lines of a text's beginning; a mailer's breaks are blanks.
pub fn start(bytes: &[u8]) -> Vec<String> {
    let (mut lines, mut out) = (Lines::default(), Vec::new());
    let mut take = |line: Line| out.push(line.text.replace(GAP, " "));
    lines.push(bytes.get(..START_BYTES).unwrap_or(bytes), &mut take);
    lines.finish(&mut take);
    out
}
