//! The steps that undo what was done to a line, from its bytes to the clean line, and what they keep between lines.

use std::borrow::Cow;
use std::collections::VecDeque;

use crate::base64::Base64;
use crate::between::Between;
use crate::decode::characters;
use crate::doubled::Doubled;
use crate::doubt::Way;
use crate::escaped::{listed, unescaped};
use crate::fence::Fence;
use crate::habits::Habits;
use crate::marks::{self, bare_string, untabbed};
use crate::objects::message_of;
use crate::panes::Pane;
use crate::quoted::QuotedPrintable;
use crate::rtf::Rtf;
use crate::widths::Widths;
use crate::{Line, START_BYTES, html, signs};

/// A line put together from pieces ends here.
const MAX_JOINED_BYTES: usize = 1 << 16;

#[derive(Debug, Default)]
pub(crate) struct Clean {
    pub base64: Base64,
    pub quoted: QuotedPrintable,
    /// Lines as they came.
    number: u64,
    /// The last line has no line end.
    pub unterminated: bool,
    /// What is held back until the text's habits are known, and its length.
    pub held: VecDeque<Held>,
    pub held_bytes: usize,
    pub habits: Option<Habits>,
    pub doubled: Doubled,
    pub between: Between,
    pub way: Way,
    rtf: Rtf,
    /// The beginning of an escape or of an overstrike that goes on in the next line.
    torn: String,
    /// A line with overstrikes, of which the next line may strike over the last character.
    struck: Option<Struck>,
    fence: Fence,
    annotated: signs::Annotated,
    /// A row of a table of HTML that has begun.
    html_row: Option<String>,
    /// The line that may go on, its last piece, and where it began.
    open: Option<Open>,
}

#[derive(Debug)]
pub(crate) struct Held {
    pub number: u64,
    pub text: String,
    pub widths: Widths,
    pub last: bool,
}

impl Held {
    /// Leaves what is in the pane of a split screen; the others are not the text's.
    pub fn leave(&mut self, pane: &Pane) {
        let bare = pane.off(&self.text);
        if bare.len() < self.text.len() {
            self.text = bare.to_owned();
            let shown = self.text.chars().count();
            self.widths = Widths { raw: shown, shown, grown: 0 };
        }
    }
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
    /// It is a line of an annotated type.
    annotated: bool,
}

impl Open {
    fn of(number: u64, text: &str, last: bool, annotated: bool) -> Self {
        let (text, piece) = (text.to_owned(), String::new());
        Self { number, text, piece, width: 0, cut: false, last, annotated }
    }

    /// Hands it out; what was broken in a sign of a row is whole now.
    fn hand_out(&self, habits: &Habits, line: &mut dyn FnMut(Line)) {
        let whole = marks::with_own_signs(&self.text);
        let text = habits.with_signs(&whole, self.annotated).map_or(whole, Cow::Owned);
        line(Line { text: &text, number: self.number, cut: self.cut, last: self.last });
    }
}

impl Clean {
    pub fn encoded(&mut self, raw: &[u8], line: &mut dyn FnMut(Line)) {
        self.number += 1;
        let mut base64 = std::mem::take(&mut self.base64);
        base64.line(raw, &mut |raw| self.raw(raw, line));
        self.base64 = base64;
    }

    fn raw(&mut self, raw: &[u8], line: &mut dyn FnMut(Line)) {
        let text = characters(raw);
        let mut rtf = std::mem::take(&mut self.rtf);
        if !rtf.takes(&text, &mut |text| self.of_file(text, line)) {
            self.of_file(&text, line);
        }
        self.rtf = rtf;
    }

    /// A line of the text that a file holds.
    fn of_file(&mut self, text: &str, line: &mut dyn FnMut(Line)) {
        let text = message_of(text).map_or_else(|| unescaped(text), Cow::Owned);
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
            if let Some(pane) = &habits.pane {
                held.leave(pane);
            }
            if habits.listed {
                held.text = bare_string(&listed(&held.text));
            }
            if let Some(enclosed) = &habits.enclosed {
                held.text = bare_string(&enclosed.off(&held.text));
            }
            if habits.numbered_between && self.between.is_number(&held.text) {
                return;
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
    pub fn known(&mut self, held: &Held, line: &mut dyn FnMut(Line)) {
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
        if self.fence.takes(&text) || marks::is_prompt(&text) {
            return;
        }
        let text = match self.fence.off(&text).map(str::to_owned) {
            Some(bare) => {
                last = true;
                Cow::Owned(bare)
            }
            None => text,
        };
        let own = untabbed(&text).chars().count();
        let annotated = self.annotated.takes(&text);
        let text = match habits.with_signs(&text, annotated) {
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
                    if let Some(open) = open.replace(Open::of(number, &text, last, annotated)) {
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
        let (text, piece) = (bare.to_owned(), bare.to_owned());
        let next = Open { number, text, piece, width, cut, last, annotated };
        if let Some(open) = self.open.replace(next) {
            open.hand_out(habits, line);
        }
    }

    pub fn finish(&mut self, line: &mut dyn FnMut(Line)) {
        let mut base64 = std::mem::take(&mut self.base64);
        base64.finish(&mut |raw| self.raw(raw, line));
        self.base64 = base64;
        let mut rtf = std::mem::take(&mut self.rtf);
        rtf.finish(&mut |text| self.of_file(text, line));
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
