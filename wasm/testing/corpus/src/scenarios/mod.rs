//! The scenarios: what was published, and what makes a report difficult.

mod build;
mod small;

pub use small::demo;
