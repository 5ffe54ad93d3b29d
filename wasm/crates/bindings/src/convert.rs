use std::io;
#[cfg(any(feature = "types", feature = "source"))]
use std::mem;

#[cfg(any(feature = "types", feature = "code"))]
use facts::Companion;
#[cfg(feature = "source")]
use facts::HeaderDoc;
#[cfg(any(feature = "types", feature = "reports", feature = "source", feature = "code"))]
use facts::Refusing;
#[cfg(feature = "types")]
use facts::{Answer, IndexStage, Query, StructIndex};
use facts::{push_visible, visible_name};
#[cfg(any(feature = "types", feature = "source"))]
use js_sys::Array;
#[cfg(any(feature = "types", feature = "source"))]
use js_sys::Reflect;
#[cfg(feature = "types")]
use js_sys::{Float64Array, Uint8Array, Uint16Array, Uint32Array};
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CharEscape, Formatter};
use wasm_bindgen::JsValue;

/// A fact as a JavaScript value. In its strings, which are names and sentences, every character can be seen.
pub fn to_js<T: Serialize>(fact: &T) -> Result<JsValue, JsValue> {
    through_json(fact, Facts { keeps_lines: false })
}

/// The same of facts whose line breaks and tabs are their own: those that quote source text, and lists of names that
/// are joined by line breaks.
#[cfg(any(feature = "types", feature = "source"))]
pub fn to_js_with_lines<T: Serialize>(fact: &T) -> Result<JsValue, JsValue> {
    through_json(fact, Facts { keeps_lines: true })
}

fn through_json<T: Serialize>(fact: &T, form: Facts) -> Result<JsValue, JsValue> {
    js_sys::JSON::parse(&json(fact, form)?)
}

fn json<T: Serialize>(fact: &T, form: Facts) -> Result<String, JsValue> {
    let mut text = Vec::with_capacity(1 << 10);
    fact.serialize(&mut Serializer::with_formatter(&mut text, form)).map_err(to_error)?;
    String::from_utf8(text).map_err(to_error)
}

/// Records of C source that cross at once.
#[cfg(feature = "source")]
const RECORDS_AT_ONCE: usize = 64;
/// All of them, in bytes of JSON: of a member some 600, which JavaScript holds in a thousand.
#[cfg(feature = "source")]
const MOST_JSON_BYTES: usize = 128 << 20;

#[cfg(feature = "source")]
facts::errors! { "source";
    /// Why a fact does not cross.
    pub enum TooLarge;

    /// See `MOST_JSON_BYTES`.
    MembersOfSource "This C source declares more members than the limit of about 200,000." => "Paste only the part that you need.";
}

/// C source, some records at a time: the JSON of all would take more memory than what is made of it. An error where they
/// are more than a page can hold.
#[cfg(feature = "source")]
pub fn header_to_js(mut header: HeaderDoc) -> Result<JsValue, JsValue> {
    let records = Array::new();
    let mut bytes = 0;
    for some in mem::take(&mut header.records).chunks(RECORDS_AT_ONCE) {
        let text = json(&some, Facts { keeps_lines: true })?;
        bytes += text.len();
        if bytes > MOST_JSON_BYTES {
            return Err(to_refused(TooLarge::MembersOfSource));
        }
        for record in Array::from(&js_sys::JSON::parse(&text)?).iter() {
            records.push(&record);
        }
    }
    let rest = to_js_with_lines(&header)?;
    Reflect::set(&rest, &"records".into(), &records)?;
    Ok(rest)
}

/// What a question is answered by.
#[cfg(feature = "types")]
pub fn answer_to_js(answer: &Answer) -> Result<JsValue, JsValue> {
    match answer {
        // One text of many lines crosses faster than ten thousand names.
        Answer::HeldCounts(_) | Answer::Symbols(_) => to_js_with_lines(answer),
        _ => to_js(answer),
    }
}

/// A list of structs, its columns as typed arrays.
#[cfg(feature = "types")]
pub fn index_to_js(mut index: StructIndex) -> Result<JsValue, JsValue> {
    let columns: [(&str, JsValue); 7] = [
        ("kinds", Uint8Array::from(&*mem::take(&mut index.kinds)).into()),
        ("sizesBytes", Float64Array::from(&*mem::take(&mut index.sizes_bytes)).into()),
        ("variants", Uint16Array::from(&*mem::take(&mut index.variants)).into()),
        ("memberCounts", Uint32Array::from(&*mem::take(&mut index.member_counts)).into()),
        ("holeCounts", Uint32Array::from(&*mem::take(&mut index.hole_counts)).into()),
        ("holeBytes", Uint32Array::from(&*mem::take(&mut index.hole_bytes)).into()),
        ("paddingBytes", Uint32Array::from(&*mem::take(&mut index.padding_bytes)).into()),
    ];
    let texts =
        [("names", mem::take(&mut index.names)), ("typedefs", mem::take(&mut index.typedefs))];
    let rest = to_js(&index)?;
    for (name, text) in texts {
        Reflect::set(&rest, &name.into(), &text.into())?;
    }
    for (name, column) in columns {
        Reflect::set(&rest, &name.into(), &column)?;
    }
    Ok(rest)
}

