//! What mailers, pagers and editors do to a pasted report, undone line by line.

use std::borrow::Cow;

/// Cleans lines; it remembers what it saw of the text so far.
#[derive(Debug, Default)]
pub struct Cleaner {
    quoted_printable: bool,
    soft_break: String,
}

impl Cleaner {
    /// The line without quote marks (`> `), HTML entities, no-break spaces and the numbers of
    /// `cat -n`; `None` where it goes on in the next line (quoted-printable `=` at its end) or is a code fence.
    pub fn line(&mut self, raw: &[u8]) -> Option<String> {
        let text = String::from_utf8_lossy(raw);
        let text = unquoted(&text);
        if text.trim_start().starts_with("```") {
            return None;
        }
        let mut text = entities(text);
        if text.contains("=3D") {
            self.quoted_printable = true;
        }
        // "=====" is a rule of the report, also behind a line number.
        let last = text.rsplit(char::is_whitespace).next().unwrap_or_default();
        let soft =
            last.ends_with('=') && !(last.len() > 3 && last.bytes().all(|byte| byte == b'='));
        if soft {
            self.quoted_printable = true;
            text.to_mut().pop();
        }
        if self.quoted_printable {
            text = Cow::Owned(decoded(&text));
        }
        if !self.soft_break.is_empty() {
            let start = std::mem::take(&mut self.soft_break);
            text = Cow::Owned(start + &text);
        }
        if soft && text.len() < 1 << 16 {
            self.soft_break = text.into_owned();
            return None;
        }
        Some(plain(text))
    }

    /// What is left when the text ends in a soft break.
    pub fn finish(&mut self) -> Option<String> {
        let rest = std::mem::take(&mut self.soft_break);
        (!rest.is_empty()).then(|| plain(Cow::Owned(rest)))
    }
}

/// No-break spaces and tabs become blanks; a number that `cat -n` put before a tab goes.
fn plain(text: Cow<str>) -> String {
    let has_tab = text.contains('\t');
    if !has_tab && text.is_ascii() {
        return text.into_owned();
    }
    let numbered = text
        .trim_start()
        .split_once('\t')
        .filter(|(number, _)| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()));
    let text = numbered.map_or(&*text, |(_, rest)| rest);
    text.replace(['\u{a0}', '\t', '\u{feff}'], " ")
}

/// Takes the quote marks of mails off: `> > text`, `>> text`.
fn unquoted(mut text: &str) -> &str {
    while let Some(rest) = text.trim_start_matches(' ').strip_prefix('>') {
        text = rest.strip_prefix(' ').unwrap_or(rest);
    }
    text
}

fn entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut text = text.to_owned();
    for (entity, char) in [
        ("&nbsp;", " "),
        ("&gt;", ">"),
        ("&lt;", "<"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ] {
        if text.contains(entity) {
            text = text.replace(entity, char);
        }
    }
    Cow::Owned(text)
}

/// Quoted-printable `=XX`.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'=')
            .then(|| bytes.get(at + 1..at + 3))
            .flatten()
            .filter(|code| code.iter().all(|b| b.is_ascii_digit() || (b'A'..=b'F').contains(b)))
            .and_then(crate::tokens::hex);
        match code {
            Some(byte) => {
                out.push(byte as u8);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], expect: &[&str]) {
        let mut cleaner = Cleaner::default();
        let mut got: Vec<String> =
            lines.iter().filter_map(|l| cleaner.line(l.as_bytes())).collect();
        got.extend(cleaner.finish());
        assert_eq!(got, expect);
    }

    #[test]
    fn mails_and_editors_are_undone() {
        check(&["> >   1.00% 0x8", ">>  2.00%"], &["  1.00% 0x8", " 2.00%"]);
        check(&["    12\t  Total records : 5"], &["  Total records : 5"]);
        check(&["```", "text", "```"], &["text"]);
        check(&["a&nbsp;b &gt; c"], &["a b > c"]);
        check(&["a\u{a0}b\tc"], &["a b c"]);
    }

    #[test]
    fn quoted_printable_needs_evidence() {
        // A rule of '=' is not a soft break, and ldlat=30 is not the digit 0.
        check(&["=====", "ldlat=30/P"], &["=====", "ldlat=30/P"]);
        check(&["  3  =====", "ldlat=30/P"], &["  3  =====", "ldlat=30/P"]);
        check(&["=3D=3D", "ldlat=3D30"], &["==", "ldlat=30"]);
        check(&["0xffff=", "81 end"], &["0xffff81 end"]);
    }
}
