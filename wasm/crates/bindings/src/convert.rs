use serde::Serialize;
use wasm_bindgen::JsValue;

/// A fact as a JavaScript value.
pub fn to_js<T: Serialize>(fact: &T) -> Result<JsValue, JsValue> {
    let text = serde_json::to_string(fact).map_err(to_error)?;
    js_sys::JSON::parse(&text)
}

/// A fact that JavaScript hands in.
#[cfg(feature = "texts")]
pub fn from_js<T: serde::de::DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    let text = js_sys::JSON::stringify(value)?;
    serde_json::from_str(&String::from(text)).map_err(to_error)
}

/// An error's sentence as a JavaScript `Error`.
pub fn to_error(error: impl std::fmt::Display) -> JsValue {
    js_sys::Error::new(&error.to_string()).into()
}
