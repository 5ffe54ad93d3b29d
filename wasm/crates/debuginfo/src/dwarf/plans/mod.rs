//! Abbreviations compiled to skip plans: where the few interesting attributes lie, and how far it is to the next entry.

pub(crate) mod classes;
pub(crate) mod compile;
pub(crate) mod forms;
pub(crate) mod plan;
pub(crate) mod tables;
