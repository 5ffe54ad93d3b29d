//! The parts of a mail: quoted-printable and base64 (RFC 2045, sections 6.7 and 6.8), and pages of HTML, undone where the
//! mail says so. A mail that was saved without its header may still be quoted-printable: `=3D` shows it.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::before::unquoted;
use crate::decode::{Decoder, characters};
use crate::html;
use crate::terminal;

/// A line without its line end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailLine {
    /// Its characters.
    pub text: String,
    /// Number of its first line in the text as it came, from 1.
    pub number: u32,
}

/// Every line of a mail, or of any text that holds a patch: the signs at the start of its lines and the tabs in the middle
/// are its own, so that a line is only decoded.
///
/// ```
/// let mail = b"Content-Transfer-Encoding: quoted-printable\n\n+ int a =3D=\n 1;\n";
/// let lines = mailtext::mail_lines(mail);
/// assert_eq!(lines[2].text, "+ int a = 1;");
/// assert_eq!(lines[2].number, 3);
/// ```
pub fn mail_lines(bytes: &[u8]) -> Vec<MailLine> {
    let (mut decoder, mut raw) = (Decoder::default(), Vec::new());
    decoder.push(bytes, &mut |line| raw.push(line.to_vec()));
    decoder.finish(&mut |line| raw.push(line.to_vec()));
    let mut parts = Parts::of(raw.iter().map(Vec::as_slice));
    let mut out = Vec::new();
    let mut take = |number: u64, text: &str, is_page: bool| {
        let bare = terminal::bare(text);
        let bare = if is_page { Cow::Owned(html::plain(&bare)) } else { bare };
        for part in bare.strip_suffix('\n').unwrap_or(&bare).split('\n') {
            let text = part.trim_end_matches('\r').to_owned();
            out.push(MailLine { text, number: u32::try_from(number).unwrap_or(u32::MAX) });
        }
    };
    for line in &raw {
        parts.line(line, &mut take);
    }
    parts.finish(&mut take);
    out
}

/// Lines of quoted-printable that go on have up to 76 characters.
const SHORTEST_BROKEN: usize = 60;

/// Takes the lines of a text as they came, and hands out those of its parts: number, characters, and whether they are of a
/// page of HTML.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    number: u64,
    encoding: Encoding,
    /// Some part says how it is encoded, so that nothing has to be guessed.
    announces: bool,
    /// `=3D` stands somewhere.
    shows_quoted: bool,
    is_page: bool,
    /// A line that goes on in the next one.
    open: Option<(u64, String)>,
    body: Option<Decoder>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Encoding {
    #[default]
    None,
    QuotedPrintable,
    Base64,
}

impl Parts {
    /// For a text that has these lines, or begins with them.
    pub fn of<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut parts = Self::default();
        let mut broken = 0;
        for line in lines {
            // A rule of `=` is whole.
            broken += usize::from(
                line.len() > SHORTEST_BROKEN && line.ends_with(b"=") && !line.ends_with(b"=="),
            );
            parts.announces |= value_of(line, "content-transfer-encoding").is_some();
            parts.shows_quoted |= line.windows(3).any(|at| at == b"=3D");
        }
        parts.shows_quoted |= broken > 1;
        parts
    }

    pub fn line(&mut self, raw: &[u8], out: &mut dyn FnMut(u64, &str, bool)) {
        self.number += 1;
        if self.encoding == Encoding::Base64 && self.base64(raw, out) {
            return;
        }
        let text = characters(raw);
        self.header(&text);
        // A mail that was saved without its header may still be encoded.
        let guessed = !self.announces && self.shows_quoted;
        if self.encoding != Encoding::QuotedPrintable && !guessed {
            self.flush(out);
            return out(self.number, &text, self.is_page);
        }
        let bare = text.trim_end_matches([' ', '\t']);
        // A rule of `=` is whole.
        let soft = bare.ends_with('=') && !bare.ends_with("==");
        let piece = decoded(if soft { &bare[..bare.len() - 1] } else { &text });
        let (first, joined) = match self.open.take() {
            Some((first, mut open)) => {
                // Quoted after it was encoded: the rest of the line has its own mark.
                let marked = open.trim_start().starts_with('>');
                open += if marked { unquoted(&piece, 1) } else { &piece };
                (first, open)
            }
            None => (self.number, piece.into_owned()),
        };
        self.open = Some((first, joined));
        if !soft {
            self.flush(out);
        }
    }

    pub fn finish(&mut self, out: &mut dyn FnMut(u64, &str, bool)) {
        self.end_body(out);
        self.flush(out);
    }

    fn flush(&mut self, out: &mut dyn FnMut(u64, &str, bool)) {
        if let Some((number, text)) = self.open.take() {
            out(number, &text, self.is_page);
        }
    }

    /// Takes a line of a body in base64; `false` where the body has ended, or not begun.
    fn base64(&mut self, raw: &[u8], out: &mut dyn FnMut(u64, &str, bool)) -> bool {
        let is_whole = !raw.is_empty() && raw.len().is_multiple_of(4) && !raw.contains(&b':');
        if let Some(bytes) = STANDARD.decode(raw).ok().filter(|_| is_whole) {
            let (number, is_page) = (self.number, self.is_page);
            let mut take = |line: &[u8]| out(number, &characters(line), is_page);
            self.body.get_or_insert_default().push(&bytes, &mut take);
            return true;
        }
        if self.body.is_some() {
            self.end_body(out);
            self.encoding = Encoding::None;
        }
        false
    }

    fn end_body(&mut self, out: &mut dyn FnMut(u64, &str, bool)) {
        let (number, is_page) = (self.number, self.is_page);
        if let Some(mut body) = self.body.take() {
            body.finish(&mut |line| out(number, &characters(line), is_page));
        }
    }

    /// What the head of a mail or of one of its parts says about the lines that follow.
    fn header(&mut self, text: &str) {
        if self.open.is_some() {
            return;
        }
        let is_signature = decoded(text) == "-- ";
        let is_boundary = text.starts_with("--")
            && text.len() > 4
            && !text.starts_with("--- ")
            && !text.trim_end().bytes().all(|byte| byte == b'-');
        if is_boundary && !is_signature {
            // Another part; its own head follows.
            (self.encoding, self.is_page) = (Encoding::None, false);
        } else if let Some(encoding) = value_of(text.as_bytes(), "content-transfer-encoding") {
            self.encoding = match encoding.as_str() {
                "quoted-printable" => Encoding::QuotedPrintable,
                "base64" => Encoding::Base64,
                _ => Encoding::None,
            };
        } else if let Some(kind) = value_of(text.as_bytes(), "content-type") {
            self.is_page = kind.starts_with("text/html");
            if ["image/", "audio/", "video/"].iter().any(|bytes| kind.starts_with(bytes)) {
                self.encoding = Encoding::None;
            }
        } else {
            let start = text.trim_start().get(..14).unwrap_or(text).to_ascii_lowercase();
            self.is_page |= start.starts_with("<html")
                || start.starts_with("<!doctype html")
                || text.starts_with("<pre");
        }
    }
}