/// How facts are written as JSON. They hold sizes and offsets as `f64`, nearly all of them whole: written as
/// integers they need no tables of powers of ten, which are 20 KB of the module. The engine writes the others.
struct Facts {
    keeps_lines: bool,
}

/// Up to here every whole number is an `f64`.
const MAX_WHOLE: f64 = 9_007_199_254_740_992.0;

impl Formatter for Facts {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        if value.fract() == 0.0 && value.abs() <= MAX_WHOLE {
            return self.write_i64(writer, value as i64);
        }
        let text = js_sys::Number::from(value).to_string_with_radix(10);
        let text = text.map_or_else(|_| "null".to_owned(), String::from);
        writer.write_all(text.as_bytes())
    }

    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let shown = visible_name(fragment);
        let is_same = shown.len() == fragment.len();
        // A backslash that was put in is one of the name's text, not one of JSON.
        writer.write_all(
            if is_same { fragment.into() } else { shown.replace('\\', "\\\\") }.as_bytes(),
        )
    }

    fn write_char_escape<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        let code = match escape {
            CharEscape::Quote => return writer.write_all(b"\\\""),
            CharEscape::ReverseSolidus => return writer.write_all(b"\\\\"),
            CharEscape::Solidus => return writer.write_all(b"/"),
            CharEscape::LineFeed if self.keeps_lines => return writer.write_all(b"\\n"),
            CharEscape::CarriageReturn if self.keeps_lines => return writer.write_all(b"\\r"),
            CharEscape::Tab if self.keeps_lines => return writer.write_all(b"\\t"),
            CharEscape::LineFeed => b'\n',
            CharEscape::CarriageReturn => b'\r',
            CharEscape::Tab => b'\t',
            CharEscape::Backspace => 8,
            CharEscape::FormFeed => 12,
            CharEscape::AsciiControl(code) => code,
        };
        let mut shown = String::from("\\");
        push_visible(&mut shown, char::from(code));
        writer.write_all(shown.as_bytes())
    }
}

/// A question, field by field: a reader of JSON would be a twentieth of the module that most files need.
#[cfg(feature = "types")]
pub fn query_from_js(query: &JsValue) -> Result<Query, JsValue> {
    let field = |name: &str| Reflect::get(query, &name.into());
    let text = |name: &str| {
        field(name)?.as_string().ok_or_else(|| to_error(format!("a question without `{name}`")))
    };
    let texts = |name: &str| -> Result<Vec<String>, JsValue> {
        Ok(Array::from(&field(name)?).iter().filter_map(|each| each.as_string()).collect())
    };
    Ok(match text("kind")?.as_str() {
        "describe" => Query::Describe { row: row_of(&field("row")?) },
        "describeAll" => Query::DescribeAll {
            rows: Array::from(&field("rows")?).iter().map(|row| row_of(&row)).collect(),
        },
        "find" => Query::Find { key: text("key")? },
        "pointsTo" => Query::PointsTo { key: text("key")? },
        "code" => Query::Code { functions: texts("functions")?, variables: texts("variables")? },
        "embeddings" => Query::Embeddings { inner: texts("inner")? },
        "heldCounts" => Query::HeldCounts,
        "perCpu" => Query::PerCpu,
        "symbols" => Query::Symbols,
        kind => return Err(to_error(format!("no question that this module answers: {kind}"))),
    })
}

/// What is no number is the row after the last.
#[cfg(feature = "types")]
fn row_of(value: &JsValue) -> u32 {
    value.as_f64().filter(|row| *row >= 0.0).map_or(u32::MAX, |row| row as u32)
}

/// A stage by its name.
#[cfg(feature = "types")]
pub fn stage_from_js(stage: &JsValue) -> Result<IndexStage, JsValue> {
    Ok(match stage.as_string().as_deref() {
        Some("btf") => IndexStage::Btf,
        Some("dwarf") => IndexStage::Dwarf,
        Some("summaries") => IndexStage::Summaries,
        _ => return Err(to_error("there is no such stage")),
    })
}

/// A companion by its name.
#[cfg(any(feature = "types", feature = "code"))]
pub fn companion_of(name: &str) -> Companion {
    match name {
        "supplementary" => Companion::Supplementary,
        "split" => Companion::Split,
        "debug" => Companion::Debug,
        _ => Companion::BaseBtf,
    }
}

/// A fact that JavaScript hands in.
#[cfg(feature = "source")]
pub fn from_js<T: serde::de::DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    let text = js_sys::JSON::stringify(value)?;
    serde_json::from_str(&String::from(text)).map_err(to_error)
}

/// What a person is told: thrown as it is, as a `Message` of `web/core/base/messages.ts`.
#[cfg(any(feature = "types", feature = "reports", feature = "source", feature = "code"))]
pub fn to_refused(error: impl Refusing) -> JsValue {
    to_js(&error.refused()).unwrap_or_else(|failed| failed)
}

/// A fault of the caller, as a JavaScript `Error`.
pub fn to_error(error: impl std::fmt::Display) -> JsValue {
    js_sys::Error::new(&visible_name(&error.to_string())).into()
}
