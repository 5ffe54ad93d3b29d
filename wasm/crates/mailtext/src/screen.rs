//! What a program drew on a terminal, as `script` records it: characters between sequences that move the cursor. Each screen
//! that differs from those before it is handed out whole; of what scrolls through a terminal, each line once.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::terminal::without_bar;

/// No terminal is larger.
const MAX_ROWS: usize = 300;
const MAX_COLUMNS: usize = 1_000;
/// A program that draws a screen places the cursor more often than a prompt does.
const FEWEST_PLACED: usize = 3;
/// Different lines and screens that are remembered.
const MAX_SEEN: usize = 1 << 18;
/// So much of screens is handed out for each byte of a recording, and so much more; then only lines that are new.
const SHOWN_FOR_BYTE: usize = 4;
const SHOWN_BEFORE: usize = 1 << 20;

/// Whether the beginning of a text is the recording of a screen: it places the cursor at rows and columns (`ESC [ 12 ; 1 H`).
pub(crate) fn is_recorded(start: &[u8]) -> bool {
    let escapes = memchr::memmem::find_iter(start, b"\x1b[");
    let places = escapes.filter(|at| {
        let rest = start.get(at + 2..).unwrap_or_default();
        let end = rest.iter().position(|byte| !byte.is_ascii_digit() && *byte != b';');
        let (place, sign) = rest.split_at(end.unwrap_or(rest.len()));
        place.contains(&b';') && matches!(sign.first(), Some(b'H' | b'f'))
    });
    places.take(FEWEST_PLACED).count() == FEWEST_PLACED
}

/// A terminal of ECMA-48, as far as programs that draw a screen use it.
#[derive(Debug, Default)]
pub(crate) struct Screen {
    rows: Vec<Row>,
    row: usize,
    column: usize,
    saved: (usize, usize),
    /// The first and the last row that scroll.
    region: Option<(usize, usize)>,
    /// The last row that was written.
    written: usize,
    /// The character that was drawn last, which `ESC [ n b` repeats.
    last: char,
    /// Letters stand for lines and blocks.
    draws: [bool; 2],
    shifted: bool,
    /// What is left of the last chunk: a sequence or a character that has begun.
    rest: Vec<u8>,
    seen: HashSet<u64>,
    /// The mark of the first line of the screen when a line was handed out last.
    title: Option<u64>,
    /// Bytes that were read, and that were handed out as whole screens.
    read: usize,
    shown: usize,
    /// All of the terminal has scrolled: what is drawn is no screen of a program.
    scrolls: bool,
}

#[derive(Debug, Default, Clone)]
struct Row {
    cells: Vec<char>,
    is_new: bool,
}

impl Screen {
    /// Takes the next bytes of the recording.
    pub fn push(&mut self, chunk: &[u8], line: &mut dyn FnMut(&[u8])) {
        self.read += chunk.len();
        let mut bytes = std::mem::take(&mut self.rest);
        bytes.extend_from_slice(chunk);
        let text = String::from_utf8_lossy(match std::str::from_utf8(&bytes) {
            Err(error) if error.error_len().is_none() => {
                self.rest = bytes.get(error.valid_up_to()..).unwrap_or_default().to_vec();
                bytes.get(..error.valid_up_to()).unwrap_or_default()
            }
            _ => &bytes,
        })
        .into_owned();
        let mut rest = text.as_str();
        while let Some(char) = rest.chars().next() {
            let behind = &rest[char.len_utf8()..];
            if char != '\u{1b}' {
                self.put(char, line);
                rest = behind;
                continue;
            }
            match sequence_length(behind) {
                Some(length) => {
                    self.sequence(&behind[..length], line);
                    rest = &behind[length..];
                }
                // It goes on in the next chunk; one that is too long is none.
                None if rest.len() < 256 => {
                    self.rest.splice(..0, rest.bytes());
                    return;
                }
                None => rest = behind,
            }
        }
    }

    /// Hands out what the last screen showed.
    pub fn finish(&mut self, line: &mut dyn FnMut(&[u8])) {
        self.show(line);
    }

