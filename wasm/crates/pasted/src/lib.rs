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

mod base64;
mod cells;
mod continued;
mod cuts;
mod decode;
mod doubled;
mod enclosed;
mod escaped;
mod habits;
mod html;
mod hunks;
mod mail;
mod marks;
mod numbers;
mod pieces;
mod prefix;
mod quoted;
mod samples;
mod shares;
mod words;
mod wraps;

use std::borrow::Cow;
use std::collections::VecDeque;

use base64::Base64;
use cells::{separator_of, separator_of_all};
use decode::{Decoder, characters};
use doubled::{Doubled, is_doubled};
use enclosed::Enclosed;
use escaped::{is_listed, listed, unescaped};
use habits::{Habits, Measured, Widths, shows_ends, without};
use marks::untabbed;
use numbers::{is_numbered, is_numbered_behind, is_stamped, numbered_up_to, without_stamp};
use prefix::Prefix;
use quoted::{QuotedPrintable, quote_levels, unquoted};
use wraps::Edge;

pub use decode::Encoding;
pub use hunks::{Hunks, holds_patch};
pub use mail::{MailLine, mail_lines};
pub use pieces::GAP;
pub use samples::{begins_sample, event_of};

/// So much of a text is looked at before its first line is handed out.
pub const START_BYTES: usize = 64 * 1024;
/// Prefixes that stand one before the other (`> 12: | …`).
const MAX_PREFIXES: usize = 3;
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
    /// The beginning of an escape that goes on in the next line.
    torn: String,
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

    /// Lines longer than a megabyte, which were cut there.
    pub fn too_long(&self) -> u64 {
        self.decoder.too_long
    }
}

