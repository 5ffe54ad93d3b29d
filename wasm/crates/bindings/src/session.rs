use std::rc::Rc;

use container::Opened;
use debuginfo::TypeReader;
use debuginfo::btf::Btf;
use facts::IndexStage;
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{to_error, to_js};
use crate::js_source::JsSource;

#[wasm_bindgen(typescript_custom_section)]
const IMPORTS: &str = "import type { FileFacts, IndexStage, StructDesc, StructIndex } from '../../web/facts/generated';";

/// One open file. Every method throws an `Error` whose message is a sentence for the user.
#[wasm_bindgen]
#[allow(missing_debug_implementations)]
pub struct Session {
    source: Rc<JsSource>,
    progress: Function,
    opened: Option<Rc<Opened>>,
    /// The reader of the best stage so far: rows are its rows.
    reader: Option<Box<dyn TypeReader>>,
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
    ) -> Session {
        Session {
            source: Rc::new(JsSource::new(size, read_at)),
            progress,
            opened: None,
            reader: None,
        }
    }

    /// Tells what the file is.
    #[wasm_bindgen(unchecked_return_type = "FileFacts")]
    pub fn open(&mut self) -> Result<JsValue, JsValue> {
        let opened = container::identify(self.source.clone()).map_err(to_error)?;
        let facts = to_js(&opened.facts())?;
        self.opened = Some(Rc::new(opened));
        Ok(facts)
    }

    /// Reads a stage of the index. Rows of an earlier stage are no longer valid; `find` leads
    /// from a struct's key to its new row. When a stage fails, the one before stays.
    #[wasm_bindgen(unchecked_return_type = "StructIndex")]
    pub fn index(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "IndexStage")] stage: &str,
    ) -> Result<JsValue, JsValue> {
        let opened = self.opened.clone().ok_or_else(|| to_error("the file was not opened"))?;
        let stage = parse_stage(stage)?;
        let stage_name = JsValue::from_str(stage_name(stage));
        let progress = self.progress.clone();
        let mut report = move |done: u64, total: u64| {
            // A listener that throws must not stop the reading.
            let _ = progress.call3(
                &JsValue::NULL,
                &stage_name,
                &JsValue::from_f64(done as f64),
                &JsValue::from_f64(total as f64),
            );
        };
        let mut reader = open_reader(&opened, stage)?;
        let index = to_js(&reader.index(&mut report))?;
        self.reader = Some(reader);
        Ok(index)
    }

    /// The struct of a row of the last index.
    #[wasm_bindgen(unchecked_return_type = "StructDesc")]
    pub fn describe(&self, row: u32) -> Result<JsValue, JsValue> {
        to_js(&self.reader()?.describe(row).map_err(to_error)?)
    }

    /// The row of the last index whose struct has this content key.
    pub fn find(&self, key: &str) -> Result<Option<u32>, JsValue> {
        Ok(self.reader()?.find(key))
    }

    fn reader(&self) -> Result<&dyn TypeReader, JsValue> {
        self.reader.as_deref().ok_or_else(|| to_error("no stage of the file was read yet"))
    }
}

fn open_reader(opened: &Rc<Opened>, stage: IndexStage) -> Result<Box<dyn TypeReader>, JsValue> {
    match stage {
        IndexStage::Btf => {
            let section = opened.find(".BTF").ok_or_else(|| to_error("the file has no BTF"))?;
            let bytes = opened.read_section(section).map_err(to_error)?;
            Ok(Box::new(Btf::parse(bytes, opened.target().clone()).map_err(to_error)?))
        }
        IndexStage::Dwarf | IndexStage::Summaries => Err(to_error("the file has no DWARF")),
    }
}

fn parse_stage(name: &str) -> Result<IndexStage, JsValue> {
    [IndexStage::Btf, IndexStage::Dwarf, IndexStage::Summaries]
        .into_iter()
        .find(|stage| stage_name(*stage) == name)
        .ok_or_else(|| to_error(format!("`{name}` is not a stage of the index")))
}

fn stage_name(stage: IndexStage) -> &'static str {
    match stage {
        IndexStage::Btf => "btf",
        IndexStage::Dwarf => "dwarf",
        IndexStage::Summaries => "summaries",
    }
}
