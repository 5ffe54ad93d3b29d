//! What kind of file this is, and its sections by range.
//!
//! Design constraints:
//!
//! - the content decides, never the name;
//! - everything goes through [`Source`] by range: a 5 GB file costs what its section table costs;
//! - what is decompressed is bounded, whatever the file claims;
//! - each kind of file that cannot be used has its own sentence ([`ContainerError`]).
//!
//! ```
//! use std::rc::Rc;
//! let error = container::identify(Rc::new(container::MemorySource::new(b"hello\n".to_vec())));
//! assert!(error.unwrap_err().to_string().starts_with("This is a text file"));
//! ```

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod archive;
mod bare;
mod boot;
mod elf;
mod error;
mod identify;
mod ints;
mod kernel;
#[cfg(feature = "images")]
mod lz4;
mod lzo;
mod magic;
mod messages;
mod opened;
mod packed;
mod placed;
mod relocate;
mod section;
mod source;
mod stored;
mod stream;
mod symbols;
mod target;
mod unpack;

pub use error::ContainerError;
pub use identify::{identify, is_text};
pub use opened::Opened;
pub use packed::{is_tar, packed_head, unpack_file, unpack_in_parts, unpack_up_to_damage};
pub use section::{Compression, Section};
pub use source::{MemorySource, ReadError, Source};
pub use symbols::{Symbol, per_cpu_variables, symbol_lines, symbols};
