//! perf's reports and recordings to one access profile: who touched which bytes of which cache line.
//!
//! Read are `perf c2c report` of every version (4.10 to 6.12, drafts before it, its screens, and what people make
//! of it when they paste), `perf script` with `addr` and `data_src`, `perf mem report`, `perf mem -D report`,
//! `perf report -s type,typeoff`, `perf annotate --data-type`, and perf.data itself, from which the
//! tables of `perf c2c report` are built by perf's own rules.
//!
//! Design constraints:
//!
//! - no I/O: bytes are pushed in chunks of any size, so that a worker can show progress;
//! - memory grows with what is different in the input, not with its length;
//! - a text is read by its words, never by its columns: columns move between versions and in every paste;
//! - best effort: what cannot be read is skipped, counted and said; `Err` means that nothing is usable;
//!   no panic on any bytes;
//! - nothing is claimed that the input does not say: a number that is not there is `None`, never 0.
//!
//! ```
//! let report = b"0 1 3 0 0 0x404100\n\
//!     0.00% 100.00% 0.00% 0.00% 0x8 0 1 0x40115d 0 200 102 30 2 [.] reader demo demo.c:8 0 1\n";
//! assert_eq!(perf::detect(report), Some(perf::ProfileKind::C2cReport));
//! let profile = perf::read(report, perf::Options::default())?;
//! assert_eq!(profile.lines[0].rows[0].counts.hitm_local, Some(3));
//! # Ok::<(), perf::NothingUsable>(())
//! ```

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod again;
mod bounded;
mod breakdown;
mod c2c;
mod counters;
mod data;
mod data_src;
mod detect;
mod empty;
mod error;
mod functions;
mod grammar;
mod heading;
mod mem_dump;
mod mem_report;
mod messages;
mod notes;
mod others;
mod prose;
mod reader;
mod screens;
mod script;
mod spaces;
mod stats;
mod tables;
mod texts;
mod tokens;
mod types;

pub use bounded::keep_rows;
pub use detect::{
    DETECT_BYTES, detect, holds_patch, is_difference, is_recording, may_be_text, refusal,
};
pub use error::NothingUsable;
pub use facts::{AccessProfile, NamedProfile, ProfileKind};
pub use reader::{Options, Reader, read, read_all};
