use std::rc::Rc;

use codetypes::{Program, ProgramSymbol, Unfollowed};
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use workspace::CodeFiles;

use crate::convert::{companion_of, to_error, to_js, to_refused};
use crate::js_source::JsSource;

#[wasm_bindgen(typescript_custom_section)]
const IMPORTS: &str =
    "import type { Companion, SplitFile, TouchedAnswer } from '../../web/core/facts/generated';";

/// The code of one file, asked for the structs that it touches. Methods throw a `Message` for the user.
#[wasm_bindgen]
#[allow(missing_debug_implementations)]
pub struct CodeReader {
    files: CodeFiles,
    program: Option<Program>,
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
        let files = CodeFiles::open(Rc::new(JsSource::new(size, read_at))).map_err(to_refused)?;
        Ok(CodeReader { files, program: None })
    }

    /// Gives another file that has some of its types.
    pub fn give(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Companion")] companion: &str,
        size: f64,
        #[wasm_bindgen(unchecked_param_type = "(offset: number, length: number) => Uint8Array")]
        read_at: Function,
    ) -> Result<(), JsValue> {
        let source = Rc::new(JsSource::new(size, read_at));
        self.program = None;
        self.files.give(companion_of(companion), source).map_err(to_refused)
    }

    /// The files that its units were split into and that were not given.
    #[wasm_bindgen(js_name = missingSplit, unchecked_return_type = "readonly SplitFile[]")]
    pub fn missing_split(&mut self) -> Result<JsValue, JsValue> {
        to_js(&self.program()?.missing_split())
    }

    /// The answer to the question `touches`: addresses (`0x…`), places in functions (`symbol+0x1a`), functions.
    #[wasm_bindgen(unchecked_return_type = "readonly TouchedAnswer[]")]
    pub fn touches(&mut self, places: Vec<String>, reasons: bool) -> Result<JsValue, JsValue> {
        to_js(&self.program()?.touches(&places, reasons))
    }

    /// The answer to the question `visits`: addresses (`0x…`).
    #[wasm_bindgen(unchecked_return_type = "readonly TouchedAnswer[]")]
    pub fn visits(&mut self, places: Vec<String>) -> Result<JsValue, JsValue> {
        to_js(&self.program()?.visits(&places))
    }
    fn program(&mut self) -> Result<&Program, JsValue> {
        if self.program.is_none() {
            self.program = Some(open(&self.files).map_err(to_refused)?);
        }
        self.program.as_ref().ok_or_else(|| to_error("the file was not opened"))
    }
}

fn open(files: &CodeFiles) -> Result<Program, Unfollowed> {
    let opened = files.symbols();
    let symbols = container::symbols(opened).into_iter().map(|symbol| ProgramSymbol {
        name: symbol.name.into(),
        address: symbol.address,
        size_bytes: symbol.size_bytes,
        is_function: symbol.is_function,
        is_per_cpu: symbol.is_per_cpu,
    });
    let mut program = Program::open(files.sections(), opened.target(), symbols.collect())?;
    if let Some(supplementary) = files.supplementary() {
        program.give_supplementary(supplementary.clone());
    }
    files.split().iter().for_each(|split| program.give_split(split.clone()));
    Ok(program)
}
