//! A text as it arrives becomes the lines of the text that was copied: bytes to characters, parts of a mail, a screen that a
//! program drew, what stands before each line, lines that were broken.
//!
//! Each is undone because a program writes it so (the README names which). What a line means is nothing to this crate: who
//! reads it says by a [`Grammar`] which lines begin something and which are whole, and so which are the rest of another one.
//!
//! ```
//! let mut lines = mailtext::Lines::default();
//! let mut seen = Vec::new();
//! let mut take = |line: mailtext::Line| seen.push(line.text.to_owned());
//! lines.push(b"\x1b[31m> 0.00% \xc2\xa00x8\r\n> b", &mut take);
//! lines.finish(&mut take);
//! assert_eq!(seen, ["0.00%  0x8", "b"]);
//! ```

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod before;
mod breaks;
mod decode;
mod html;
mod hunks;
mod mail;
mod screen;
mod terminal;

use std::borrow::Cow;

use before::Before;
use breaks::Breaks;
use decode::Decoder;
use mail::Parts;
use screen::Screen;

pub use breaks::{GAP, Grammar};
pub use decode::Encoding;
pub use hunks::{Hunks, Taken, holds_patch};
pub use mail::{MailLine, mail_lines};

/// So much of a text is looked at before its first line is handed out.
pub const START_BYTES: usize = 64 * 1024;

/// A line of the clean text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    /// Without its line end.
    pub text: &'a str,
    /// Number of its first line in the text as it came, from 1; of a recorded screen, of the lines that it showed.
    pub number: u64,
    /// The text ends in it, without a line end: it may have been cut off there.
    pub last: bool,
}

/// Takes a text in chunks of any size and hands out its clean lines.
#[derive(Debug, Default)]
pub struct Lines {
    grammar: Grammar,
    /// The beginning, until it is known what it shows.
    start: Vec<u8>,
    source: Option<Source>,
    /// Lines of the beginning.
    held: Vec<Vec<u8>>,
    held_bytes: usize,
    clean: Option<Clean>,
}

#[derive(Debug)]
enum Source {
    Text(Decoder),
    Screen(Box<Screen>),
}

/// What the beginning of a text showed of how it came, and what is kept between lines.
#[derive(Debug)]
struct Clean {
    parts: Parts,
    before: Before,
    breaks: Breaks,
}

impl Lines {
    /// For a text whose lines look so.
    pub fn new(grammar: Grammar) -> Self {
        Self { grammar, ..Self::default() }
    }

    /// Takes the next chunk.
    pub fn push(&mut self, chunk: &[u8], line: &mut dyn FnMut(Line)) {
        if self.source.is_some() {
            return self.decode(chunk, line);
        }
        self.start.extend_from_slice(chunk);
        if self.start.len() >= START_BYTES {
            self.begin(line);
        }
    }

    /// Hands out what is left.
    pub fn finish(&mut self, line: &mut dyn FnMut(Line)) {
        if self.source.is_none() {
            self.begin(line);
        }
        let Some(source) = self.source.take() else { return };
        match source {
            Source::Text(mut decoder) => {
                decoder.end(&mut |raw| self.raw(raw, false, line));
                decoder.finish(&mut |raw| self.raw(raw, true, line));
                self.source = Some(Source::Text(decoder));
            }
            Source::Screen(mut screen) => screen.finish(&mut |raw| self.raw(raw, false, line)),
        }
        let clean = self.clean(line);
        let Clean { parts, before, breaks } = clean;
        parts.finish(&mut |number, text, page| {
            take(*before, breaks, number, text, page, false, line)
        });
        breaks.finish(line);
    }

    /// Lines longer than a megabyte, which were cut there.
    pub fn too_long(&self) -> u64 {
        match &self.source {
            Some(Source::Text(decoder)) => decoder.too_long,
            Some(Source::Screen(_)) | None => 0,
        }
    }

