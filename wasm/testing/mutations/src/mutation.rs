//! A mutation: its name, what it does, and what may be asked of a reader afterwards.

use std::fmt;

use facts::ProfileKind;

use crate::{left, lines};

/// What the mutations of a group have in common; the groups of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Cut at the right edge of a window.
    Edge,
    /// Escapes of terminals.
    Escapes,
    /// Something before each line.
    Prefix,
    /// Other bytes for the same characters.
    Encoding,
    /// More or fewer blanks.
    Blanks,
    /// Broken lines.
    Wrap,
    /// Other text around or in between.
    Around,
    /// Parts of the report are gone.
    Parts,
    /// More than one report.
    Several,
}

impl Group {
    /// As the table names it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Edge => "cut at the right edge",
            Self::Escapes => "escapes of terminals",
            Self::Prefix => "before each line",
            Self::Encoding => "encodings",
            Self::Blanks => "blanks",
            Self::Wrap => "broken lines",
            Self::Around => "other text around it",
            Self::Parts => "parts are gone",
            Self::Several => "several reports",
        }
    }
}

/// Which profiles a reader has to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// The text's own.
    One,
    /// The text's own, and a note that it is there twice.
    Twice,
    /// The text's own twice under these headings: two profiles, or one and a note.
    TwiceNamed([&'static str; 2]),
    /// Those of two texts, under these headings where they have some.
    Two([Option<&'static str>; 2]),
    /// Parts of two texts, which must not mix.
    PartsOfTwo,
}

/// How much of a text is left for a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// All of it, though in another form: rows have to be found.
    Everything,
    /// Less: it may be the heading alone.
    Something,
    /// Nothing that can be read, or only by a guess: a sentence is all that is asked for.
    Nothing,
}

type OfText = Box<dyn Fn(&str) -> String + Send + Sync>;
type OfBytes = Box<dyn Fn(&[u8]) -> Vec<u8> + Send + Sync>;
type OfTwo = Box<dyn Fn(&[u8], &[u8]) -> Vec<u8> + Send + Sync>;

pub(crate) enum How {
    Text(OfText),
    Bytes(OfBytes),
    Two(OfTwo),
}

/// What happens to a text on its way.
pub struct Mutation {
    /// "cut at 80"
    pub name: String,
    /// What it has in common with others.
    pub group: Group,
    /// What a reader has to find afterwards.
    pub holds: Holds,
    /// The kinds of text to which it happens.
    kinds: &'static [ProfileKind],
    /// The kinds of which it leaves nothing that can be read.
    nothing_of: &'static [ProfileKind],
    /// Whether something of the text is gone afterwards.
    takes_away: bool,
    /// Characters that are left of each line.
    width: Option<usize>,
    /// Bytes that are left from the beginning, in percent.
    percent: Option<usize>,
    pub(crate) how: How,
}

impl fmt::Debug for Mutation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Mutation").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Mutation {
    /// Of a text.
    pub fn text(
        group: Group,
        name: impl Into<String>,
        change: impl Fn(&str) -> String + Send + Sync + 'static,
    ) -> Self {
        Self::of(group, name.into(), How::Text(Box::new(change)))
    }

    /// Of each of its lines.
    pub fn lines(
        group: Group,
        name: impl Into<String>,
        change: impl Fn(&str) -> String + Send + Sync + 'static,
    ) -> Self {
        Self::text(group, name, move |text| lines::each_line(text, |_, line| change(line)))
    }

    /// Of each of its lines and their numbers from 1.
    pub fn numbered(
        group: Group,
        name: impl Into<String>,
        change: impl Fn(usize, &str) -> String + Send + Sync + 'static,
    ) -> Self {
        Self::text(group, name, move |text| lines::each_line(text, &change))
    }

    /// Of its bytes.
    pub fn bytes(
        group: Group,
        name: impl Into<String>,
        change: impl Fn(&[u8]) -> Vec<u8> + Send + Sync + 'static,
    ) -> Self {
        Self::of(group, name.into(), How::Bytes(Box::new(change)))
    }

    /// Of two texts.
    pub fn two(
        name: impl Into<String>,
        holds: Holds,
        change: impl Fn(&[u8], &[u8]) -> Vec<u8> + Send + Sync + 'static,
    ) -> Self {
        let how = How::Two(Box::new(change));
        Self { holds, ..Self::of(Group::Several, name.into(), how) }
    }

    fn of(group: Group, name: String, how: How) -> Self {
        let takes_away = matches!(group, Group::Edge | Group::Parts);
        Self {
            name,
            group,
            holds: Holds::One,
            kinds: &[],
            nothing_of: &[],
            takes_away,
            width: None,
            percent: None,
            how,
        }
    }

    /// It happens only to texts of these kinds.
    #[must_use]
    pub fn only_of(self, kinds: &'static [ProfileKind]) -> Self {
        Self { kinds, ..self }
    }

    /// It leaves nothing to read of texts of these kinds.
    #[must_use]
    pub fn leaves_nothing_of(self, kinds: &'static [ProfileKind]) -> Self {
        Self { nothing_of: kinds, ..self }
    }

    /// It leaves this many characters of each line.
    #[must_use]
    pub fn leaving(self, width: usize) -> Self {
        Self { width: Some(width), ..self }
    }

    /// It leaves the first so many percent of the bytes.
    #[must_use]
    pub fn beginning(self, percent: usize) -> Self {
        Self { percent: Some(percent), ..self }
    }

    /// Whether it happens to texts of this kind.
    #[must_use]
    pub fn suits(&self, kind: ProfileKind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// How much of this text is left.
    #[must_use]
    pub fn leaves(&self, kind: ProfileKind, clean: &str) -> Left {
        let too_narrow = self.width.is_some_and(|width| !left::fits(kind, clean, width));
        let too_short =
            self.percent.is_some_and(|percent| !left::begins_with_a_row(clean, percent));
        if self.nothing_of.contains(&kind) || too_narrow || too_short {
            Left::Nothing
        } else if self.takes_away {
            Left::Something
        } else {
            Left::Everything
        }
    }

    /// Something of the text is gone afterwards.
    #[must_use]
    pub fn taking_away(self) -> Self {
        Self { takes_away: true, ..self }
    }

    /// The text afterwards. `other` is a second text, for those that take two.
    #[must_use]
    pub fn apply(&self, clean: &[u8], other: &[u8]) -> Vec<u8> {
        match &self.how {
            How::Text(change) => change(&String::from_utf8_lossy(clean)).into_bytes(),
            How::Bytes(change) => change(clean),
            How::Two(change) => change(clean, other),
        }
    }
}