/// The clean lines of a text's beginning; a mailer's breaks are blanks.
pub fn start(bytes: &[u8]) -> Vec<String> {
    let (mut lines, mut out) = (Lines::default(), Vec::new());
    let mut take = |line: Line| out.push(line.text.replace(GAP, " "));
    lines.push(&bytes[..bytes.len().min(START_BYTES)], &mut take);
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
        // A string that ends in its quote is whole, whatever ends the line.
        let last = self.unterminated && !text.ends_with('\n');
        let mut parts = text.strip_suffix('\n').unwrap_or(&text).split('\n').peekable();
        while let Some(part) = parts.next() {
            if let Some(text) = self.quoted.line(part) {
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
        let raw = text.chars().count();
        let torn = std::mem::take(&mut self.torn);
        if torn.is_empty() && marks::is_plain(text) {
            return self.held_line(text.to_owned(), raw, last, line);
        }
        let text = torn + text;
        let (text, torn) = text.split_at(if last { text.len() } else { marks::torn_at(&text) });
        self.torn = torn.to_owned();
        let bare = marks::without_marks(text);
        // `<br>` at the end of a line is that line's end.
        let mut parts = bare.strip_suffix('\n').unwrap_or(&bare).split('\n').peekable();
        while let Some(part) = parts.next() {
            self.held_line(part.to_owned(), raw, last && parts.peek().is_none(), line);
        }
    }

    fn held_line(&mut self, text: String, raw: usize, last: bool, line: &mut dyn FnMut(Line)) {
        let widths = Widths { raw, shown: text.chars().count() };
        let mut held = Held { number: self.number, text, widths, last };
        if let Some(habits) = &self.habits {
            if let Some(enclosed) = &habits.enclosed {
                held.text = bare_string(&enclosed.off(&held.text));
            }
            if habits.listed {
                held.text = bare_string(&listed(&held.text));
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

    fn learn(&mut self, line: &mut dyn FnMut(Line)) {
        let enclosed = Enclosed::of(self.held.iter().map(|held| held.text.as_str()));
        if let Some(enclosed) = &enclosed {
            for held in &mut self.held {
                held.text = bare_string(&enclosed.off(&held.text));
            }
        }
        let is_list = is_listed(self.held.iter().map(|held| held.text.as_str()));
        if is_list {
            for held in &mut self.held {
                held.text = bare_string(&listed(&held.text));
            }
        }
        let doubled = is_doubled(self.held.iter().map(|held| held.text.as_str()));
        if doubled {
            let Self { held, doubled, .. } = self;
            held.retain(|held| !doubled.is_second(&held.text));
        }
        let quotes = self.quotes();
        let mut habits = Habits { enclosed, listed: is_list, doubled, quotes, ..Habits::default() };
        let lines = || self.held.iter().map(|held| held.text.as_str());
        habits.stamped = is_stamped(lines().map(|text| unquoted(text, habits.quotes)));
        if habits.stamped {
            let bare = lines().map(|text| without_stamp(unquoted(text, habits.quotes)));
            habits.numbered_behind_stamp = is_numbered(bare);
        }
        habits.numbered = is_numbered(lines().map(|text| unquoted(text, habits.quotes)));
        if !habits.numbered {
            let lines = lines().map(|text| unquoted(text, habits.quotes));
            habits.numbered_up_to = numbered_up_to(lines);
        }
        habits.numbered_behind =
            is_numbered_behind(lines().map(|text| unquoted(text, habits.quotes)));
        habits.shown_ends = shows_ends(lines());
        habits.common = prefix::common(lines().map(|text| unquoted(text, habits.quotes)));
        habits.separator = separator_of(lines().map(|text| unquoted(text, habits.quotes)));
        let of_all: Vec<&str> = lines().map(|text| unquoted(text, habits.quotes)).collect();
        if let Some(sign) = separator_of_all(&of_all) {
            (habits.separator, habits.all_parted) = (Some(sign), true);
        }
        habits.indented = lines()
            .map(|text| unquoted(text, habits.quotes))
            .all(|text| text.is_empty() || text.starts_with('\t'));
        let mut bare: Vec<String> = lines().map(|text| habits.bare(text).into_owned()).collect();
        while habits.prefixes.len() < MAX_PREFIXES
            && let Some(prefix) = Prefix::of(bare.iter().map(String::as_str))
        {
            let prefix = prefix.with_gap(bare.iter().map(String::as_str));
            for text in &mut bare {
                *text = without(&prefix, text);
            }
            habits.prefixes.push(prefix);
        }
        habits.loses_points = shares::lose_points(bare.iter().map(String::as_str));
        habits.begins_with_shares = shares::begin_rows(bare.iter().map(String::as_str));
        let bare: Vec<Cow<'_, str>> = bare.iter().map(|text| untabbed(text)).collect();
        let bare: Vec<&str> = bare.iter().map(Cow::as_ref).collect();
        let ways = [Measured::Bare, Measured::Shown, Measured::Raw].map(|measured| {
            let width =
                |(line, held): (&&str, &Held)| measured.width(line.chars().count(), held.widths);
            (measured, bare.iter().zip(&self.held).map(width).collect())
        });
        (habits.edge, habits.measured) = Edge::of_ways(&bare, &ways);
        self.habits = Some(habits);
        for held in std::mem::take(&mut self.held) {
            self.known(&held, line);
        }
    }

    /// How many quote marks the text's rows have at most, where more than a few have some; any number where there are
    /// no rows that would tell.
    fn quotes(&self) -> usize {
        let (mut rows, mut quoted, mut most) = (0, 0, 0);
        for Held { text, .. } in &self.held {
            let levels = quote_levels(text);
            let bare = unquoted(text, levels);
            if pieces::begins_row(bare) || prefix::is_counter(bare) {
                rows += 1;
                quoted += usize::from(levels > 0);
                most = most.max(levels);
            }
        }
        match rows {
            0 => usize::MAX,
            _ if quoted * 8 < rows => 0,
            _ => most,
        }
    }

    /// A line of a text whose habits are known.
    fn known(&mut self, held: &Held, line: &mut dyn FnMut(Line)) {
        let Some(habits) = &self.habits else { return };
        let Held { number, text, widths, last } = held;
        let (number, last) = (*number, *last);
        let text = habits.bare(text);
        let fence = text.trim_start();
        if fence.starts_with("```") || fence.starts_with("~~~") || marks::is_prompt(fence) {
            return;
        }
        let text = match shares::mended(&text, habits.begins_with_shares, habits.loses_points) {
            Cow::Owned(mended) => Cow::Owned(mended),
            Cow::Borrowed(_) => text,
        };
        let text = untabbed(&text);
        if habits.edge.is_none() {
            let (bare, cut) = habits.edge.off(&text, 0);
            return line(Line { text: bare, number, cut, last });
        }
        let width = habits.measured.width(text.chars().count(), *widths);
        if let Some(open) = &mut self.open {
            let joined = (open.text.len() < MAX_JOINED_BYTES)
                .then(|| habits.edge.joined(&open.text, &open.piece, open.width, &text))
                .flatten();
            if let Some(joined) = joined {
                open.text = joined;
                open.piece = text.into_owned();
                open.width = width;
                open.last = last;
                return;
            }
        }
        let (bare, cut) = habits.edge.off(&text, width);
        let next = Open { number, text: bare.to_owned(), piece: bare.to_owned(), width, cut, last };
        if let Some(open) = self.open.replace(next) {
            line(Line { text: &open.text, number: open.number, cut: open.cut, last: open.last });
        }
    }

    fn finish(&mut self, line: &mut dyn FnMut(Line)) {
        let mut base64 = std::mem::take(&mut self.base64);
        base64.finish(&mut |raw| self.raw(raw, line));
        if let Some(rest) = self.quoted.finish() {
            self.hold(&rest, self.unterminated, line);
        }
        if let Some(row) = self.html_row.take() {
            self.marked(&row, self.unterminated, line);
        }
        if self.habits.is_none() {
            self.learn(line);
        }
        if let Some(open) = self.open.take() {
            line(Line { text: &open.text, number: open.number, cut: open.cut, last: open.last });
        }
    }
}

/// A line out of its quotes, where escapes of its own may have been escaped.
fn bare_string(text: &str) -> String {
    if marks::is_plain(text) {
        return text.to_owned();
    }
    marks::without_marks(text).replace('\n', " ")
}
