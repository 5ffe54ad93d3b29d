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
mod broken;
mod cells;
mod continued;
mod cuts;
mod decode;
mod doubled;
mod doubt;
mod enclosed;
mod escaped;
mod habits;
mod html;
mod hunks;
mod learn;
mod mail;
mod marks;
mod numbers;
mod pieces;
mod posts;
mod prefix;
mod quoted;
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

use std::borrow::Cow;
use std::collections::VecDeque;

use base64::Base64;
use decode::{Decoder, characters};
use doubled::Doubled;
use doubt::Way;
use escaped::{listed, unescaped};
use habits::Habits;
use learn::bare_string;
use marks::untabbed;
use quoted::QuotedPrintable;
use widths::Widths;

pub use decode::Encoding;
pub use doubt::Doubt;
pub use hunks::{Hunks, holds_patch};
pub use mail::{MailLine, mail_lines};
pub use pieces::GAP;
pub use samples::{begins_sample, event_of, thread_of};

/// So much of a text is looked at before its first line is handed out.
pub const START_BYTES: usize = 64 * 1024;
/// What fences code in.
const FENCES: [&str; 2] = ["```", "~~~"];
/// A line put together from pieces ends here.
const MAX_JOINED_BYTES: usize = 1 << 16;

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

#[derive(Debug, Default)]
struct Clean {
    base64: Base64,
    quoted: QuotedPrintable,
    /// Lines as they came.
    number: u64,
    /// The last line has no line end.
    unterminated: bool,
    /// What is held back until the text's habits are known, and its length.
    held: VecDeque<Held>,
    held_bytes: usize,
    habits: Option<Habits>,
    doubled: Doubled,
    way: Way,
    /// The beginning of an escape or of an overstrike that goes on in the next line.
    torn: String,
    /// A line with overstrikes, of which the next line may strike over the last character.
    struck: Option<Struck>,
    /// The sign of the code fence that is open.
    fence: Option<&'static str>,
    /// A row of a table of HTML that has begun.
    html_row: Option<String>,
    /// The line that may go on, its last piece, and where it began.
    open: Option<Open>,
}

#[derive(Debug)]
struct Held {
    number: u64,
    text: String,
    widths: Widths,
    last: bool,
}

/// A line whose last character the next one may strike over.
#[derive(Debug)]
struct Struck {
    number: u64,
    text: String,
    /// Characters of it as it came.
    raw: usize,
}

#[derive(Debug)]
struct Open {
    number: u64,
    text: String,
    piece: String,
    /// Characters of that piece, before anything was taken off its end.
    width: usize,
    cut: bool,
    last: bool,
}

impl Open {
    fn of(number: u64, text: &str, last: bool) -> Self {
        Self { number, text: text.to_owned(), piece: String::new(), width: 0, cut: false, last }
    }

    /// Hands it out; what was broken in a sign of a row is whole now.
    fn hand_out(&self, habits: &Habits, line: &mut dyn FnMut(Line)) {
        let whole = marks::with_own_signs(&self.text);
        let text = habits.with_signs(&whole).map_or(whole, Cow::Owned);
        line(Line { text: &text, number: self.number, cut: self.cut, last: self.last });
    }
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
        let encoded = base64.decoded || self.decoder.is_wide();
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

impl Clean {
    fn encoded(&mut self, raw: &[u8], line: &mut dyn FnMut(Line)) {
        self.number += 1;
        let mut base64 = std::mem::take(&mut self.base64);
        base64.line(raw, &mut |raw| self.raw(raw, line));
        self.base64 = base64;
    }

    fn raw(&mut self, raw: &[u8], line: &mut dyn FnMut(Line)) {
        let text = characters(raw);
        let text = unescaped(&text);
        self.way.unescaped |= matches!(text, Cow::Owned(_));
        // A string that ends in its quote is whole, whatever ends the line.
        let last = self.unterminated && !text.ends_with('\n');
        let mut parts = text.strip_suffix('\n').unwrap_or(&text).split('\n').peekable();
        while let Some(part) = parts.next() {
            let part = marks::without_shown_return(part);
            if let Some(text) = self.quoted.line(&part) {
                self.hold(&text, last && parts.peek().is_none(), line);
            }
        }
    }

