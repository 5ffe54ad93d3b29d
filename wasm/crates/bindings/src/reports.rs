use perf::{NothingUsable, Options, Reader};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{to_error, to_js, to_refused};

#[wasm_bindgen(typescript_custom_section)]
const IMPORTS: &str = "import type { NamedProfile } from '../../web/core/facts/generated';";

/// Reads a report or recording of perf, chunk by chunk. Every method throws a `Message` for
/// the user.
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
            Some(refusal) => to_refused(refusal.clone()),
            None => to_error("the profile was finished already"),
        })?;
        let mut profiles = reader.finish().map_err(to_refused)?;
        if let Some(most) = most_rows {
            profiles
                .iter_mut()
                .for_each(|named| perf::keep_rows(&mut named.profile, most as usize));
        }
        to_js(&profiles)
    }
}

/// Whether a text that begins so holds a report of perf, or the difference of two, which its reader refuses (`profile`),
/// and a patch beside it (`mail`); undefined for any other.
#[wasm_bindgen(js_name = profileIn, unchecked_return_type = "'profile' | 'mail' | undefined")]
pub fn profile_in(start: &[u8]) -> Option<String> {
    if perf::detect(start).is_none() {
        return perf::is_difference(start).then(|| "profile".to_owned());
    }
    Some(if perf::holds_patch(start) { "mail" } else { "profile" }.to_owned())
}
