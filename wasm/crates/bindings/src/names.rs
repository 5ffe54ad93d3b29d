use readable::Names;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::to_js;

/// The functions of one file by the readable names that reports have.
#[wasm_bindgen]
#[allow(missing_debug_implementations)]
pub struct NameReader {
    names: Names,
}

#[wasm_bindgen]
impl NameReader {
    /// Of a file whose symbols are these: the answer to the question `symbols`.
    #[wasm_bindgen(constructor)]
    pub fn new(lines: &str) -> NameReader {
        NameReader { names: Names::of(lines) }
    }

    /// The answer to the question `mangled`.
    #[wasm_bindgen(unchecked_return_type = "readonly (readonly string[])[]")]
    pub fn mangled(&self, names: Vec<String>) -> Result<JsValue, JsValue> {
        let found: Vec<Vec<&str>> = names.iter().map(|name| self.names.symbols(name)).collect();
        to_js(&found)
    }

    /// Symbols in words that a person reads, in their order.
    #[wasm_bindgen(unchecked_return_type = "readonly string[]")]
    pub fn shown(&self, symbols: Vec<String>) -> Result<JsValue, JsValue> {
        let shown: Vec<String> = symbols.iter().map(|symbol| self.names.shown(symbol)).collect();
        to_js(&shown)
    }
}
