//! The DWARF reader, versions 2 to 5.
//!
//! Two ways to read the same bytes. The *index* wants few things of very many entries: it compiles
//! each abbreviation into a skip plan ([`plans`]) and jumps from sibling to sibling ([`list`]).
//! The *description* wants everything of a few entries: it reads them with gimli ([`pick`]).
//!
//! Sections are kept as they were read, once; `.debug_info` is read in pieces, and each unit is
//! indexed as soon as it is in memory, so that reading can be shown as progress.
//!
//! Where variables live while code runs is a third question, of few functions: [`located`] reads one
//! compilation unit for it.
//!
//! What this does not read: `.debug_names` and the like (an index of names lacks sizes).

mod bytes;
mod code;
mod files;
mod headers;
mod list;
pub mod located;
mod pick;
mod place;
mod plans;
mod reader;
mod resolve;
mod store;
mod strings;
mod type_ref;
mod unit;

pub use files::supplementary::{SupplementaryLink, supplementary_id, supplementary_link};
pub use list::part::{Half, may_be_shared};
pub use reader::Dwarf;
pub use store::attach::is_split;