    fn put(&mut self, char: char, line: &mut dyn FnMut(&[u8])) {
        match char {
            '\r' => self.column = 0,
            '\n' => self.feed(line),
            '\u{8}' => self.column = self.column.saturating_sub(1),
            '\t' => self.column = (self.column / 8 + 1) * 8,
            '\u{e}' | '\u{f}' => self.shifted = char == '\u{e}',
            _ if char.is_control() => {}
            _ => {
                let [plain, shifted] = self.draws;
                let drawn = if self.shifted { shifted } else { plain };
                let char = if drawn { drawing(char) } else { char };
                self.last = char;
                self.write(char, line);
            }
        }
        self.column = self.column.min(MAX_COLUMNS - 1);
    }

    fn write(&mut self, char: char, line: &mut dyn FnMut(&[u8])) {
        // A screen is drawn from its top: what is written further up is the next one.
        if self.row < self.written {
            self.show(line);
        }
        self.written = self.row;
        let column = self.column;
        let row = self.row_at(self.row);
        if row.cells.len() <= column {
            row.cells.resize(column + 1, ' ');
        }
        if let Some(cell) = row.cells.get_mut(column) {
            row.is_new |= *cell != char;
            *cell = char;
        }
        self.column += 1;
    }

    fn row_at(&mut self, at: usize) -> &mut Row {
        let at = at.min(MAX_ROWS - 1);
        if self.rows.len() <= at {
            self.rows.resize(at + 1, Row::default());
        }
        #[expect(clippy::indexing_slicing, reason = "the rows reach to this one")]
        &mut self.rows[at]
    }

    fn feed(&mut self, line: &mut dyn FnMut(&[u8])) {
        let (top, bottom) = self.region.unwrap_or((0, MAX_ROWS - 1));
        if self.row == bottom || self.row + 1 >= MAX_ROWS {
            self.scroll(top, bottom, 1, line);
        } else {
            self.row += 1;
        }
    }

    /// Moves the rows of a region up (down, where `by` is negative).
    fn scroll(&mut self, top: usize, bottom: usize, by: isize, line: &mut dyn FnMut(&[u8])) {
        self.show(line);
        self.scrolls = self.region.is_none();
        let bottom = bottom.min(MAX_ROWS - 1);
        self.row_at(bottom);
        let Some(rows) = self.rows.get_mut(top..=bottom) else { return };
        let count = by.unsigned_abs().min(rows.len());
        if by > 0 {
            rows.rotate_left(count);
            rows.iter_mut().rev().take(count).for_each(|row| *row = Row::default());
        } else {
            rows.rotate_right(count);
            rows.iter_mut().take(count).for_each(|row| *row = Row::default());
        }
    }

