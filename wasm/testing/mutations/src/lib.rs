//! What terminals, mailers, pagers and people do to a report before it is pasted, and a judge of what is read of it.
//!
//! A text that was damaged has to give the profile of the clean text, or nothing wrong and a note about what is
//! missing. [`all`] lists the damage, [`judge`] compares, [`trial`] does both for one text.
//!
//! Design constraints:
//!
//! - a mutation is a pure function of the bytes, so that a failure comes back;
//! - nothing here reads a report: what is read comes in as a function, so that the judge knows no reader;
//! - a mutation that leaves a text as it is says nothing about the reader, and is not counted.

pub mod damage;
pub mod judge;
mod left;
mod lines;
pub mod mutation;
pub mod specimen;
pub mod trial;

pub use judge::{Read, Verdict, Wanted, judge, judge_all};
pub use mutation::{Group, Left, Mutation};
pub use specimen::Specimen;
pub use trial::{Clean, trial};

/// Every mutation, by group.
#[must_use]
pub fn all() -> Vec<Mutation> {
    [
        damage::edge::all(),
        damage::escapes::all(),
        damage::prefix::all(),
        damage::encoding::all(),
        damage::blanks::all(),
        damage::wrap::all(),
        damage::around::all(),
        damage::parts::all(),
        damage::several::all(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
