use wasm_bindgen::prelude::wasm_bindgen;

/// What a file holds, by its first `contentBytes()` bytes: a profile of perf, another text, or (`types`)
/// what only a `Session` can tell.
#[wasm_bindgen(js_name = contentOf, unchecked_return_type = "'types' | 'profile' | 'text'")]
pub fn content_of(start: &[u8]) -> String {
    let content = if perf::detect(start).is_some() {
        "profile"
    } else if container::is_text(start) {
        "text"
    } else {
        "types"
    };
    content.to_owned()
}

/// How many bytes `contentOf` looks at.
#[wasm_bindgen(js_name = contentBytes)]
pub fn content_bytes() -> u32 {
    perf::DETECT_BYTES as u32
}
