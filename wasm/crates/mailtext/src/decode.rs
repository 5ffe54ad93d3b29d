//! Bytes to lines of characters: UTF-8, UTF-16 of both byte orders, and single bytes of no encoding.

use std::borrow::Cow;

use memchr::memchr3;

/// The characters of a line. Bytes that are no UTF-8 are those of Windows' Latin alphabet, where an editor's or a
/// mailer's no-break blank matters: the others are in names.
pub fn characters(line: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(line) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(line.len());
    for chunk in line.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|byte| match byte {
            0x85 => '\u{2026}',
            0xa0 => ' ',
            _ => char::REPLACEMENT_CHARACTER,
        }));
    }
    Cow::Owned(out)
}

/// A line longer than this is cut: no report has one, and memory stays bounded.
const MAX_LINE_BYTES: usize = 1 << 20;

/// How characters are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, and whatever else has no zero bytes.
    Utf8,
    /// UTF-16, the low byte first.
    Utf16Le,
    /// UTF-16, the high byte first.
    Utf16Be,
}

impl Encoding {
    /// By a byte order mark, else by where the zero bytes of Latin letters stand.
    pub fn of(start: &[u8]) -> Self {
        match start {
            [0xff, 0xfe, ..] => return Self::Utf16Le,
            [0xfe, 0xff, ..] => return Self::Utf16Be,
            _ => {}
        }
        let pairs = start.as_chunks().0.iter().take(256);
        let (mut low_first, mut high_first, mut all) = (0, 0, 0);
        for &[first, second] in pairs {
            let text = |byte: u8| matches!(byte, 0x08..=b'\r' | 0x1b | b' '..=b'~');
            // Boxes are drawn with U+2500 to U+257F.
            let of_page = |low: u8, high: u8| high == 0 && text(low) || high == 0x25 && low < 0x80;
            low_first += usize::from(of_page(first, second));
            high_first += usize::from(of_page(second, first));
            all += 1;
        }
        // A few characters of a report are not Latin.
        match all {
            0..4 => Self::Utf8,
            // The upper side of a box may be either, but for its corner.
            _ if low_first * 10 >= all * 9 && low_first >= high_first => Self::Utf16Le,
            _ if high_first * 10 >= all * 9 => Self::Utf16Be,
            _ => Self::Utf8,
        }
    }
}

/// Cuts a stream of chunks into lines, whatever ends them.
#[derive(Debug, Default)]
pub struct Decoder {
    /// The first bytes, until there are enough to tell the encoding.
    start: Vec<u8>,
    encoding: Option<Encoding>,
    /// The line that has begun, as UTF-8 or bytes of no encoding.
    rest: Vec<u8>,
    /// UTF-16: an odd byte, and the first half of a pair.
    odd: Option<u8>,
    half: Option<u16>,
    /// The last character was `\r`: a `\n` behind it ends no further line.
    returned: bool,
    /// The line that has begun is longer than what is kept of it.
    pub too_long: u64,
}

/// Bytes by which the encoding is told.
const TELLING_BYTES: usize = 512;

impl Decoder {
    /// Takes the next chunk and hands out every line that it completes.
    pub fn push(&mut self, chunk: &[u8], line: &mut dyn FnMut(&[u8])) {
        if self.encoding.is_some() {
            return self.decode(chunk, line);
        }
        self.start.extend_from_slice(chunk);
        if self.start.len() >= TELLING_BYTES {
            self.tell(line);
        }
    }

    /// Hands out the whole lines of a text that is too short to tell its encoding before it ends.
    pub fn end(&mut self, line: &mut dyn FnMut(&[u8])) {
        if self.encoding.is_none() {
            self.tell(line);
        }
    }

    /// Hands out the last line, if the text does not end in a line end.
    pub fn finish(&mut self, line: &mut dyn FnMut(&[u8])) {
        self.end(line);
        if !self.rest.is_empty() {
            line(&self.rest);
            self.rest.clear();
        }
    }

    fn tell(&mut self, line: &mut dyn FnMut(&[u8])) {
        let start = std::mem::take(&mut self.start);
        let encoding = Encoding::of(&start);
        self.encoding = Some(encoding);
        let mark = match encoding {
            Encoding::Utf8 => "\u{feff}".as_bytes(),
            Encoding::Utf16Le => &[0xff, 0xfe],
            Encoding::Utf16Be => &[0xfe, 0xff],
        };
        self.decode(start.strip_prefix(mark).unwrap_or(&start), line);
    }

