//! Reports and recordings as each version of perf writes them, from scenarios whose truth is known.

pub mod types;
pub mod version;

pub use version::Version;