    fn sequence(&mut self, sequence: &str, line: &mut dyn FnMut(&[u8])) {
        let Some(inside) = sequence.strip_prefix('[') else {
            match sequence.as_bytes() {
                [b'(', set] => self.draws[0] = *set == b'0',
                [b')', set] => self.draws[1] = *set == b'0',
                b"7" => self.saved = (self.row, self.column),
                b"8" => (self.row, self.column) = self.saved,
                b"D" => self.feed(line),
                b"E" => {
                    self.column = 0;
                    self.feed(line);
                }
                b"M" => {
                    let (top, bottom) = self.region.unwrap_or((0, MAX_ROWS - 1));
                    match self.row {
                        row if row == top => self.scroll(top, bottom, -1, line),
                        row => self.row = row.saturating_sub(1),
                    }
                }
                _ => {}
            }
            return;
        };
        let end = inside.len() - inside.chars().next_back().map_or(0, char::len_utf8);
        let (numbers, sign) = inside.split_at(end);
        let number = |at: usize| numbers.split(';').nth(at).and_then(|n| n.parse::<usize>().ok());
        let count = number(0).unwrap_or(1).clamp(1, MAX_COLUMNS);
        let by = count as isize;
        match sign {
            "H" | "f" => {
                self.row = number(0).unwrap_or(1).clamp(1, MAX_ROWS) - 1;
                self.column = number(1).unwrap_or(1).clamp(1, MAX_COLUMNS) - 1;
            }
            "A" => self.row = self.row.saturating_sub(count),
            "B" | "e" => self.row = (self.row + count).min(MAX_ROWS - 1),
            "C" | "a" => self.column = (self.column + count).min(MAX_COLUMNS - 1),
            "D" => self.column = self.column.saturating_sub(count),
            "G" | "`" => self.column = count - 1,
            "d" => self.row = count.min(MAX_ROWS) - 1,
            "b" => (0..count).for_each(|_| self.write(self.last, line)),
            "J" | "K" => self.erase(sign == "J", number(0).unwrap_or(0), line),
            "X" => self.blank(count),
            "P" | "@" => self.shift(count, sign == "P"),
            "L" | "M" => {
                let (_, bottom) = self.region.unwrap_or((0, MAX_ROWS - 1));
                self.scroll(self.row, bottom, if sign == "M" { by } else { -by }, line);
            }
            "S" | "T" => {
                let (top, bottom) = self.region.unwrap_or((0, MAX_ROWS - 1));
                self.scroll(top, bottom, if sign == "S" { by } else { -by }, line);
            }
            "r" => {
                let top = number(0).unwrap_or(1).clamp(1, MAX_ROWS) - 1;
                let bottom = number(1).map(|row| row.clamp(1, MAX_ROWS) - 1);
                self.region = bottom.filter(|bottom| top < *bottom).map(|bottom| (top, bottom));
                (self.row, self.column) = (0, 0);
            }
            // Another screen, or the one before it.
            "h" | "l" if numbers.starts_with("?1049") || numbers.starts_with("?47") => {
                self.erase(true, 2, line);
            }
            _ => {}
        }
    }

    fn erase(&mut self, all_rows: bool, what: usize, line: &mut dyn FnMut(&[u8])) {
        if all_rows && (what != 0 || self.row == 0) {
            self.show(line);
        }
        let (at, column) = (self.row, self.column);
        for (index, row) in self.rows.iter_mut().enumerate() {
            let (before, after) = (what != 0, what != 1);
            if index == at {
                if before {
                    row.cells.iter_mut().take(column + 1).for_each(|cell| *cell = ' ');
                }
                if after {
                    row.cells.truncate(if before { 0 } else { column });
                }
            } else if all_rows && (index < at && before || index > at && after) {
                *row = Row::default();
            }
        }
    }

    fn blank(&mut self, count: usize) {
        let column = self.column;
        let row = self.row_at(self.row);
        row.cells.iter_mut().skip(column).take(count).for_each(|cell| *cell = ' ');
    }

    fn shift(&mut self, count: usize, left: bool) {
        let column = self.column;
        let row = self.row_at(self.row);
        row.is_new = true;
        if left {
            let end = (column + count).min(row.cells.len());
            row.cells.drain(column.min(end)..end);
        } else if column < row.cells.len() {
            row.cells.splice(column..column, std::iter::repeat_n(' ', count));
            row.cells.truncate(MAX_COLUMNS);
        }
    }

    /// Hands out the screen, if it is another one than before, or what of its lines is.
    fn show(&mut self, line: &mut dyn FnMut(&[u8])) {
        self.written = 0;
        let is_drawn = !std::mem::take(&mut self.scrolls);
        let title = self.rows.first().map_or(0, |row| mark(&row.cells, 0));
        let is_other = self.title.replace(title) != Some(title);
        if !is_other && !self.rows.iter().any(|row| row.is_new) {
            return;
        }
        let shown: Vec<String> = self.rows.iter().map(|row| row.cells.iter().collect()).collect();
        let bytes: usize = shown.iter().map(|text| text.trim_end().len() + 1).sum();
        let is_whole = is_drawn
            && self.shown + bytes <= SHOWN_BEFORE + SHOWN_FOR_BYTE.saturating_mul(self.read);
        self.shown += if is_whole { bytes } else { 0 };
        for (at, (row, text)) in self.rows.iter_mut().zip(&shown).enumerate() {
            // The first line says what those below it are of.
            let is_title = at == 0 && is_other && is_drawn && !row.cells.is_empty();
            let is_new = std::mem::take(&mut row.is_new);
            let mark = mark(&row.cells, title);
            let is_known = self.seen.contains(&mark);
            if self.seen.len() < MAX_SEEN {
                self.seen.insert(mark);
            }
            let bare = without_bar(text).trim_end();
            if !bare.is_empty() && (is_whole || is_title || is_new && !is_known) {
                line(bare.as_bytes());
            }
        }
    }
}

