//! Mails whose body is in base64 (RFC 2045, section 6.8), as a mailer saves them, and texts that somebody encoded.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::decode::{Decoder, Encoding};

/// A line that is no shorter and decodes to characters was surely encoded.
const LEAST_SURE_CHARS: usize = 40;
/// Four characters are three bytes.
const GROUP_CHARS: usize = 4;

/// Decodes the encoded parts of a text; its other lines go through as they are.
#[derive(Debug, Default)]
pub struct Base64 {
    /// The header of this part says that its body is encoded.
    announced: bool,
    /// The header says that the part is no text.
    of_bytes: bool,
    body: Option<Body>,
    /// A part was decoded that no head of a mail says to be encoded.
    pub guessed: bool,
}

#[derive(Debug)]
struct Body {
    decoder: Decoder,
    /// All lines have this length but for the last one.
    chars: usize,
}

impl Base64 {
    /// Takes a line and hands out those that it completes.
    pub fn line(&mut self, raw: &[u8], line: &mut dyn FnMut(&[u8])) {
        if let Some(body) = &mut self.body {
            let bytes = decoded(raw).filter(|_| raw.len() <= body.chars);
            if let Some(bytes) = bytes {
                body.decoder.push(&bytes, line);
                if raw.len() < body.chars || raw.ends_with(b"=") {
                    self.finish(line);
                }
                return;
            }
            self.finish(line);
        }
        if raw.is_empty() {
            return line(raw);
        }
        let Some(bytes) = decoded(raw).filter(|bytes| !self.of_bytes && self.begins(raw, bytes))
        else {
            self.header(raw);
            return line(raw);
        };
        let mut body = Body { decoder: Decoder::default(), chars: raw.len() };
        body.decoder.push(&bytes, line);
        self.body = Some(body);
        self.guessed |= !self.announced;
        if raw.ends_with(b"=") {
            self.finish(line);
        }
    }

    /// Hands out what is left.
    pub fn finish(&mut self, line: &mut dyn FnMut(&[u8])) {
        self.announced = false;
        if let Some(mut body) = self.body.take() {
            body.decoder.end(line);
            body.decoder.finish(line);
        }
    }

    fn begins(&self, raw: &[u8], bytes: &[u8]) -> bool {
        let is_text = || is_text(bytes) || Encoding::of(bytes) != Encoding::Utf8;
        self.announced || raw.len() >= LEAST_SURE_CHARS && is_text()
    }

    fn header(&mut self, raw: &[u8]) {
        let Some((name, value)) = name_and_value(raw) else {
            // Another part of the mail.
            if raw.starts_with(b"--") {
                (self.announced, self.of_bytes) = (false, false);
            }
            return;
        };
        let value = value.trim_ascii().to_ascii_lowercase();
        if name.eq_ignore_ascii_case(b"Content-Transfer-Encoding") {
            self.announced = value == b"base64";
        } else if name.eq_ignore_ascii_case(b"Content-Type") {
            let kinds: [&[u8]; 3] = [b"image/", b"audio/", b"video/"];
            self.of_bytes = kinds.iter().any(|kind| value.starts_with(kind));
        }
    }
}

/// What is before the first colon of a line, and what is after it; `None` where it has none.
pub fn name_and_value(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut parts = line.splitn(2, |byte| *byte == b':');
    Some((parts.next()?, parts.next()?))
}

/// The bytes of a line of base64; `None` where it is none.
fn decoded(raw: &[u8]) -> Option<Vec<u8>> {
    let is_whole = !raw.is_empty() && raw.len().is_multiple_of(GROUP_CHARS);
    // Most lines of a text have a blank near their start.
    let may_be = is_whole && raw.iter().all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(b));
    may_be.then(|| STANDARD.decode(raw).ok()).flatten()
}

/// Whether bytes are characters, of which the last one may be cut; UTF-16 has zeros, and bold letters have backspaces.
fn is_text(bytes: &[u8]) -> bool {
    let is_sign =
        |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t' | '\u{1b}' | '\0' | '\u{8}');
    let mut chunks = bytes.utf8_chunks().peekable();
    while let Some(chunk) = chunks.next() {
        let cut = chunks.peek().is_none();
        if !chunk.valid().chars().all(is_sign) || !(chunk.invalid().is_empty() || cut) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[&str]) {
        let (mut base64, mut got) = (Base64::default(), Vec::new());
        let mut take = |raw: &[u8]| got.push(String::from_utf8_lossy(raw).into_owned());
        for line in text.lines() {
            base64.line(line.as_bytes(), &mut take);
        }
        base64.finish(&mut take);
        assert_eq!(got, expect);
    }

    const HEADER: &str = "Content-Transfer-Encoding: BASE64";
    /// `  1.00%  0x8`, a line end, `  2.00%  0x10`, a line end.
    const BODY: &str = "ICAxLjAwJSAgMHg4CiAgMi4wMCUg\nIDB4MTAK";
    const ROWS: [&str; 2] = ["  1.00%  0x8", "  2.00%  0x10"];

    #[test]
    fn a_mails_body_is_decoded() {
        let [a, b] = ROWS;
        check(&format!("{HEADER}\n\n{BODY}\n\nBye\n"), &[HEADER, "", a, b, "", "Bye"]);
        // `--XX` is no character of base64; what follows the body is not encoded.
        check(
            &format!("--XX\n{HEADER}\n\n{BODY}\n--XX\nThanks\n"),
            &["--XX", HEADER, "", a, b, "--XX", "Thanks"],
        );
    }

    #[test]
    fn a_long_line_of_characters_needs_no_header() {
        let whole = BODY.replace('\n', "");
        let rows = format!("{}\n", [whole.as_str(), whole.as_str()].concat());
        check(&rows, &[ROWS, ROWS].concat());
    }

    #[test]
    fn other_lines_are_as_they_were() {
        let long = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
        let rule = "============================================";
        for line in [BODY, long, rule, "Thanks12", ""] {
            check(line, &line.lines().collect::<Vec<_>>());
        }
        let image = format!("Content-Type: image/png\n{HEADER}\n\n{BODY}");
        check(&image, &image.lines().collect::<Vec<_>>());
    }
}
