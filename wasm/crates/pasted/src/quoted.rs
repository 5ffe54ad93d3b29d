//! Mails: quote marks, and quoted-printable.

use std::borrow::Cow;

use crate::base64::name_and_value;
use crate::numbers::same_stamp;
use crate::prefix::without_common;

/// Takes so many quote marks of mails off: `> > text`, `>> text`.
pub fn unquoted(text: &str, levels: usize) -> &str {
    let mut text = text;
    for _ in 0..levels {
        let Some(rest) = text.trim_start_matches(' ').strip_prefix('>') else { break };
        text = rest.strip_prefix(' ').unwrap_or(rest);
    }
    text
}

/// How many quote marks a line has.
pub fn quote_levels(text: &str) -> usize {
    text.bytes().take_while(|byte| matches!(byte, b' ' | b'>')).filter(|byte| *byte == b'>').count()
}

/// Undoes quoted-printable; it has to see evidence first, as a report has `ldlat=30` too.
#[derive(Debug, Default)]
pub struct QuotedPrintable {
    seen: bool,
    /// The head of this part of a mail says that it is encoded so: its breaks are no guess.
    announced: bool,
    open: String,
    /// Lines that went on in the next one, where no head says so, or with something of their own before the rest.
    pub joined: u64,
    /// Blanks that every line began with so far.
    indent: Option<usize>,
}

impl QuotedPrintable {
    /// The line; `None` where it goes on in the next one (`=` at its end).
    pub fn line<'a>(&mut self, text: &'a str) -> Option<Cow<'a, str>> {
        if text.contains("=3D") {
            self.seen = true;
        }
        self.header(text);
        let blanks = text.len() - text.trim_start_matches(' ').len();
        if blanks < text.len() {
            self.indent = Some(self.indent.map_or(blanks, |indent| indent.min(blanks)));
        }
        // "=====" is a rule of the report, whatever stands before it.
        let bare = text.trim_end();
        let soft = bare.ends_with('=')
            && !bare.ends_with("==")
            && !bare.ends_with("\u{8}=")
            && (self.seen || self.announced || !names_value(bare));
        if !soft && self.open.is_empty() && !self.seen {
            return Some(Cow::Borrowed(text));
        }
        self.seen |= soft;
        // No program writes an empty line behind a soft break: the text was parted there, into posts or by a person.
        if bare.is_empty() && !self.open.is_empty() {
            return Some(Cow::Owned(std::mem::take(&mut self.open) + "="));
        }
        let text = if soft { &bare[..bare.len() - 1] } else { text };
        // Where the mail was quoted, or logged, after it was encoded, the rest has its own mark.
        let whole = text.len();
        let bare = without_common(text, &self.open);
        let bare = if bare.len() == whole { same_stamp(bare, &self.open) } else { bare };
        // Where a head says how a part is encoded its blanks are its own.
        let mark = &text[..whole - bare.len()];
        let text = if self.announced && mark.trim().is_empty() { text } else { bare };
        let has_mark = text.len() < whole;
        self.joined += u64::from(has_mark && self.announced);
        let has_no_mark = !has_mark && !self.open.is_empty();
        let indent = self.indent.filter(|indent| has_no_mark && text.len() > *indent);
        let text = indent.map_or(text, |indent| &text[indent..]);
        let joined = std::mem::take(&mut self.open) + &decoded(text);
        if soft && joined.len() < 1 << 16 {
            self.joined += u64::from(!self.announced);
            self.open = joined;
            return None;
        }
        Some(Cow::Owned(joined))
    }

    fn header(&mut self, text: &str) {
        // The rest of a line may begin as another part of the mail does; a rule and a signature are none.
        if !self.open.is_empty() {
            return;
        }
        let boundary = text.strip_prefix("--").map(|rest| rest.trim_start_matches('-'));
        if boundary.is_some_and(|name| !name.is_empty() && !name.starts_with(' ')) {
            self.announced = false;
        } else if let Some((name, value)) = name_and_value(text.as_bytes())
            && name.eq_ignore_ascii_case(b"Content-Transfer-Encoding")
        {
            self.announced = value.trim_ascii().eq_ignore_ascii_case(b"quoted-printable");
        }
    }

    /// What is left when the text ends in a soft break.
    pub fn finish(&mut self) -> Option<String> {
        let rest = std::mem::take(&mut self.open);
        (!rest.is_empty()).then_some(rest)
    }
}

