//! Reports and recordings as each version of perf writes them, from scenarios whose truth is known.

pub mod c2c;
pub mod data;
pub mod data_text;
pub mod elf;
mod maker;
pub mod mem_dump;
pub mod mem_report;
pub mod random;
pub mod recording;
pub mod sample;
pub mod samples;
pub mod scenario;
pub mod scenarios;
pub mod script;
pub mod source;
pub mod stats;
pub mod tables;
pub mod truth;
pub mod types;
pub mod version;

pub use c2c::C2c;
pub use recording::Recording;
pub use sample::Sample;
pub use scenario::Scenario;
pub use truth::Truth;
pub use version::Version;
