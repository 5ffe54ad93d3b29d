use container::{ReadError, Source};
use js_sys::{Function, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

/// A file that JavaScript reads, synchronously: `FileReaderSync` in a worker, `readSync` in Node.
#[derive(Debug)]
pub struct JsSource {
    size: u64,
    read_at: Function,
    is_trusted: bool,
}

impl JsSource {
    /// `read_at(offset, length)` returns a `Uint8Array` of just that length.
    pub fn new(size: f64, read_at: Function) -> Self {
        Self { size: size as u64, read_at, is_trusted: false }
    }

    /// The same where a person has said that it may unpack to very much.
    #[cfg(feature = "types")]
    pub fn trusted(self, is_trusted: bool) -> Self {
        Self { is_trusted, ..self }
    }
}

impl Source for JsSource {
    fn len(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<(), ReadError> {
        if !buf.is_empty() {
            self.ask(offset, buf.len() as u64)?.copy_to(buf);
        }
        Ok(())
    }

    fn append_at(&self, offset: u64, len: usize, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
        if len == 0 {
            return Ok(());
        }
        append(&self.ask(offset, len as u64)?, bytes);
        Ok(())
    }

    fn is_trusted(&self) -> bool {
        self.is_trusted
    }

    fn place_in_file(&self, offset: u64) -> Option<u64> {
        Some(offset)
    }
}

/// Puts what JavaScript read behind what `bytes` hold.
#[allow(unsafe_code)]
pub fn append(read: &Uint8Array, bytes: &mut Vec<u8>) {
    let len = read.length() as usize;
    bytes.reserve(len);
    read.copy_to_uninit(&mut bytes.spare_capacity_mut()[..len]);
    let filled = bytes.len() + len;
    // SAFETY: they were reserved, and have just been written. To fill them with zeros before would
    // cost as much as a tenth of the reading.
    unsafe { bytes.set_len(filled) };
}

impl JsSource {
    /// Just `len` bytes, from JavaScript.
    fn ask(&self, offset: u64, len: u64) -> Result<Uint8Array, ReadError> {
        if offset.checked_add(len).is_none_or(|end| end > self.size) {
            return Err(ReadError::Outside { offset, len, size: self.size });
        }
        let bytes = self
            .read_at
            .call2(
                &JsValue::NULL,
                &JsValue::from_f64(offset as f64),
                &JsValue::from_f64(len as f64),
            )
            .map_err(|error| ReadError::Failed(message(&error)))?
            .dyn_into::<Uint8Array>()
            .map_err(|_| ReadError::Failed("its reader gave no bytes.".to_owned()))?;
        if u64::from(bytes.length()) != len {
            return Err(ReadError::Failed(format!(
                "{} of {len} bytes at {offset:#x} were read.",
                bytes.length()
            )));
        }
        Ok(bytes)
    }
}

fn message(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_else(|| "no reason was given.".to_owned()),
    }
}
