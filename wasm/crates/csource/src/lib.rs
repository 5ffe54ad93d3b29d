//! C source as it is written: structs, their members, and the lines that belong to them.
//!
//! A patch moves text that a person wrote, so this crate keeps every byte in place: the tokenizer is
//! lossless, everything it tells is spans and lines of the file as it was given, and what it does not
//! understand it marks instead of guessing. There is no C grammar: headers are full of macros, and a
//! struct's body falls into members at its semicolons.
//!
//! ```
//! let doc = csource::read_header(b"struct pair {\n\tint a;\t/* one */\n\tlong b;\n};\n");
//! assert_eq!(doc.records[0].tag.as_deref(), Some("pair"));
//! assert_eq!(doc.records[0].body.len(), 2);
//! ```
//!
//! Start at [`read_header`]; pasted `pahole` output is [`read_pahole`]'s, a posted patch [`read_posted`]'s.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod attributes;
mod blocks;
mod comments;
mod conditions;
mod constants;
mod cplusplus;
mod declaration;
mod declarator;
mod demands;
mod dialect;
mod expansion;
mod hazards;
mod items;
mod kerneldoc;
mod lexer;
mod macro_member;
mod macros;
mod messages;
mod own_names;
mod pack;
mod pahole;
mod pieces;
mod posted;
mod questions;
mod reader;
mod record;
mod scalar;
mod scopes;
mod source;
mod specifiers;
mod uses;
mod walls;
mod words;

pub use hazards::read_hazards;
pub use pahole::read_pahole;
pub use posted::read_posted;
pub use questions::{
    differences, mentions, read_directives, read_names, uses_any, word_marks, words_at,
};
pub use reader::{read_header, read_header_with};
pub use scalar::scalars;
pub use uses::read_uses;
