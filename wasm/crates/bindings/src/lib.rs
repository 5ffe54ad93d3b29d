//! The boundary: the only crate that knows wasm-bindgen. It converts, calls, converts.
//!
//! Facts cross as one JSON text that the engine's own `JSON.parse` turns into objects: that is
//! faster than building the objects property by property through wasm-bindgen.
//!
//! ```js
//! const session = new Session(size, (offset, length) => bytes, (stage, done, total) => {});
//! const facts = session.open();
//! const index = session.index('btf');
//! const { value } = session.ask({ kind: 'describe', row: 0 });
//! ```
//!
//! Five modules are built of it, so that a file loads only the code that it needs: `types` reads debug
//! information and tells files from texts (`contentOf`), `reports` reads perf's files, `source` C source, pahole's output and
//! posted patches, `code` follows machine code to the structs that it touches, `names` knows the readable names of C++ and Rust.

#[cfg(feature = "code")]
mod code;
#[cfg(feature = "types")]
mod content;
mod convert;
#[cfg(any(feature = "types", feature = "code"))]
mod js_source;
#[cfg(feature = "names")]
mod names;
#[cfg(feature = "reports")]
mod reports;
#[cfg(feature = "types")]
mod session;
#[cfg(feature = "source")]
mod source;

#[cfg(feature = "code")]
pub use code::CodeReader;
#[cfg(feature = "types")]
pub use content::{content_bytes, content_of, unpack};
#[cfg(feature = "names")]
pub use names::NameReader;
#[cfg(feature = "reports")]
pub use reports::{ProfileReader, profile_in};
#[cfg(feature = "types")]
pub use session::Session;
#[cfg(feature = "source")]
pub use source::{read_hazards, read_header, read_pahole};
