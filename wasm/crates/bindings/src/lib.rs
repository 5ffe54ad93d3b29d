//! The boundary: the only crate that knows wasm-bindgen. It converts, calls, converts.
//!
//! Facts cross as one JSON text that the engine's own `JSON.parse` turns into objects: that is
//! faster than building the objects property by property through wasm-bindgen.
//!
//! ```js
//! const session = new Session(name, size, (offset, length) => bytes, (stage, done, total) => {});
//! const facts = session.open();
//! const index = session.index('btf');
//! const desc = session.describe(0);
//! ```

mod convert;
mod js_source;
mod section_list;
mod session;

pub use session::Session;
