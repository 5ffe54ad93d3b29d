//! Chunks of bytes to lines.

use memchr::memchr;

/// A line longer than this is cut: no report has one, and memory stays bounded.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Cuts a stream of chunks into lines, without their line ends.
#[derive(Debug, Default)]
pub struct LineFeed {
    rest: Vec<u8>,
}

impl LineFeed {
    /// Takes the next chunk and hands out every line that it completes.
    pub fn push(&mut self, chunk: &[u8], line: &mut dyn FnMut(&[u8])) {
        let mut chunk = chunk;
        if !self.rest.is_empty() {
            match memchr(b'\n', chunk) {
                None => return self.keep(chunk),
                Some(end) => {
                    self.keep(&chunk[..end]);
                    line(without_return(&self.rest));
                    self.rest.clear();
                    chunk = &chunk[end + 1..];
                }
            }
        }
        while let Some(end) = memchr(b'\n', chunk) {
            line(without_return(&chunk[..end.min(MAX_LINE_BYTES)]));
            chunk = &chunk[end + 1..];
        }
        self.keep(chunk);
    }

    /// Hands out the last line, if the text does not end in a line end.
    pub fn finish(&mut self, line: &mut dyn FnMut(&[u8])) {
        if !self.rest.is_empty() {
            line(without_return(&self.rest));
            self.rest.clear();
        }
    }

    fn keep(&mut self, part: &[u8]) {
        let room = MAX_LINE_BYTES.saturating_sub(self.rest.len());
        self.rest.extend_from_slice(&part[..part.len().min(room)]);
    }
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_do_not_depend_on_where_chunks_end() {
        let text = b"one\r\n\ntwo three\nfour";
        for at in 0..=text.len() {
            let (mut feed, mut lines) = (LineFeed::default(), Vec::new());
            let mut take = |line: &[u8]| lines.push(String::from_utf8_lossy(line).into_owned());
            feed.push(&text[..at], &mut take);
            feed.push(&text[at..], &mut take);
            feed.finish(&mut take);
            assert_eq!(lines, ["one", "", "two three", "four"], "cut at {at}");
        }
    }
}
