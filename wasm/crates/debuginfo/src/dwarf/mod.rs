//! The DWARF reader, versions 2 to 5.
//!
//! Two ways to read the same bytes. The *index* wants few things of very many entries: it compiles
//! each abbreviation into a skip plan ([`plan`]) and jumps from sibling to sibling ([`scan`]).
//! The *description* wants everything of a few entries: it reads them with gimli ([`describe`]).
//!
//! Sections are kept as they were read, once; `.debug_info` is read in pieces, and each unit is
//! indexed as soon as it is in memory, so that reading can be shown as progress.
//!
//! What this does not read: `.debug_names` and the like (an index of names lacks sizes), code
//! ranges, locations.

mod aggregates;
mod attach;
mod bytes;
mod code;
mod describe;
mod diagnose;
mod layouts;
mod members;
mod package;
mod part;
mod place;
mod plan;
mod reader;
mod resolve;
mod scan;
mod shapes;
mod signed;
mod split;
mod store;
mod strings;
mod supplementary;
mod tables;
mod type_names;
mod unit;
mod unit_reader;

pub use attach::is_split;
pub use part::{Half, may_be_shared};
pub use reader::Dwarf;
pub use supplementary::{SupplementaryLink, supplementary_id, supplementary_link};
