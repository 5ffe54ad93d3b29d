//! Files that hold some of a program's types: what dwz moved, what the compiler split off.

pub(crate) mod companions;
pub(crate) mod package;
pub(crate) mod split;
pub(crate) mod supplementary;