fn mark(cells: &[char], title: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    let end = cells.iter().rposition(|cell| *cell != ' ').map_or(0, |at| at + 1);
    (cells.get(..end), title).hash(&mut hasher);
    hasher.finish()
}

/// Letters of the set `0`, which draws lines: the scroll bar of a browser, blocks.
fn drawing(char: char) -> char {
    match char {
        '`' => '\u{25c6}',
        'a' => '\u{2592}',
        'q' => '-',
        'x' => '|',
        'j'..='n' | 't'..='w' => '+',
        _ => char,
    }
}

/// Length of what follows an escape character; `None` where it goes on.
fn sequence_length(text: &str) -> Option<usize> {
    let first = *text.as_bytes().first()?;
    let end = match first {
        b'[' => {
            let parameters = text.get(1..)?.find(|c: char| !('\u{20}'..='\u{3f}').contains(&c))?;
            1 + parameters + text.get(1 + parameters..)?.chars().next()?.len_utf8()
        }
        // A title or a link: to the bell or `ESC \`.
        b']' | b'P' | b'_' | b'^' => match (text.find('\u{7}'), text.find("\u{1b}\\")) {
            (Some(bell), Some(end)) if end < bell => end + 2,
            (Some(bell), _) => bell + 1,
            (None, Some(end)) => end + 2,
            (None, None) => return None,
        },
        b'(' | b')' | b'#' | b'%' => 1 + text.get(1..)?.chars().next()?.len_utf8(),
        _ => text.chars().next()?.len_utf8(),
    };
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(recorded: &str, expect: &[&str]) {
        for size in [1, 7, 1_000] {
            let (mut screen, mut seen) = (Screen::default(), Vec::new());
            let mut take = |line: &[u8]| seen.push(String::from_utf8_lossy(line).into_owned());
            for chunk in recorded.as_bytes().chunks(size) {
                screen.push(chunk, &mut take);
            }
            screen.finish(&mut take);
            assert_eq!(seen, expect, "in chunks of {size}");
        }
    }

    #[test]
    fn lines_are_where_they_were_drawn() {
        let drawn = "\u{1b}[2J\u{1b}[2;3Hb\u{1b}[1;1Ha\u{1b}[3;1H\u{1b}[7mc\u{1b}[m";
        check(drawn, &["  b", "a", "  b", "c"]);
        check("a\r\nb\u{1b}[5bx", &["a", "bbbbbbx"]);
        check("abc\u{1b}[1;2H\u{1b}[K\u{1b}[2;1Hd", &["a", "d"]);
    }

    #[test]
    fn each_screen_is_handed_out_once() {
        let first = "\u{1b}[1;1Hone\u{1b}[2;1Hrow\u{1b}[3;1Hother";
        let scrolled = "\u{1b}[1;1Hone\u{1b}[2;1Hother\u{1b}[K\u{1b}[3;1Hlast \u{1b}[K";
        let second = "\u{1b}[1;1Htwo\u{1b}[2;1Hrow  \u{1b}[K\u{1b}[3;1H\u{1b}[K";
        let drawn = [first, first, scrolled, second].concat();
        check(&drawn, &["one", "row", "other", "one", "other", "last", "two", "row"]);
    }

    #[test]
    fn what_scrolls_is_handed_out_line_by_line() {
        let lines: Vec<String> = (0..MAX_ROWS + 9).map(|at| format!("line {at}")).collect();
        let expect: Vec<&str> = lines.iter().map(String::as_str).collect();
        check(&lines.join("\r\n"), &expect);
    }

    #[test]
    fn recordings_are_told_from_colours() {
        assert!(is_recorded(b"\x1b[1;1Ha\x1b[2;1Hb\x1b[3;1Hc"));
        assert!(!is_recorded(b"\x1b[1;31ma\x1b[m\x1b[H\x1b[2J\x1b[0;1mb"));
    }
}
