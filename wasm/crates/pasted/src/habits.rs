//! What was done to each line of a text, and a line without it.

use std::borrow::Cow;

use crate::broken::Broken;
use crate::cells::{all_parted, parted};
use crate::enclosed::Enclosed;
use crate::numbers::{without_number, without_number_behind, without_number_up_to, without_stamp};
use crate::panes::Pane;
use crate::posts::Posts;
use crate::prefix::{Prefix, without_bars};
use crate::quoted::unquoted;
use crate::widths::Widths;
use crate::wraps::Edge;
use crate::{shares, signs};

/// Lines that end in a `$`, at least, where all do.
const FEWEST_SHOWN_ENDS: usize = 4;

/// What was done to each line of a text.
#[derive(Debug, Default)]
pub struct Habits {
    /// The pane of a split screen that the text is in.
    pub pane: Option<Pane>,
    /// The lines are the strings of a list.
    pub listed: bool,
    /// Each line has its number on a line above it.
    pub numbered_between: bool,
    /// What stands before and after each line, which is a string.
    pub enclosed: Option<Enclosed>,
    /// Each line is there twice.
    pub doubled: bool,
    /// Names and times between the posts of a chat.
    pub posts: Posts,
    /// Quote marks before a line at most; a further `>` is the rest of a name.
    pub quotes: usize,
    /// The lines have their numbers, with nothing but blanks behind them.
    pub numbered: bool,
    /// The column at which the numbers of broken lines end.
    pub numbered_up_to: Option<usize>,
    /// The lines have their numbers at their ends.
    pub numbered_behind: bool,
    /// Every line has its end shown by a `$`.
    pub shown_ends: bool,
    /// What every line begins with.
    pub common: Option<String>,
    /// The sign between the values of rows, and whether it is between the words of all lines.
    pub separator: Option<char>,
    pub all_parted: bool,
    /// Each line begins with a time in seconds, and has its number after it.
    pub stamped: bool,
    pub numbered_behind_stamp: bool,
    /// Every line begins with a tab.
    pub indented: bool,
    pub prefixes: Vec<Prefix>,
    /// What stands before each line, where others are the rest of one.
    pub broken: Option<Broken>,
    /// Rows begin with a percentage.
    pub begins_with_shares: bool,
    /// Percentages have lost their points.
    pub loses_points: bool,
    /// No share of a table has its `%`.
    pub lacks_percents: bool,
    pub edge: Edge,
    /// Which of a line's widths is the one at which lines are broken.
    pub measured: Measured,
}

/// Where on its way a line was broken or cut.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Measured {
    /// Before anything stood before it.
    #[default]
    Bare,
    /// With what stands before it.
    Shown,
    /// With that and all that a terminal does not show.
    Raw,
}

impl Measured {
    /// The width of a line whose bare text has `bare` characters.
    pub fn width(self, bare: usize, came: Widths) -> usize {
        match self {
            Self::Bare => bare.saturating_add_signed(-came.grown),
            Self::Shown => came.shown,
            Self::Raw => came.raw,
        }
    }
}

impl Habits {
    /// The line with the signs of its rows; `None` where none is missing. `annotated`: it is one of an annotated type.
    pub fn with_signs(&self, line: &str, annotated: bool) -> Option<String> {
        let shares = shares::mended(line, self.begins_with_shares, self.loses_points);
        match (signs::mended(&shares, self.lacks_percents && !annotated), &shares) {
            (Cow::Owned(mended), _) => Some(mended),
            (Cow::Borrowed(_), Cow::Owned(mended)) => Some(mended.clone()),
            (Cow::Borrowed(_), Cow::Borrowed(_)) => None,
        }
    }

    /// The line without what stands before it.
    pub fn bare<'a>(&self, text: &'a str) -> Cow<'a, str> {
        // `cat -A` shows tabs as it shows ends.
        if self.shown_ends && text.contains("^I") {
            return Cow::Owned(self.bare(&text.replace("^I", "\t")).into_owned());
        }
        let mut text = unquoted(text, self.quotes);
        if self.shown_ends {
            text = text.strip_suffix('$').unwrap_or(text);
        }
        if let Some(common) = &self.common {
            text = text.strip_prefix(common.as_str()).unwrap_or(text);
        }
        if self.numbered {
            text = without_number(text);
        }
        if let Some(column) = self.numbered_up_to {
            text = without_number_up_to(text, column);
        }
        if self.stamped {
            text = without_stamp(text);
        }
        if self.numbered_behind_stamp {
            text = without_number(text);
        }
        if self.indented {
            text = text.strip_prefix('\t').unwrap_or(text);
        }
        if self.numbered_behind {
            text = without_number_behind(text);
        }
        let mut text = match self.separator {
            Some(sign) if self.all_parted => all_parted(text, sign),
            Some(sign) => parted(text, sign),
            None => Cow::Borrowed(text),
        };
        for prefix in &self.prefixes {
            text = Cow::Owned(without(prefix, &text));
        }
        text
    }
}

/// Whether the lines show where they end, as `cat -A` and an editor do: those that go on have a `\`.
pub fn shows_ends<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let (mut shown, mut others) = (0, 0);
    // An editor has a `~` below the last line.
    for line in lines.filter(|line| !line.is_empty() && *line != "~") {
        if line.ends_with('$') {
            shown += 1;
        } else if !line.ends_with('\\') {
            others += 1;
        }
    }
    shown >= FEWEST_SHOWN_ENDS && others * 20 <= shown
}

/// The line without a prefix that it has.
pub fn without(prefix: &Prefix, text: &str) -> String {
    match prefix.off(text) {
        Some(rest) if prefix.is_bar() => without_bars(rest),
        Some(rest) => rest.to_owned(),
        None => text.to_owned(),
    }
}