/// Whether a line was broken behind the `=` of an event: `cpu/mem-loads,ldlat=`. A mail would have `=3D` there.
fn names_value(line: &str) -> bool {
    let word = line.trim_end_matches('=').rsplit(' ').next().unwrap_or_default();
    let key = word.rsplit([',', '/', ':']).next().unwrap_or_default();
    key.len() < word.len()
        && !key.is_empty()
        && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
}

/// `=XX` as the bytes that it stands for.
pub fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('=') {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = (*byte == b'=')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .filter(|code| code.bytes().all(|b| b.is_ascii_digit() || (b'A'..=b'F').contains(&b)))
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        out.push(code.unwrap_or(*byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    Cow::Owned(String::from_utf8_lossy(&out).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], expect: &[&str]) {
        let mut quoted = QuotedPrintable::default();
        let mut got: Vec<String> =
            lines.iter().filter_map(|line| quoted.line(line).map(Cow::into_owned)).collect();
        got.extend(quoted.finish());
        assert_eq!(got, expect);
    }

    #[test]
    fn quote_marks() {
        assert_eq!(unquoted("> >   1.00% 0x8", 9), "  1.00% 0x8");
        assert_eq!(unquoted("> >::at(int)", 1), ">::at(int)");
        assert_eq!(unquoted(">>  2.00%", 9), " 2.00%");
        assert_eq!(quote_levels("> >> a > b"), 3);
    }

    #[test]
    fn a_break_that_a_head_announces_is_none_to_doubt() {
        let joined = |lines: &[&str]| {
            let mut quoted = QuotedPrintable::default();
            lines.iter().for_each(|line| drop(quoted.line(line)));
            quoted.joined
        };
        let head = "Content-Transfer-Encoding: quoted-printable";
        assert_eq!(joined(&["  0x8  a=", "  b=3D"]), 1);
        assert_eq!(joined(&[head, "", "  0x8  a=", "  b=3D"]), 0);
        assert_eq!(joined(&[head, "", "--=_b0", "  0x8  a=", "  b=3D"]), 1);
        assert_eq!(joined(&[head, "", "> 0x8  a=", "> b=3D"]), 1);
        assert_eq!(joined(&[head, "", "#  =", "--  Total=", "  b", "  c=", "d"]), 0);
    }

    #[test]
    fn quoted_printable_needs_evidence() {
        // A rule of '=' is not a soft break, and ldlat=30 is not the digit 0.
        check(&["=====", "ldlat=30/P"], &["=====", "ldlat=30/P"]);
        for rule in ["  3  =====", ">=====", "a.txt:3:====="] {
            check(&[rule, "ldlat=30/P"], &[rule, "ldlat=30/P"]);
        }
        check(&["=3D=3D", "ldlat=3D30"], &["==", "ldlat=30"]);
        check(&["cpu/mem-loads,ldlat=", "30/P"], &["cpu/mem-loads,ldlat=", "30/P"]);
        check(&["a =3D", "cpu/x,ld=", "lat=3D30/P"], &["a =", "cpu/x,ldlat=30/P"]);
        check(&["0xffff=", "81 end"], &["0xffff81 end"]);
        check(&["> 0xffff=", "> 81 end"], &["> 0xffff81 end"]);
        let time =
            ["Jan 02 03:04:05 host perf[123]: 0xffff=", "Jan 02 03:04:06 host perf[123]: 81 end"];
        check(&time, &["Jan 02 03:04:05 host perf[123]: 0xffff81 end"]);
        let number = ["9\u{2502} 0xffff=", "10\u{2502} 81 end"];
        check(&number, &["9\u{2502} 0xffff81 end"]);
        check(&["a=20", "b=3D=20"], &["a=20", "b= "]);
        check(&["0xffff8=", "", "jane:", "81 end"], &["0xffff8=", "jane:", "81 end"]);
    }
}
