use std::rc::Rc;

use codetypes::{Program, ProgramSymbol};
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use workspace::FileSections;

use crate::convert::{to_error, to_js};
use crate::js_source::JsSource;

#[wasm_bindgen(typescript_custom_section)]
const IMPORTS: &str = "import type { TouchedAnswer } from '../../web/facts/generated';";

/// The code of one file, asked for the structs that it touches. Methods throw an `Error` whose message is a
/// sentence for the user.
#[wasm_bindgen]
#[allow(missing_debug_implementations)]
pub struct CodeReader {
    program: Program,
}

#[wasm_bindgen]
impl CodeReader {
    /// A file of `size` bytes. `read_at(offset, length)` returns a `Uint8Array` at once.
    #[wasm_bindgen(constructor)]
    pub fn new(
        size: f64,
        #[wasm_bindgen(unchecked_param_type = "(offset: number, length: number) => Uint8Array")]
        read_at: Function,
    ) -> Result<CodeReader, JsValue> {
        let opened =
            Rc::new(container::identify(Rc::new(JsSource::new(size, read_at))).map_err(to_error)?);
        let symbols = container::symbols(&opened).into_iter().map(|symbol| ProgramSymbol {
            name: symbol.name.into(),
            address: symbol.address,
            size_bytes: symbol.size_bytes,
            is_function: symbol.is_function,
            is_per_cpu: symbol.is_per_cpu,
        });
        let symbols = symbols.collect();
        let target = opened.target().clone();
        let program = Program::open(Rc::new(FileSections::new(opened)), &target, symbols);
        Ok(CodeReader { program: program.map_err(to_error)? })
    }

    /// The answer to the question `touches`: addresses (`0x…`), places in functions (`symbol+0x1a`), functions.
    #[wasm_bindgen(unchecked_return_type = "readonly TouchedAnswer[]")]
    pub fn touches(&self, places: Vec<String>, reasons: bool) -> Result<JsValue, JsValue> {
        to_js(&self.program.touches(&places, reasons))
    }

    /// The answer to the question `visits`: addresses (`0x…`).
    #[wasm_bindgen(unchecked_return_type = "readonly TouchedAnswer[]")]
    pub fn visits(&self, places: Vec<String>) -> Result<JsValue, JsValue> {
        to_js(&self.program.visits(&places))
    }
}
