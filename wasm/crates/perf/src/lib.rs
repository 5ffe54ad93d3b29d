//! perf's recordings and reports to one access profile.
mod c2c;
mod clean;
mod data;
mod data_src;
mod detect;
mod error;
mod feed;
mod mem_dump;
mod mem_report;
mod notes;
mod reader;
mod script;
mod stats;
mod tables;
mod tokens;
mod types;

pub use detect::{DETECT_BYTES, detect};
pub use error::NothingUsable;
pub use facts::{AccessProfile, ProfileKind};
pub use reader::{Options, Reader, read};