    fn begin(&mut self, line: &mut dyn FnMut(Line)) {
        let start = std::mem::take(&mut self.start);
        self.source = Some(match screen::is_recorded(&start) {
            true => Source::Screen(Box::default()),
            false => Source::Text(Decoder::default()),
        });
        self.decode(&start, line);
    }

    fn decode(&mut self, chunk: &[u8], line: &mut dyn FnMut(Line)) {
        let Some(mut source) = self.source.take() else { return };
        match &mut source {
            Source::Text(decoder) => decoder.push(chunk, &mut |raw| self.raw(raw, false, line)),
            Source::Screen(screen) => screen.push(chunk, &mut |raw| self.raw(raw, false, line)),
        }
        self.source = Some(source);
    }

    /// A line as it came.
    fn raw(&mut self, raw: &[u8], last: bool, line: &mut dyn FnMut(Line)) {
        if let Some(clean) = &mut self.clean {
            return clean.raw(raw, last, line);
        }
        self.held_bytes += raw.len() + 1;
        self.held.push(raw.to_vec());
        if last || self.held_bytes >= START_BYTES {
            self.learn(last, line);
        }
    }

    fn clean(&mut self, line: &mut dyn FnMut(Line)) -> &mut Clean {
        if self.clean.is_none() {
            self.learn(false, line);
        }
        self.clean.get_or_insert_with(|| Clean::of(&[], self.grammar))
    }

    /// Learns what the beginning shows, and hands it out.
    fn learn(&mut self, last: bool, line: &mut dyn FnMut(Line)) {
        let held = std::mem::take(&mut self.held);
        let clean = self.clean.insert(Clean::of(&held, self.grammar));
        for (at, raw) in held.iter().enumerate() {
            clean.raw(raw, last && at + 1 == held.len(), line);
        }
    }
}

impl Clean {
    fn of(held: &[Vec<u8>], grammar: Grammar) -> Self {
        let parts = || Parts::of(held.iter().map(Vec::as_slice));
        let mut texts = Vec::new();
        let mut of_parts = parts();
        let mut add = |_, text: &str, is_page: bool| texts.push(shown(text, is_page).into_owned());
        held.iter().for_each(|raw| of_parts.line(raw, &mut add));
        of_parts.finish(&mut add);
        let before = Before::of(texts.iter().map(String::as_str));
        let bare: Vec<Cow<'_, str>> =
            texts.iter().map(|text| terminal::untabbed(before.off(text))).collect();
        let is_flowed = held.iter().any(|raw| breaks::says_flowed(raw));
        let breaks = Breaks::of(&bare, is_flowed, grammar);
        Self { parts: parts(), before, breaks }
    }

    fn raw(&mut self, raw: &[u8], last: bool, line: &mut dyn FnMut(Line)) {
        let Self { parts, before, breaks } = self;
        parts.line(raw, &mut |number, text, page| {
            take(*before, breaks, number, text, page, last, line)
        });
    }
}

/// A line of a part, without what a terminal or a page has in it.
fn shown(text: &str, is_page: bool) -> Cow<'_, str> {
    let bare = terminal::bare(text);
    if is_page { Cow::Owned(html::plain(&bare)) } else { bare }
}

fn take(
    before: Before,
    breaks: &mut Breaks,
    number: u64,
    text: &str,
    is_page: bool,
    last: bool,
    line: &mut dyn FnMut(Line),
) {
    let text = shown(text, is_page);
    // The end of a block of HTML is that line's end.
    for part in text.strip_suffix('\n').unwrap_or(&text).split('\n') {
        let text = terminal::untabbed(before.off(part));
        breaks.line(Line { text: &text, number, last }, line);
    }
}

/// The clean lines of a text's beginning; a mailer's breaks are blanks.
pub fn start(bytes: &[u8], grammar: Grammar) -> Vec<String> {
    let (mut lines, mut out) = (Lines::new(grammar), Vec::new());
    let mut take = |line: Line| out.push(line.text.replace(GAP, " "));
    lines.push(bytes.get(..START_BYTES).unwrap_or(bytes), &mut take);
    lines.finish(&mut take);
    out
}
