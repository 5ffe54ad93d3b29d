//! The mutations, a module for each group.

pub mod around;
pub mod blanks;
pub mod edge;
pub mod encoding;
pub mod escapes;
pub mod parts;
pub mod prefix;
pub mod several;
pub mod wrap;
