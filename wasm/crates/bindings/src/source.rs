use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{from_js, header_to_js, to_js, to_js_with_lines};

#[wasm_bindgen(typescript_custom_section)]
const IMPORTS: &str = "import type { DirectiveText, FileHazards, FileNames, HazardQuery, HeaderDoc, NameUses, PostedDiff, ScalarFact, StructDesc, Target, TextDifference, WordsAt } from '../../web/core/facts/generated';";

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

/// The preprocessor lines of C source.
#[wasm_bindgen(js_name = readDirectives, unchecked_return_type = "DirectiveText[]")]
pub fn read_directives(text: &[u8]) -> Result<JsValue, JsValue> {
    to_js_with_lines(&csource::read_directives(text))
}

/// How C source defines the names that are looked for, and what it includes.
#[wasm_bindgen(js_name = readNames, unchecked_return_type = "FileNames")]
pub fn read_names(
    text: &[u8],
    names: Vec<String>,
    #[wasm_bindgen(js_name = withIncludes)] with_includes: bool,
) -> Result<JsValue, JsValue> {
    to_js_with_lines(&csource::read_names(text, &names, with_includes))
}

/// Which structs of C source change with the meaning of names.
#[wasm_bindgen(js_name = readUses, unchecked_return_type = "NameUses")]
pub fn read_uses(text: &[u8], names: Vec<String>) -> Result<JsValue, JsValue> {
    to_js(&csource::read_uses(text, &names))
}

/// Whether C source has one of the names as a whole word.
#[wasm_bindgen(js_name = usesAny)]
pub fn uses_any(text: &[u8], names: Vec<String>) -> bool {
    csource::uses_any(text, &names)
}

/// Whether a file names the struct that a query is about.
#[wasm_bindgen]
pub fn mentions(
    path: &str,
    text: &[u8],
    #[wasm_bindgen(unchecked_param_type = "HazardQuery")] query: JsValue,
) -> Result<bool, JsValue> {
    Ok(csource::mentions(path, text, &from_js(&query)?))
}

/// Which words C source has, as marks of a Bloom filter.
#[wasm_bindgen(js_name = wordMarks)]
pub fn word_marks(text: &[u8]) -> Vec<u8> {
    csource::word_marks(text)
}

/// What C source has at places, each a line and a column.
#[wasm_bindgen(js_name = wordsAt, unchecked_return_type = "WordsAt[]")]
pub fn words_at(
    text: &[u8],
    #[wasm_bindgen(unchecked_param_type = "readonly (readonly [number, number])[]")]
    places: JsValue,
) -> Result<JsValue, JsValue> {
    let places: Vec<(u32, u32)> = from_js(&places)?;
    to_js(&csource::words_at(text, &places))
}

/// How two versions of C source differ, but for white space and order.
#[wasm_bindgen(unchecked_return_type = "TextDifference")]
pub fn differences(before: &[u8], after: &[u8]) -> Result<JsValue, JsValue> {
    to_js_with_lines(&csource::differences(before, after))
}
