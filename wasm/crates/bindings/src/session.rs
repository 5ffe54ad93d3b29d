use std::rc::Rc;

use container::Opened;
use debuginfo::btf::Btf;
use debuginfo::dwarf::{
    Dwarf, Half, is_split, may_be_shared, supplementary_id, supplementary_link,
};
use debuginfo::sections::Sections;
use debuginfo::{NothingUsable, TypeReader};
use facts::{Companion, FileKind, IndexStage, StructIndex, SupplementaryFile};
use js_sys::{Float64Array, Function, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{index_to_js, to_error, to_js, to_js_with_lines};
use crate::js_source::{JsSource, append};
use crate::section_list::SectionList;

#[wasm_bindgen(typescript_custom_section)]
const IMPORTS: &str = "import type { CodeFacts, Embedding, FileFacts, HeldCounts, IndexStage, PerCpuType, StructDesc, StructIndex } from '../../web/facts/generated';";

/// One open file. Every method throws an `Error` whose message is a sentence for the user.
#[wasm_bindgen]
#[allow(missing_debug_implementations)]
pub struct Session {
    source: Rc<JsSource>,
    progress: Function,
    opened: Option<Rc<Opened>>,
    /// BTF that this file's continues.
    base: Option<Btf>,
    /// What dwz moved to another file.
    supplementary: Option<Rc<SectionList>>,
    /// The reader of the best stage so far: rows are its rows.
    reader: Option<Reader>,
    /// BTF of a file whose rows come from DWARF, read when functions are first asked for: BTF
    /// answers in milliseconds what takes DWARF seconds.
    quick: Option<Btf>,
    /// Half of the DWARF, while it comes in.
    half: Option<Box<Dwarf>>,
}

/// A reader with its file's types.
enum Reader {
    Btf(Box<Btf>),
    Dwarf(Box<Dwarf>),
}

impl Reader {
    fn types(&self) -> &dyn TypeReader {
        match self {
            Reader::Btf(btf) => &**btf,
            Reader::Dwarf(dwarf) => &**dwarf,
        }
    }
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
            base: None,
            supplementary: None,
            reader: None,
            quick: None,
            half: None,
        }
    }

    /// Tells what the file is. Of raw BTF the types are read at once: they tell the machine.
    #[wasm_bindgen(unchecked_return_type = "FileFacts")]
    pub fn open(&mut self) -> Result<JsValue, JsValue> {
        let opened = Rc::new(container::identify(self.source.clone()).map_err(to_error)?);
        let mut facts = opened.facts();
        let sections = SectionList::new(Rc::clone(&opened));
        facts.is_split_dwarf = is_split(&sections);
        facts.may_be_shared = may_be_shared(sections.list());
        facts.supplementary = supplementary_link(&sections)
            .map(|link| SupplementaryFile { name: link.name, build_id: link.id });
        let may_be_split = opened.kind() != FileKind::Elf && opened.find(".BTF").is_some();
        if may_be_split {
            match read_btf(&opened, None)? {
                Ok(btf) => {
                    // DWARF has all that the kernel would tell.
                    if opened.find(".BTF.base").is_some() && !opened.has_dwarf() {
                        facts.gains.push(Companion::BaseBtf);
                    }
                    facts.target = btf.target().clone();
                    self.reader = Some(Reader::Btf(Box::new(btf)));
                }
                // DWARF has all that the BTF beside it would have.
                Err(_) if opened.has_dwarf() => {
                    facts.stages.retain(|stage| *stage != IndexStage::Btf);
                }
                Err(NothingUsable::BtfNeedsBase) => facts.needs.push(Companion::BaseBtf),
                Err(error) => return Err(to_error(error)),
            }
        }
        self.opened = Some(opened);
        to_js(&facts)
    }

    /// Gives the file that `needs` or `gains` ask for; its BTF is read here, and checked when the stage is
    /// read, or read again.
    #[wasm_bindgen(js_name = giveBase)]
    pub fn give_base(
        &mut self,
        size: f64,
        #[wasm_bindgen(unchecked_param_type = "(offset: number, length: number) => Uint8Array")]
        read_at: Function,
    ) -> Result<(), JsValue> {
        let source = Rc::new(JsSource::new(size, read_at));
        let opened = container::identify(source).map_err(to_error)?;
        self.base = Some(read_btf(&opened, None)?.map_err(to_error)?);
        Ok(())
    }

    /// Gives the file that `FileFacts.supplementary` names, before the stage `dwarf` (again).
    #[wasm_bindgen(js_name = giveSupplementary)]
    pub fn give_supplementary(
        &mut self,
        size: f64,
        #[wasm_bindgen(unchecked_param_type = "(offset: number, length: number) => Uint8Array")]
        read_at: Function,
    ) -> Result<(), JsValue> {
        let opened = self.opened.clone().ok_or_else(|| to_error("the file was not opened"))?;
        let link = supplementary_link(&SectionList::new(opened))
            .ok_or_else(|| to_error("the file names no supplementary file"))?;
        let source = Rc::new(JsSource::new(size, read_at));
        let given = Rc::new(container::identify(source).map_err(to_error)?);
        let build_id = given.facts().build_id;
        let sections = SectionList::new(given);
        let ids = [build_id, supplementary_id(&sections)];
        if !link.id.is_empty() && !ids.iter().flatten().any(|id| *id == link.id) {
            return Err(to_error(format!(
                "it is not the supplementary file {} of this program: that one has the build-id {}",
                link.name, link.id
            )));
        }
        self.supplementary = Some(Rc::new(sections));
        Ok(())
    }

    /// Gives a `.dwo` or `.dwp` file called `fileName`, after the stage `dwarf` and before it is read again:
    /// whether it has units that `StructIndex.splitFiles` lack. Throws where it is one of those by its name
    /// and of another build.
    #[wasm_bindgen(js_name = giveSplit)]
    pub fn give_split(
        &mut self,
        file_name: &str,
        size: f64,
        #[wasm_bindgen(unchecked_param_type = "(offset: number, length: number) => Uint8Array")]
        read_at: Function,
    ) -> Result<bool, JsValue> {
        let Some(Reader::Dwarf(dwarf)) = &mut self.reader else {
            return Ok(false);
        };
        let source = Rc::new(JsSource::new(size, read_at));
        let given = Rc::new(container::identify(source).map_err(to_error)?);
        dwarf.give_split(Rc::new(SectionList::new(given)), file_name).map_err(to_error)
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
        index_to_js(self.read_stage(&opened, stage, &mut report)?)
    }

    /// Begins the stage `dwarf` of half of the file, of which another session reads the other half.
    /// Returns offset and length, in the file, of the bytes to `feed`; `null` where it cannot be divided.
    #[wasm_bindgen(js_name = beginHalf, unchecked_return_type = "Float64Array | null")]
    pub fn begin_half(&mut self, is_second: bool) -> Result<JsValue, JsValue> {
        let opened = self.opened.clone().ok_or_else(|| to_error("the file was not opened"))?;
        let half = if is_second { Half::Second } else { Half::First };
        let sections = Rc::new(SectionList::new(opened.clone()));
        let target = opened.target().clone();
        let dwarf = Dwarf::open_half(sections, target, half).map_err(to_error)?;
        self.half = dwarf.map(Box::new);
        let Some((section, range)) = self.half.as_ref().and_then(|dwarf| dwarf.half()) else {
            return Ok(JsValue::NULL);
        };
        let Some(start) = opened.place_in_file(section) else {
            return Ok(JsValue::NULL);
        };
        let place = [(start + range.start) as f64, (range.end - range.start) as f64];
        Ok(Float64Array::from(&place[..]).into())
    }

    /// The next bytes of the half, in order.
    pub fn feed(&mut self, bytes: &Uint8Array) {
        if let Some(dwarf) = &mut self.half {
            append(bytes, dwarf.incoming());
            dwarf.take_in();
        }
    }

    /// The list of the half, once it has come in; summaries that follow are of this half too. `null` where
    /// the halves turned out to need each other: then the stage is to be read whole.
    #[wasm_bindgen(js_name = endHalf, unchecked_return_type = "StructIndex | null")]
    pub fn end_half(&mut self) -> Result<JsValue, JsValue> {
        let Some(mut dwarf) = self.half.take() else {
            return Ok(JsValue::NULL);
        };
        let Some(index) = dwarf.end_half() else {
            return Ok(JsValue::NULL);
        };
        self.reader = Some(Reader::Dwarf(dwarf));
        index_to_js(index)
    }

    /// The struct of a row of the last index.
    #[wasm_bindgen(unchecked_return_type = "StructDesc")]
    pub fn describe(&self, row: u32) -> Result<JsValue, JsValue> {
        to_js(&self.types()?.describe(row).map_err(to_error)?)
    }

    /// The row of the last index whose struct has this content key.
    pub fn find(&self, key: &str) -> Result<Option<u32>, JsValue> {
        Ok(self.types()?.find(key))
    }

    /// Prototypes of functions and types of global variables, by names that are joined by line
    /// breaks; those that are not there are left out. A function's name that ends in `*` stands for
    /// the first that begins so.
    #[wasm_bindgen(unchecked_return_type = "CodeFacts")]
    pub fn code(&mut self, functions: &str, variables: &str) -> Result<JsValue, JsValue> {
        to_js(&self.quick_types()?.code(&names(functions), &names(variables)))
    }

    /// Every struct that holds one of these by value; names are joined by line breaks.
    #[wasm_bindgen(unchecked_return_type = "Embedding[]")]
    pub fn embeddings(&mut self, inner: &str) -> Result<JsValue, JsValue> {
        to_js(&self.quick_types()?.embeddings(&names(inner)))
    }

    /// By how many listed structs each is held by value.
    #[wasm_bindgen(js_name = heldCounts, unchecked_return_type = "HeldCounts")]
    pub fn held_counts(&mut self) -> Result<JsValue, JsValue> {
        to_js_with_lines(&self.quick_types()?.held_counts())
    }

    /// Structs of which each CPU has its own.
    #[wasm_bindgen(js_name = perCpu, unchecked_return_type = "PerCpuType[]")]
    pub fn per_cpu(&mut self) -> Result<JsValue, JsValue> {
        let symbols = self.opened.as_deref().map(container::per_cpu_variables).unwrap_or_default();
        to_js(&self.quick_types()?.per_cpu(&symbols))
    }

    /// The file's own symbols, a line each: address and size in hex, a letter for the kind, the name.
    /// Nothing where it has none.
    pub fn symbols(&self) -> Option<String> {
        container::symbol_lines(self.opened.as_deref()?)
    }

    fn quick_types(&mut self) -> Result<&dyn TypeReader, JsValue> {
        if let (Some(Reader::Dwarf(_)), None, Some(opened)) =
            (&self.reader, &self.quick, &self.opened)
            && opened.find(".BTF").is_some()
        {
            self.quick = read_btf(opened, self.base.as_ref())?.ok();
        }
        match &self.quick {
            Some(btf) => Ok(btf),
            None => self.types(),
        }
    }

    fn types(&self) -> Result<&dyn TypeReader, JsValue> {
        match &self.reader {
            Some(reader) => Ok(reader.types()),
            None => Err(to_error("no stage of the file was read yet")),
        }
    }

    /// Keeps a reader that is there already; another replaces it only once it has its index.
    fn read_stage(
        &mut self,
        opened: &Rc<Opened>,
        stage: IndexStage,
        report: &mut dyn FnMut(u64, u64),
    ) -> Result<StructIndex, JsValue> {
        match (stage, &mut self.reader) {
            (IndexStage::Btf, Some(Reader::Btf(btf))) => {
                // A kernel that is not its own leaves what there was.
                if let Some(base) = self.base.take() {
                    **btf = read_btf(opened, Some(&base))?.map_err(to_error)?;
                }
                Ok(btf.index(report))
            }
            (IndexStage::Btf, _) => {
                let mut btf = read_btf(opened, self.base.as_ref())?.map_err(to_error)?;
                let index = btf.index(report);
                self.reader = Some(Reader::Btf(Box::new(btf)));
                Ok(index)
            }
            // More of its types may have come.
            (IndexStage::Dwarf, Some(Reader::Dwarf(dwarf))) if dwarf.half().is_none() => {
                if let Some(supplementary) = self.supplementary.take() {
                    dwarf.give_supplementary(supplementary).map_err(to_error)?;
                }
                Ok(dwarf.index(report))
            }
            (IndexStage::Dwarf, _) => {
                let sections = Rc::new(SectionList::new(opened.clone()));
                let mut dwarf = Dwarf::open(sections, opened.target().clone()).map_err(to_error)?;
                if let Some(supplementary) = self.supplementary.take() {
                    dwarf.give_supplementary(supplementary).map_err(to_error)?;
                }
                let index = dwarf.index(report);
                self.reader = Some(Reader::Dwarf(Box::new(dwarf)));
                Ok(index)
            }
            (IndexStage::Summaries, Some(Reader::Dwarf(dwarf))) => Ok(summaries(dwarf, report)),
            (IndexStage::Summaries, _) => {
                Err(to_error("summaries come after the stage `dwarf`, which was not read yet"))
            }
            (IndexStage::Text, _) => Err(to_error("a binary file has no stage `text`")),
        }
    }
}

fn names(joined: &str) -> Vec<&str> {
    joined.split('\n').filter(|name| !name.is_empty()).collect()
}

/// The outer error is the file's, the inner one the format's.
fn read_btf(opened: &Opened, base: Option<&Btf>) -> Result<Result<Btf, NothingUsable>, JsValue> {
    let section = opened.find(".BTF").ok_or_else(|| to_error("the file has no BTF"))?;
    let bytes = opened.read_section(section).map_err(to_error)?;
    let distilled = match opened.find(".BTF.base") {
        Some(section) => Some(opened.read_section(section).map_err(to_error)?),
        None => None,
    };
    Ok(Btf::open(bytes, distilled, base, opened.target().clone()))
}

fn summaries(dwarf: &mut Dwarf, report: &mut dyn FnMut(u64, u64)) -> StructIndex {
    /// Units between two reports: some ten milliseconds of a kernel's.
    const UNITS: u32 = 32;
    loop {
        let (done, total) = dwarf.summarize(UNITS);
        report(u64::from(done), u64::from(total));
        if done >= total {
            return dwarf.summaries();
        }
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
        IndexStage::Text => "text",
    }
}
