//! A line of pahole's text without its comments.

use super::comment;
use super::marks;

/// A line without its comments, and what of it counts.
pub struct Line<'a> {
    pub raw: &'a [u8],
    pub code: String,
    pub opens: usize,
    pub closes: usize,
    pub indented: bool,
    /// It ends inside a comment, or it is the last one and has no end.
    pub is_cut: bool,
    pub states_place: bool,
    /// The byte that it states.
    pub place: Option<u64>,
    /// It says that lines were taken out.
    pub mark: Option<String>,
}

impl<'a> Line<'a> {
    /// Takes the comments out. A comment may go on in the next line: `in_comment` is told and set.
    pub fn read(raw: &'a [u8], in_comment: &mut bool) -> Self {
        let text = String::from_utf8_lossy(raw);
        let mut code = String::new();
        let mut comment = String::new();
        let mut rest: &str = &text;
        let began_inside = *in_comment;
        while !rest.is_empty() {
            if *in_comment {
                match rest.split_once("*/") {
                    Some((inner, behind)) => {
                        comment = inner.to_owned();
                        *in_comment = false;
                        rest = behind;
                    }
                    None => break,
                }
            } else {
                match rest.split_once("/*") {
                    Some((front, inner)) => {
                        code.push_str(front);
                        code.push(' ');
                        *in_comment = true;
                        rest = inner;
                    }
                    None => {
                        code.push_str(rest);
                        break;
                    }
                }
            }
        }
        let stated = comment::stated(format!("/*{comment}*/").as_bytes())
            .filter(|_| !*in_comment && !began_inside);
        let (states_place, place) = (stated.is_some(), stated.map(|(offset, ..)| offset));
        let ends = raw.ends_with(b"\n");
        let code = code.trim().to_owned();
        let has_comment = text.contains("/*");
        let whole =
            ends || states_place || code.is_empty() || (code.ends_with([';', '{']) && !has_comment);
        Self {
            opens: code.matches('{').count(),
            closes: code.matches('}').count(),
            indented: raw.first().is_some_and(u8::is_ascii_whitespace),
            is_cut: *in_comment || !whole,
            states_place,
            place,
            mark: marks::left_out(&text, &code, &comment).filter(|_| !*in_comment && !began_inside),
            raw,
            code,
        }
    }

    /// `struct name {`
    pub fn is_head(&self) -> bool {
        let mut words = self.code.split_whitespace().skip_while(|word| *word == "typedef");
        matches!(words.next(), Some("struct" | "union" | "class"))
            && self.code.ends_with('{')
            && !self.code.contains(';')
    }

    /// Whether pahole's own indentation, of one tab for each level, says that it is no part of a nested struct.
    pub fn is_of_the_outermost(&self) -> bool {
        let tabs = self.raw.iter().take_while(|byte| **byte == b'\t').count();
        tabs == 1
            && !self.code.starts_with('}')
            && (self.states_place || is_summary(self.raw) || self.opens > 0)
    }

    /// Whether the first line of a text begins where pahole begins one, and not in the middle of a word.
    pub fn begins_whole(&self) -> bool {
        self.raw.starts_with(b"\t") && self.code.split_whitespace().count() > 1
    }
}

/// `/* size: 40, cachelines: 1, members: 5 */`
pub fn is_summary(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"/* size: ") && line.trim_ascii_end().ends_with(b"*/")
}