/// `Name: value`, in lower case.
fn value_of(line: &[u8], name: &str) -> Option<String> {
    let (own, value) = line.split_at_checked(name.len())?;
    let value = value.strip_prefix(b":")?;
    own.eq_ignore_ascii_case(name.as_bytes())
        .then(|| String::from_utf8_lossy(value).trim().to_ascii_lowercase())
}

/// `=XX` as the bytes that it stands for.
fn decoded(text: &str) -> Cow<'_, str> {
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

    fn check(text: &str, expect: &[&str]) {
        let lines: Vec<String> =
            mail_lines(text.as_bytes()).into_iter().map(|line| line.text).collect();
        assert_eq!(lines, expect, "{text}");
    }

    #[test]
    fn source_is_left_alone() {
        let lines = ["+\tint x =", "+\t\t1;\t/* a & b */", " #include <linux/fs.h>", "-a <b> c"];
        check(&lines.join("\n"), &lines);
        check("> +\tstd::vector<p> a;\r\n```\r\n", &["> +\tstd::vector<p> a;", "```"]);
    }

    #[test]
    fn encodings_are_undone_where_the_mail_says_so() {
        check(
            "Content-Transfer-Encoding: quoted-printable\n\n+=09int x =3D\n+ a=\nb=20\n",
            &["Content-Transfer-Encoding: quoted-printable", "", "+\tint x =", "+ ab "],
        );
        // The line before a signature, as encoders write its blank.
        check(
            "Content-Transfer-Encoding: quoted-printable\n\n-b;\n--=20\na=3D\n",
            &["Content-Transfer-Encoding: quoted-printable", "", "-b;", "-- ", "a="],
        );
        check("+=09int x =3D 1;\n> +\ta=\n> b;\n", &["+\tint x = 1;", "> +\tab;"]);
        check(
            "Content-Transfer-Encoding: base64\n\nK2ludCBhOwotbG9uZyBiOwo=\n\nx\n",
            &["Content-Transfer-Encoding: base64", "", "+int a;", "-long b;", "", "x"],
        );
        // Two parts, of which the first only is encoded.
        check(
            "--b0\nContent-Transfer-Encoding: quoted-printable\n\na=3D\n--b0\nContent-Transfer-Encoding: 7bit\n\na=3D\n",
            &[
                "--b0",
                "Content-Transfer-Encoding: quoted-printable",
                "",
                "a=",
                "--b0",
                "Content-Transfer-Encoding: 7bit",
                "",
                "a=3D",
            ],
        );
    }

    #[test]
    fn colours_and_markup() {
        check("\u{1b}[31m-\tint a;\u{1b}[m\n", &["-\tint a;"]);
        check(
            "Content-Type: text/html\n\n<pre>+a &lt;b&gt;<br>-c</pre>\n",
            &["Content-Type: text/html", "", "+a <b>", "-c"],
        );
    }
}