    fn hold(&mut self, text: &str, last: bool, line: &mut dyn FnMut(Line)) {
        if let Some(row) = self.html_row.take() {
            return self.html_row(row, text, last, line);
        }
        if html::begins_html_row(text) {
            return self.html_row(String::new(), text, last, line);
        }
        self.marked(text, last, line);
    }

    /// A row of HTML's tables may have each cell on a line of its own.
    fn html_row(&mut self, mut row: String, text: &str, last: bool, line: &mut dyn FnMut(Line)) {
        row.push_str(text.trim());
        if last || row.len() >= MAX_JOINED_BYTES || text.contains("</tr>") {
            return self.marked(&row, last, line);
        }
        self.html_row = Some(row);
    }

    fn marked(&mut self, text: &str, last: bool, line: &mut dyn FnMut(Line)) {
        let mut over = String::new();
        if let Some(Struck { number, text: mut before, raw }) = self.struck.take() {
            if text.starts_with('\u{8}') {
                over = marks::take_struck(&mut before);
            }
            self.of_terminal(number, &before, raw, false, line);
        }
        let raw = text.chars().count();
        let text = if over.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(over + text) };
        if text.contains('\u{8}') && !last {
            self.struck = Some(Struck { number: self.number, text: text.into_owned(), raw });
            return;
        }
        self.of_terminal(self.number, &text, raw, last, line);
    }

    /// A line as a terminal was sent it, of so many characters.
    fn of_terminal(
        &mut self,
        number: u64,
        text: &str,
        raw: usize,
        last: bool,
        line: &mut dyn FnMut(Line),
    ) {
        let torn = std::mem::take(&mut self.torn);
        if torn.is_empty() && marks::is_plain(text) {
            return self.held_line(number, text.to_owned(), raw, last, line);
        }
        let mut text = torn + text;
        if !last {
            self.torn = marks::take_torn(&mut text);
        }
        let bare = marks::without_marks(&text);
        self.way.marked(&text, &bare);
        // `<br>` at the end of a line is that line's end.
        let bare = bare.strip_suffix('\n').unwrap_or(&bare);
        let is_one = !bare.contains('\n');
        let mut parts = bare.split('\n').peekable();
        while let Some(part) = parts.next() {
            // A link or a colour may end behind a return that is shown.
            let part = marks::without_shown_return(part).into_owned();
            let raw = if is_one { raw } else { part.chars().count() };
            self.held_line(number, part, raw, last && parts.peek().is_none(), line);
        }
    }

    fn held_line(
        &mut self,
        number: u64,
        text: String,
        raw: usize,
        last: bool,
        line: &mut dyn FnMut(Line),
    ) {
        let mut widths = Widths { raw, shown: text.chars().count(), grown: 0 };
        // What shows how a text came are its rows, which are known by their signs.
        let text = match signs::mended_behind_quotes(&text) {
            Cow::Owned(mended) => {
                self.way.altered = true;
                widths.grown = mended.chars().count().cast_signed() - widths.shown.cast_signed();
                mended
            }
            Cow::Borrowed(_) => text,
        };
        let mut held = Held { number, text, widths, last };
        if let Some(habits) = &self.habits {
            if habits.listed {
                held.text = bare_string(&listed(&held.text));
            }
            if let Some(enclosed) = &habits.enclosed {
                held.text = bare_string(&enclosed.off(&held.text));
            }
            if habits.doubled && self.doubled.is_second(&held.text) {
                return;
            }
            return self.known(&held, line);
        }
        self.held_bytes += held.text.len() + 1;
        self.held.push_back(held);
        if self.held_bytes >= START_BYTES {
            self.learn(line);
        }
    }

