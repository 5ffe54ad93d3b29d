//! The versions of perf whose output is written here, and what tells them apart.

use std::fmt;

/// A version of perf: its sources say how it prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// RHEL 8 in its first releases (its later ones carry a newer perf under the old number).
    V4_18,
    /// Ubuntu 20.04.
    V5_4,
    /// Ubuntu 22.04.
    V5_15,
    /// Debian 12.
    V6_1,
    /// A long-term release.
    V6_6,
    /// Debian 13.
    V6_12,
    /// The newest whose sources were read: 6.18.
    V6_18,
}

impl Version {
    /// All of them, oldest first.
    pub const ALL: [Self; 7] =
        [Self::V4_18, Self::V5_4, Self::V5_15, Self::V6_1, Self::V6_6, Self::V6_12, Self::V6_18];

    /// The version whose number this is: "6.1" of "perf version 6.1.187".
    #[must_use]
    pub fn of(number: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| {
            let rest = number.strip_prefix(version.number());
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        })
    }

    /// "6.1"
    #[must_use]
    pub fn number(self) -> &'static str {
        match self {
            Self::V4_18 => "4.18",
            Self::V5_4 => "5.4",
            Self::V5_15 => "5.15",
            Self::V6_1 => "6.1",
            Self::V6_6 => "6.6",
            Self::V6_12 => "6.12",
            Self::V6_18 => "6.18",
        }
    }

    /// The table of lines has HITM before records and two columns for each kind of LLC hit (5.11).
    #[must_use]
    pub fn has_new_table(self) -> bool {
        self >= Self::V5_15
    }

    /// Blocked loads are counted and printed (5.12).
    #[must_use]
    pub fn counts_blocked(self) -> bool {
        self >= Self::V5_15
    }

    /// Stores without a level and peer hits are counted and printed (6.0).
    #[must_use]
    pub fn counts_peers(self) -> bool {
        self >= Self::V6_1
    }

    /// `--double-cl` exists (6.3).
    #[must_use]
    pub fn has_double_line(self) -> bool {
        self >= Self::V6_6
    }
}

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.number())
    }
}
