use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::to_refused;
use crate::js_source::JsSource;

/// Bytes of a file, or of what is packed in it, that tell what it is.
const TELLING_BYTES: u64 = 64 * 1024;

/// What a file holds, by its first `contentBytes()` bytes: a recording of perf, a tar archive, a text, or `perhapsText`:
/// bytes without zeros or in UTF-16, of which `profileIn` of the module `texts` may know a report. Each may be packed
/// by gzip, xz or zstd (`unpack` or `unpackUpToDamage` gives it). All else is for a `Session` to tell (`types`).
#[wasm_bindgen(
    js_name = contentOf,
    unchecked_return_type = "'types' | 'recording' | 'archive' | 'text' | 'perhapsText' | 'packedRecording' | 'packedArchive' | 'packedText' | 'packedPerhapsText'"
)]
pub fn content_of(start: &[u8]) -> String {
    let content = known_content(start).unwrap_or_else(|| {
        // Before the question whether it may be text: a small packed file may have no zeros.
        match container::packed_head(start, TELLING_BYTES) {
            Some(head) => match known_content(&head) {
                Some("recording") => "packedRecording",
                Some("archive") => "packedArchive",
                Some(_) => "packedText",
                None if perf::may_be_text(&head) => "packedPerhapsText",
                None => "types",
            },
            None if perf::may_be_text(start) => "perhapsText",
            None => "types",
        }
    });
    content.to_owned()
}

fn known_content(start: &[u8]) -> Option<&'static str> {
    // First: an archive that begins with a report has it among its first bytes.
    if container::is_tar(start) {
        Some("archive")
    } else if perf::is_recording(start) {
        Some("recording")
    } else {
        container::is_text(start).then_some("text")
    }
}

/// What is in a compressed file of `size` bytes; `read_at(offset, length)` returns a `Uint8Array` at once. A
/// file that is trusted may unpack to more than others of its size.
#[wasm_bindgen]
pub fn unpack(
    size: f64,
    #[wasm_bindgen(unchecked_param_type = "(offset: number, length: number) => Uint8Array")]
    read_at: Function,
    is_trusted: bool,
) -> Result<Vec<u8>, JsValue> {
    let source = JsSource::new(size, read_at).trusted(is_trusted);
    container::unpack_file(&source).map_err(to_refused)
}

/// The same, up to the place where the file was cut or damaged.
#[wasm_bindgen(js_name = unpackUpToDamage)]
pub fn unpack_up_to_damage(
    size: f64,
    #[wasm_bindgen(unchecked_param_type = "(offset: number, length: number) => Uint8Array")]
    read_at: Function,
    is_trusted: bool,
) -> Result<Vec<u8>, JsValue> {
    let source = JsSource::new(size, read_at).trusted(is_trusted);
    container::unpack_up_to_damage(&source).map_err(to_refused)
}

/// The same piece by piece: `take(part)` is handed each as a `Uint8Array` of its own. What came before a damage was handed over.
#[wasm_bindgen(js_name = unpackInParts)]
pub fn unpack_in_parts(
    size: f64,
    #[wasm_bindgen(unchecked_param_type = "(offset: number, length: number) => Uint8Array")]
    read_at: Function,
    #[wasm_bindgen(unchecked_param_type = "(part: Uint8Array) => void")] take: &Function,
) -> Result<(), JsValue> {
    let mut thrown = None;
    let mut hand_over = |part: &[u8]| {
        let part = js_sys::Uint8Array::from(part);
        thrown = thrown.take().or(take.call1(&JsValue::NULL, &part.into()).err());
    };
    let source = JsSource::new(size, read_at);
    let done = container::unpack_in_parts(&source, &mut hand_over).map_err(to_refused);
    thrown.map_or(done, Err)
}

/// How many bytes `contentOf` looks at.
#[wasm_bindgen(js_name = contentBytes)]
pub fn content_bytes() -> u32 {
    TELLING_BYTES as u32
}