    /// A line of a text whose habits are known.
    fn known(&mut self, held: &Held, line: &mut dyn FnMut(Line)) {
        let Some(habits) = &self.habits else { return };
        let Held { number, text, widths, last } = held;
        let (number, mut last) = (*number, *last);
        if habits.posts.is_head(text) {
            return;
        }
        let text = habits.bare(habits.posts.off(text));
        // Where each line begins with the same, what does not is the rest of the one before it.
        let off = habits.broken.as_ref().map(|broken| broken.off(&text).map(str::to_owned));
        let is_rest = off == Some(None) && !text.trim().is_empty();
        let text = off.flatten().map_or(text, Cow::Owned);
        if let Some(sign) = FENCES.into_iter().find(|sign| text.trim_start().starts_with(sign)) {
            self.fence = if self.fence.is_none() { Some(sign) } else { None };
            return;
        }
        if marks::is_prompt(&text) {
            return;
        }
        // Right behind a text that has no end of its last line stands the end of its fence.
        let bare = self.fence.and_then(|sign| text.trim_end().strip_suffix(sign));
        let text = match bare.map(str::to_owned) {
            Some(bare) => {
                (self.fence, last) = (None, true);
                Cow::Owned(bare)
            }
            None => text,
        };
        let own = untabbed(&text).chars().count();
        let text = match habits.with_signs(&text) {
            Some(mended) => {
                self.way.altered = true;
                Cow::Owned(mended)
            }
            None => text,
        };
        let text = untabbed(&text);
        self.way.line(&text);
        self.way.tabbed |= matches!(text, Cow::Owned(_));
        if let Some(broken) = &habits.broken {
            return match &mut self.open {
                Some(open) if is_rest && open.text.len() < MAX_JOINED_BYTES => {
                    self.way.joined += 1;
                    open.text = broken.joined(&open.text, &text);
                    open.last = last;
                }
                open => {
                    if let Some(open) = open.replace(Open::of(number, &text, last)) {
                        open.hand_out(habits, line);
                    }
                }
            };
        }
        if habits.edge.is_none() {
            let (bare, cut) = habits.edge.off(&text, 0);
            self.way.cut += u64::from(cut);
            return line(Line { text: bare, number, cut, last });
        }
        let width = habits.measured.width(own, *widths);
        if let Some(open) = &mut self.open {
            let joined = (open.text.len() < MAX_JOINED_BYTES)
                .then(|| habits.edge.joined(&open.text, &open.piece, open.width, &text))
                .flatten();
            if let Some(joined) = joined {
                self.way.joined_with(&held.text, &text);
                open.text = joined;
                open.piece = text.into_owned();
                open.width = width;
                open.last = last;
                return;
            }
        }
        self.way.row(&held.text, &text);
        let (bare, cut) = habits.edge.off(&text, width);
        self.way.cut += u64::from(cut);
        let next = Open { number, text: bare.to_owned(), piece: bare.to_owned(), width, cut, last };
        if let Some(open) = self.open.replace(next) {
            open.hand_out(habits, line);
        }
    }

    fn finish(&mut self, line: &mut dyn FnMut(Line)) {
        let mut base64 = std::mem::take(&mut self.base64);
        base64.finish(&mut |raw| self.raw(raw, line));
        self.base64 = base64;
        if let Some(rest) = self.quoted.finish() {
            self.hold(&rest, self.unterminated, line);
        }
        if let Some(row) = self.html_row.take() {
            self.marked(&row, self.unterminated, line);
        }
        if let Some(Struck { number, text, raw }) = self.struck.take() {
            self.of_terminal(number, &text, raw, self.unterminated, line);
        }
        if self.habits.is_none() {
            self.learn(line);
        }
        if let (Some(open), Some(habits)) = (self.open.take(), &self.habits) {
            open.hand_out(habits, line);
        }
    }
}
