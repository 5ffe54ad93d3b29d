//! The safety net: what was done to a text on its way, of which two things together may deceive.
//!
//! Each of them alone is undone for certain. But where lines were broken or cut and something else was done to them, before
//! or after, the place of the break may be another one than it seems, and a name or a number that it went through is put
//! together wrongly. What cannot be seen has to be said.

use crate::habits::Habits;
use crate::samples::stands_for_rows;
use crate::words::begins_row;

/// Why what was made of a text may be wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// Lines that were put together, or lack their ends.
    pub lines: u64,
    /// They lack their ends, rather than that they were broken.
    pub are_cut: bool,
    /// What else the text has: "tabs between the columns".
    pub beside: Vec<&'static str>,
}

/// What was seen on the way.
#[derive(Debug, Default)]
pub struct Way {
    /// Lines that were put together with the one before them.
    pub joined: u64,
    /// Lines without their ends.
    pub cut: u64,
    /// Strings with `\n` for ends of lines.
    pub unescaped: bool,
    /// Tabs between words.
    pub tabbed: bool,
    /// Escapes, and letters that are struck over others.
    terminal: bool,
    /// Tags and entities.
    page: bool,
    /// Blanks that are none, and characters that cannot be seen.
    blanks: bool,
    /// The rest of a line begins with a `>` that may be one of a name.
    name_or_quote: bool,
    /// Lines were taken out.
    left_out: bool,
    /// Signs of rows were altered and are mended: `%`, `[.]`, bars.
    pub altered: bool,
    /// What stood before the last row.
    before_row: String,
    /// Rows with one blank between all words, and others.
    squeezed: u64,
    gapped: u64,
}

/// What was taken off the beginning of a line.
fn before<'a>(came: &'a str, bare: &str) -> Option<&'a str> {
    came.strip_suffix(bare).filter(|before| !before.is_empty())
}

impl Way {
    /// A line before and after its marks were taken off.
    pub fn marked(&mut self, text: &str, bare: &str) {
        self.terminal |= text.contains(['\u{8}', '\u{1b}', '\u{9b}', '\u{241b}'])
            || text.contains("[m") && !bare.contains("[m");
        let lost = |sign: char| text.matches(sign).count() > bare.matches(sign).count();
        self.page |= lost('&') || lost('<');
        let is_blank = |char: char| {
            !char.is_ascii() && char.is_whitespace() || ('\u{200b}'..='\u{200f}').contains(&char)
        };
        self.blanks |= text.contains(is_blank);
        self.altered |= text.contains(" %") && !bare.contains(" %") || lost('\\');
    }

    /// A line without what stands before it.
    pub fn line(&mut self, text: &str) {
        self.left_out |= text.trim_start().starts_with(['[', '<', '(']) && stands_for_rows(text);
        if begins_row(text) && text.contains('%') {
            let has_gap = text.trim().contains("  ");
            *(if has_gap { &mut self.gapped } else { &mut self.squeezed }) += 1;
        }
    }

    /// A row, as it came and without what stands before it.
    pub fn row(&mut self, came: &str, bare: &str) {
        if let Some(before) = before(came, bare).filter(|_| begins_row(bare)) {
            self.before_row.clear();
            self.before_row.push_str(before);
        }
    }

    /// A line was put together with the one before it: as it came, and without what stands before it.
    pub fn joined_with(&mut self, came: &str, bare: &str) {
        self.joined += 1;
        // `> >::at()` where `>> ` is before each line.
        let before = before(came, bare).filter(|before| before.contains('>'));
        self.name_or_quote |= before.is_some_and(|before| before != self.before_row);
        let next = came.strip_prefix('>').and_then(|rest| rest.chars().next());
        self.name_or_quote |=
            bare.len() < came.len() && next.is_some_and(|next| !matches!(next, ' ' | '>'));
    }

    /// Where lines were broken or cut, and that was not all.
    pub fn doubt(
        &self,
        habits: &Habits,
        soft_breaks: u64,
        is_encoded: bool,
        tabs_tell: bool,
    ) -> Option<Doubt> {
        let joined = self.joined + soft_breaks;
        let has_other_start = habits.stamped
            || habits.numbered
            || habits.numbered_up_to.is_some()
            || habits.numbered_behind
            || habits.common.is_some()
            || habits.prefixes.iter().any(|prefix| !prefix.is_quotes())
            || habits.broken.as_ref().is_some_and(|broken| !broken.is_quoted());
        let all = [
            (self.terminal, "codes of a terminal"),
            (self.page, "the marks of a web page"),
            (self.blanks, "blanks that are none"),
            (self.squeezed > self.gapped, "one blank between its columns"),
            (self.name_or_quote, "quote marks that may be a name's"),
            (self.left_out, "places where lines were taken out"),
            (self.altered, "signs that another program altered"),
            (self.tabbed && tabs_tell, "tabs between its words"),
            (habits.separator.is_some(), "signs between its columns"),
            (habits.enclosed.is_some() || habits.listed || self.unescaped, "strings of a program"),
            (is_encoded, "another encoding"),
            (has_other_start, "something before each line"),
            (joined > 0 && self.cut > 0, "lines that were cut"),
        ];
        let beside: Vec<&'static str> =
            all.into_iter().filter_map(|(is, name)| is.then_some(name)).collect();
        let lines = if joined > 0 { joined } else { self.cut };
        (lines > 0 && !beside.is_empty()).then_some(Doubt { lines, are_cut: joined == 0, beside })
    }
}
