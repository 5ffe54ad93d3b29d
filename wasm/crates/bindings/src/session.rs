use std::ops::Range;
use std::rc::Rc;

use js_sys::{Float64Array, Function, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use workspace::{Half, Workspace};

use crate::convert::{
    answer_to_js, companion_of, index_to_js, query_from_js, stage_from_js, to_error, to_js,
    to_refused,
};
use crate::js_source::{JsSource, append};

#[wasm_bindgen(typescript_custom_section)]
const IMPORTS: &str = "import type { Answer, Companion, FileFacts, IndexStage, Query, StructIndex } from '../../web/core/facts/generated';";

/// One open file: a `Workspace`. Every method throws a `Message` for the user.
#[wasm_bindgen]
#[allow(missing_debug_implementations)]
pub struct Session {
    source: Rc<JsSource>,
    progress: Function,
    workspace: Option<Workspace>,
}

#[wasm_bindgen]
impl Session {
    /// A file of `size` bytes. `read_at(offset, length)` returns a `Uint8Array` at once;
    /// `progress(stage, done, total)` is called during `index`, in bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(
        size: f64,
        #[wasm_bindgen(unchecked_param_type = "(offset: number, length: number) => Uint8Array")]
        read_at: Function,
        #[wasm_bindgen(
            unchecked_param_type = "(stage: IndexStage, done: number, total: number) => void"
        )]
        progress: Function,
        is_trusted: bool,
    ) -> Session {
        let source = Rc::new(JsSource::new(size, read_at).trusted(is_trusted));
        Session { source, progress, workspace: None }
    }

    /// Tells what the file is.
    #[wasm_bindgen(unchecked_return_type = "FileFacts")]
    pub fn open(&mut self) -> Result<JsValue, JsValue> {
        let (workspace, facts) = Workspace::open(self.source.clone()).map_err(to_refused)?;
        self.workspace = Some(workspace);
        to_js(&facts)
    }

    /// What the file is, again: of a stripped program, once its debug information was given.
    #[wasm_bindgen(unchecked_return_type = "FileFacts")]
    pub fn facts(&mut self) -> Result<JsValue, JsValue> {
        to_js(&self.workspace()?.facts())
    }

    /// Gives another file that has some of this one's types: whether it has any that are missing.
    pub fn give(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Companion")] companion: &str,
        name: &str,
        size: f64,
        #[wasm_bindgen(unchecked_param_type = "(offset: number, length: number) => Uint8Array")]
        read_at: Function,
    ) -> Result<bool, JsValue> {
        let source = Rc::new(JsSource::new(size, read_at));
        self.workspace()?.give(companion_of(companion), name, source).map_err(to_refused)
    }

    /// Reads a stage of the index.
    #[wasm_bindgen(unchecked_return_type = "StructIndex")]
    pub fn index(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "IndexStage")] stage: JsValue,
    ) -> Result<JsValue, JsValue> {
        let which = stage_from_js(&stage)?;
        let progress = self.progress.clone();
        let mut report = move |done: u64, total: u64| {
            // A listener that throws must not stop the reading.
            let _ = progress.call3(
                &JsValue::NULL,
                &stage,
                &JsValue::from_f64(done as f64),
                &JsValue::from_f64(total as f64),
            );
        };
        index_to_js(self.workspace()?.index(which, &mut report).map_err(to_refused)?)
    }

    /// Begins the stage `dwarf` of half of the file, of which another session reads the other half.
    /// Returns offset and length, in the file, of the bytes to `feed`; `null` where it cannot be divided.
    #[wasm_bindgen(js_name = beginHalf, unchecked_return_type = "Float64Array | null")]
    pub fn begin_half(&mut self, is_second: bool) -> Result<JsValue, JsValue> {
        let half = if is_second { Half::Second } else { Half::First };
        Ok(place_of(self.workspace()?.begin_half(half).map_err(to_refused)?))
    }

    /// Before the stage `summaries` of a half, which reads all of it again: as `beginHalf`, `null` where this is no half.
    #[wasm_bindgen(js_name = rewindHalf, unchecked_return_type = "Float64Array | null")]
    pub fn rewind_half(&mut self) -> Result<JsValue, JsValue> {
        Ok(place_of(self.workspace()?.rewind_half()))
    }

    /// The next bytes of the half, in order.
    pub fn feed(&mut self, bytes: &Uint8Array) -> Result<(), JsValue> {
        self.workspace()?.feed(|before| append(bytes, before));
        Ok(())
    }

    /// The list of the half, once it has come in; `null` where the stage is to be read whole.
    #[wasm_bindgen(js_name = endHalf, unchecked_return_type = "StructIndex | null")]
    pub fn end_half(&mut self) -> Result<JsValue, JsValue> {
        self.workspace()?.end_half().map_or(Ok(JsValue::NULL), index_to_js)
    }

    /// The answer to a question, of the same `kind`.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn ask(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Query")] query: JsValue,
    ) -> Result<JsValue, JsValue> {
        let query = query_from_js(&query)?;
        answer_to_js(&self.workspace()?.ask(&query).map_err(to_refused)?)
    }

    fn workspace(&mut self) -> Result<&mut Workspace, JsValue> {
        self.workspace.as_mut().ok_or_else(|| to_error("the file was not opened"))
    }
}

/// Offset and length.
fn place_of(range: Option<Range<u64>>) -> JsValue {
    let place = |range: Range<u64>| [range.start as f64, (range.end - range.start) as f64];
    range.map_or(JsValue::NULL, |range| Float64Array::from(&place(range)[..]).into())
}
