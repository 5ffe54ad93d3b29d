//! Texts as an editor of documents saves them (Rich Text Format): control words between the letters, and line ends that are
//! words too.

/// Groups of a document that are no text of it, by their first word. Those that begin with `\*` are none either.
const NO_TEXT: [&str; 8] =
    ["fonttbl", "colortbl", "stylesheet", "info", "pict", "header", "footer", "generator"];
/// Groups within groups; a document has fewer.
const MAX_DEPTH: usize = 1000;

/// Takes the text out of a document of RTF; any other text goes past it.
#[derive(Debug, Default)]
pub struct Rtf {
    /// Groups that are open; none outside of a document.
    depth: usize,
    /// The group at this depth, with all that is in it, is no text.
    skipped: Option<usize>,
    /// The group that began last has had no word yet.
    begins: bool,
    /// Of a line that goes on.
    open: String,
}

impl Rtf {
    /// Hands out the lines that a line of a document completes; `false` where it is none of a document.
    pub fn takes(&mut self, line: &str, out: &mut dyn FnMut(&str)) -> bool {
        if self.depth == 0 && !line.trim_start().starts_with("{\\rtf") {
            return false;
        }
        let mut rest = line;
        while let Some(sign) = rest.chars().next() {
            let behind = &rest[sign.len_utf8()..];
            rest = match sign {
                '{' => {
                    self.depth = (self.depth + 1).min(MAX_DEPTH);
                    self.begins = true;
                    behind
                }
                '}' => {
                    if self.skipped.is_some_and(|depth| depth >= self.depth) {
                        self.skipped = None;
                    }
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        self.finish(out);
                    }
                    behind
                }
                '\\' => self.control(behind, out),
                '\r' => behind,
                other => {
                    self.push(other);
                    behind
                }
            };
        }
        true
    }

    /// Hands out the last line, where the document has no end.
    pub fn finish(&mut self, out: &mut dyn FnMut(&str)) {
        if !self.open.is_empty() {
            self.end_line(out);
        }
    }

    /// What a `\` begins; the rest of the line behind it.
    fn control<'a>(&mut self, text: &'a str, out: &mut dyn FnMut(&str)) -> &'a str {
        let Some(first) = text.chars().next().filter(|first| *first != '\r') else {
            // At the end of a line it is the end of the text's line.
            self.end_line(out);
            return text;
        };
        if !first.is_ascii_alphabetic() {
            let rest = &text[first.len_utf8()..];
            match first {
                '*' => self.skip(),
                '\'' => {
                    let code = rest.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
                    let Some(code) = code else { return rest };
                    self.push(char::from(code));
                    return &rest[2..];
                }
                '~' => self.push(' '),
                '_' => self.push('-'),
                '\\' | '{' | '}' => self.push(first),
                _ => {}
            }
            return rest;
        }
        let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        let is_digit = |(at, char): (usize, char)| char.is_ascii_digit() || at == 0 && char == '-';
        let digits = rest.char_indices().take_while(|each| is_digit(*each)).count();
        let (number, rest) = rest.split_at(digits);
        // One blank behind a word is its end.
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        if std::mem::take(&mut self.begins) && NO_TEXT.contains(&word) {
            self.skip();
        }
        match word {
            "par" | "line" | "row" | "sect" | "page" => self.end_line(out),
            "tab" | "cell" => self.push('\t'),
            "endash" | "emdash" => self.push('-'),
            // A character by its number, with one for programs that know none behind it.
            "u" => {
                let code = number.parse::<i32>().ok().map(|code| code.rem_euclid(1 << 16));
                let char = code.and_then(|code| char::from_u32(code.cast_unsigned()));
                self.push(char.unwrap_or(char::REPLACEMENT_CHARACTER));
                let mut others = rest.chars();
                return if others.next().is_some_and(|c| !"\\{}".contains(c)) {
                    others.as_str()
                } else {
                    rest.get(4..).filter(|_| rest.starts_with("\\'")).unwrap_or(rest)
                };
            }
            _ => {}
        }
        rest
    }

    fn skip(&mut self) {
        self.skipped.get_or_insert(self.depth);
    }

    fn push(&mut self, char: char) {
        self.begins = false;
        if self.skipped.is_none() {
            self.open.push(char);
        }
    }

    fn end_line(&mut self, out: &mut dyn FnMut(&str)) {
        if self.skipped.is_none() {
            out(&std::mem::take(&mut self.open));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(document: &str, expect: &[&str]) {
        let (mut rtf, mut lines) = (Rtf::default(), Vec::new());
        for line in document.split('\n') {
            let taken = rtf.takes(line, &mut |line| lines.push(line.to_owned()));
            if !taken {
                lines.push(format!("not taken: {line}"));
            }
        }
        rtf.finish(&mut |line| lines.push(line.to_owned()));
        assert_eq!(lines, expect, "{document}");
    }

    #[test]
    fn documents_of_editors() {
        let head = "{\\rtf1\\ansi{\\fonttbl\\f0\\fmodern Courier;}\n{\\colortbl;\\red255;}\n{\\*\\expandedcolortbl;;}\n\\f0\\fs18 \\cf0 ";
        check(&format!("{head}  1.00% \\{{a\\}}\\\n  2.00%\\\n}}"), &["  1.00% {a}", "  2.00%"]);
        let word = "{\\rtf1 {\\fonttbl{\\f0 Courier;}}\r\n a\\tab b\\par\r\n{\\b c}\\'a0d\\par }\r";
        check(word, &[" a\tb", "c\u{a0}d"]);
        check("{\\rtf1 \\u8230?x\\u-10179?\\line y", &["\u{2026}x\u{fffd}", "y"]);
        check("{\\rtf1 a}\nb", &["a", "not taken: b"]);
    }

    #[test]
    fn other_texts_go_past() {
        check("  1.00% {lambda}\n\\rtf", &["not taken:   1.00% {lambda}", "not taken: \\rtf"]);
        for cut in
            ["{\\rtf1 \\'", "{\\rtf1 \\'é", "{\\rtf1 \\u", "{\\rtf1 \\uc1\\u1\\'", "{\\rtf1 }}}"]
        {
            let _ = Rtf::default().takes(cut, &mut |_| {});
        }
    }
}
