use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::to_error;
use crate::js_source::JsSource;

const DETECT_BYTES: u64 = perf::DETECT_BYTES as u64;

/// What a file holds, by its first `contentBytes()` bytes: a profile of perf, a mail with a report and a patch,
/// another text, a tar archive, one of the four under gzip, xz or zstd (`unpack` or `unpackUpToDamage` gives it), or
/// (`types`) what only a `Session` can tell.
#[wasm_bindgen(
    js_name = contentOf,
    unchecked_return_type = "'types' | 'profile' | 'mail' | 'text' | 'archive' | 'packedProfile' | 'packedMail' | 'packedText' | 'packedArchive'"
)]
pub fn content_of(start: &[u8]) -> String {
    let content = match plain_content(start) {
        Some(content) => content,
        None => {
            match container::packed_head(start, DETECT_BYTES).and_then(|head| plain_content(&head))
            {
                Some("profile") => "packedProfile",
                Some("mail") => "packedMail",
                Some("archive") => "packedArchive",
                Some(_) => "packedText",
                None => "types",
            }
        }
    };
    content.to_owned()
}

fn plain_content(start: &[u8]) -> Option<&'static str> {
    // First: an archive that begins with a report has it among its first bytes.
    if container::is_tar(start) {
        Some("archive")
    } else if perf::detect(start).is_some() {
        Some(if perf::holds_patch(start) { "mail" } else { "profile" })
    } else if container::is_text(start) {
        Some("text")
    } else {
        None
    }
}

/// What is in a compressed file of `size` bytes; `read_at(offset, length)` returns a `Uint8Array` at once.
#[wasm_bindgen]
pub fn unpack(
    size: f64,
    #[wasm_bindgen(unchecked_param_type = "(offset: number, length: number) => Uint8Array")]
    read_at: Function,
) -> Result<Vec<u8>, JsValue> {
    container::unpack_file(&JsSource::new(size, read_at)).map_err(to_error)
}

/// The same, up to the place where the file was cut or damaged.
#[wasm_bindgen(js_name = unpackUpToDamage)]
pub fn unpack_up_to_damage(
    size: f64,
    #[wasm_bindgen(unchecked_param_type = "(offset: number, length: number) => Uint8Array")]
    read_at: Function,
) -> Result<Vec<u8>, JsValue> {
    container::unpack_up_to_damage(&JsSource::new(size, read_at)).map_err(to_error)
}

/// How many bytes `contentOf` looks at.
#[wasm_bindgen(js_name = contentBytes)]
pub fn content_bytes() -> u32 {
    perf::DETECT_BYTES as u32
}