    fn decode(&mut self, chunk: &[u8], line: &mut dyn FnMut(&[u8])) {
        let big = match self.encoding {
            Some(Encoding::Utf16Le) => false,
            Some(Encoding::Utf16Be) => true,
            _ => return self.lines(chunk, line),
        };
        let mut text = String::with_capacity(chunk.len());
        for byte in chunk {
            let Some(first) = self.odd.take() else {
                self.odd = Some(*byte);
                continue;
            };
            let pair = [first, *byte];
            let unit = if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) };
            let half = self.half.take();
            // The first half of a pair waits for the other one.
            if half.is_none() && (0xd800..0xdc00).contains(&unit) {
                self.half = Some(unit);
                continue;
            }
            for char in char::decode_utf16(half.into_iter().chain([unit])) {
                text.push(char.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
        self.lines(text.as_bytes(), line);
    }

    /// `\n`, `\r\n`, `\r` alone and a form feed end a line.
    fn lines(&mut self, chunk: &[u8], line: &mut dyn FnMut(&[u8])) {
        let mut chunk = chunk;
        if std::mem::take(&mut self.returned) {
            chunk = chunk.strip_prefix(b"\n").unwrap_or(chunk);
        }
        while let Some(end) = memchr3(b'\n', b'\r', 0x0c, chunk)
            && let (before, [end, behind @ ..]) = chunk.split_at(end)
        {
            if self.rest.is_empty() {
                self.too_long += u64::from(before.len() > MAX_LINE_BYTES);
                line(before.get(..MAX_LINE_BYTES).unwrap_or(before));
            } else {
                self.keep(before);
                line(&self.rest);
                self.rest.clear();
            }
            chunk = behind;
            if *end == b'\r' {
                self.returned = chunk.is_empty();
                chunk = chunk.strip_prefix(b"\n").unwrap_or(chunk);
            }
        }
        self.keep(chunk);
    }

    fn keep(&mut self, part: &[u8]) {
        let room = MAX_LINE_BYTES.saturating_sub(self.rest.len());
        self.too_long += u64::from(part.len() > room && room > 0);
        self.rest.extend_from_slice(part.get(..room).unwrap_or(part));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8], size: usize) -> Vec<String> {
        let (mut decoder, mut lines) = (Decoder::default(), Vec::new());
        let mut take = |line: &[u8]| lines.push(String::from_utf8_lossy(line).into_owned());
        for chunk in bytes.chunks(size) {
            decoder.push(chunk, &mut take);
        }
        decoder.finish(&mut take);
        lines
    }

    #[test]
    fn lines_depend_neither_on_chunks_nor_on_the_encoding() {
        let text = "one\r\n\r\ntwo three\rfour \u{2026} \u{1f525}\nfive";
        let expect = ["one", "", "two three", "four \u{2026} \u{1f525}", "five"];
        let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let marked_le = [&[0xff, 0xfe], le.as_slice()].concat();
        let marked_be = [&[0xfe, 0xff], be.as_slice()].concat();
        let marked = format!("\u{feff}{text}");
        for bytes in [text.as_bytes(), marked.as_bytes(), &le, &be, &marked_le, &marked_be] {
            for size in [1, 2, 3, 7, 1_000] {
                assert_eq!(lines(bytes, size), expect, "chunks of {size} of {bytes:?}");
            }
        }
    }

    #[test]
    fn bytes_of_no_encoding_are_latin() {
        assert_eq!(characters(b"a\xa0\xa0b\x85"), "a  b\u{2026}");
        assert_eq!(characters("\u{e9}\u{a0}".as_bytes()), "\u{e9}\u{a0}");
        assert_eq!(characters(b"\xe9\xa0"), "\u{fffd} ");
    }

    #[test]
    fn zero_bytes_alone_are_no_utf16() {
        assert_eq!(Encoding::of(&[0; 64]), Encoding::Utf8);
        assert_eq!(Encoding::of(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0"), Encoding::Utf8);
        assert_eq!(Encoding::of(b"a\0"), Encoding::Utf8);
    }
}
