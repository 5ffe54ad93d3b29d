use perf::{NothingUsable, Options, Reader};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{from_js, header_to_js, to_error, to_js, to_js_with_lines};

#[wasm_bindgen(typescript_custom_section)]
const IMPORTS: &str = "import type { FileHazards, HazardQuery, HeaderDoc, NamedProfile, PostedDiff, ScalarFact, StructDesc, Target } from '../../web/facts/generated';";

/// Reads a report or recording of perf, chunk by chunk. Every method throws an `Error` whose message is
/// a sentence for the user.
#[wasm_bindgen]
#[allow(missing_debug_implementations)]
pub struct ProfileReader {
    reader: Option<Reader>,
    /// Why the text or file is not read.
    refusal: Option<NothingUsable>,
}

#[wasm_bindgen]
impl ProfileReader {
    /// A reader for the file that begins with `start`; the same bytes must be pushed too.
    #[wasm_bindgen(constructor)]
    pub fn new(start: &[u8]) -> ProfileReader {
        let reader = perf::detect(start).map(|kind| Reader::new(kind, Options::default()));
        let refusal = reader.is_none().then(|| perf::refusal(start));
        ProfileReader { reader, refusal }
    }

    /// Takes the next bytes, in chunks of any size.
    pub fn push(&mut self, chunk: &[u8]) {
        if let Some(reader) = &mut self.reader {
            reader.push(chunk);
        }
    }

    /// The profiles of the text, in its order; never none. Nothing can be pushed after it. Of each, `mostRows` rows
    /// at most, where that is given: an object of JavaScript takes many times the bytes of its text.
    #[wasm_bindgen(unchecked_return_type = "NamedProfile[]")]
    pub fn finish(
        &mut self,
        #[wasm_bindgen(js_name = mostRows)] most_rows: Option<u32>,
    ) -> Result<JsValue, JsValue> {
        let reader = self.reader.take().ok_or_else(|| match &self.refusal {
            Some(refusal) => to_error(refusal),
            None => to_error("the profile was finished already"),
        })?;
        let mut profiles = reader.finish().map_err(to_error)?;
        if let Some(most) = most_rows {
            profiles
                .iter_mut()
                .for_each(|named| perf::keep_rows(&mut named.profile, most as usize));
        }
        to_js(&profiles)
    }
}

/// Whether a text that begins so holds a report of perf (`profile`), and a patch beside it (`mail`); undefined for any other.
#[wasm_bindgen(js_name = profileIn, unchecked_return_type = "'profile' | 'mail' | undefined")]
pub fn profile_in(start: &[u8]) -> Option<String> {
    perf::detect(start)?;
    Some(if perf::holds_patch(start) { "mail" } else { "profile" }.to_owned())
}

/// Reads C source: its structs, and the lines that belong to each member. Bytes as in the file; `included` has `#define`s of
/// its tree that it includes.
#[wasm_bindgen(js_name = readHeader, unchecked_return_type = "HeaderDoc")]
pub fn read_header(text: &[u8], included: &[u8]) -> Result<JsValue, JsValue> {
    header_to_js(csource::read_header_with(text, included))
}

/// Reads pasted output of pahole; empty where it holds no struct with offsets.
#[wasm_bindgen(js_name = readPahole, unchecked_return_type = "StructDesc[]")]
pub fn read_pahole(text: &[u8]) -> Result<JsValue, JsValue> {
    to_js(&csource::read_pahole(text))
}

/// Reads a posted patch: its hunks, each side as C. A text without one has none.
#[wasm_bindgen(js_name = readPosted, unchecked_return_type = "PostedDiff")]
pub fn read_posted(text: &[u8]) -> Result<JsValue, JsValue> {
    to_js_with_lines(&csource::read_posted(text))
}

/// What a target makes of C's scalar types, and of the typedefs whose size long usage fixes.
#[wasm_bindgen(js_name = readScalars, unchecked_return_type = "ScalarFact[]")]
pub fn read_scalars(
    #[wasm_bindgen(unchecked_param_type = "Target")] target: JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&csource::scalars(&from_js(&target)?))
}

/// What a file holds that asks the members of a struct to lie as they do.
#[wasm_bindgen(js_name = readHazards, unchecked_return_type = "FileHazards")]
pub fn read_hazards(
    path: &str,
    text: &[u8],
    #[wasm_bindgen(unchecked_param_type = "HazardQuery")] query: JsValue,
) -> Result<JsValue, JsValue> {
    to_js_with_lines(&csource::read_hazards(path, text, &from_js(&query)?))
}
