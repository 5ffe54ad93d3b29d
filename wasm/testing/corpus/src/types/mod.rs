//! Data type profiles: what perf's data type profiling prints of samples whose types are known.
//!
//! `perf report -s type,typeoff` ([`report`]) and `perf annotate --data-type` ([`annotation`]), with what is true
//! of them as facts ([`truth`]). Read were `util/annotate-data.c`, `util/sort.c`, `ui/stdio/hist.c`, `ui/hist.c` and
//! `builtin-report.c` of perf 6.12.117, the patches that came into 6.8, and the files of 6.18.
//!
//! ```
//! use corpus::types::{Form, Profile, Version, report};
//!
//! let text = report::print(&Profile::queue(1), Version::V6_12, Form::Hierarchy);
//! assert!(text.contains("struct queue +0x8 (head.next)"));
//! ```

pub mod annotation;
pub mod report;
pub mod truth;

mod model;

pub use model::{Access, DataType, Member, Profile};

/// The versions whose texts differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// The first with data types: numbers of samples in annotations, offsets in decimal.
    V6_8,
    /// Debian 13: offsets in hex (commit 7a5c2170244b, August 2024), cache lines (`typecln`), bit-fields with their width.
    V6_12,
    /// The newest whose sources were read, 6.18: it prints these texts as 6.12 does.
    V6_18,
}

impl Version {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::V6_8, Self::V6_12, Self::V6_18];

    /// Since 6.12 `%#x`, which writes 0 without its `0x`; before it `%d`.
    fn number(self, number: u64) -> String {
        match self {
            Self::V6_8 => number.to_string(),
            _ if number == 0 => "0".to_owned(),
            _ => format!("{number:#x}"),
        }
    }
}

/// The forms of `perf report`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `--hierarchy -s type,typeoff`: each type, and its offsets under it.
    Hierarchy,
    /// `-s type,typeoff`: one row for each type and offset.
    Flat,
    /// `--hierarchy -s type,typecln` (6.12): each type, and its cache lines under it.
    Lines,
}

/// What the values of an annotation count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// By default: percent of the type's period, in 6.8 samples.
    Default,
    /// `-n` (6.10).
    Samples,
    /// `--show-total-period` (6.10).
    Period,
}
