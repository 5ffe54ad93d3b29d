//! The lines of a mail that holds a patch: what its encodings, its markup and a terminal's colours did to them is
//! undone, and nothing else.
//!
//! [`crate::Lines`] looks for the habits of a report; a patch has signs at the start of its lines and tabs in the middle
//! that are its own. So here a line is only decoded: base64 and quoted-printable where the mail says so, HTML where a
//! part is a web page, colours, invisible characters.

use std::borrow::Cow;

use crate::base64::{Base64, name_and_value};
use crate::decode::{Decoder, characters};
use crate::marks;
use crate::quoted;

/// A line without its line end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailLine {
    /// Its characters.
    pub text: String,
    /// Number of its first line in the text as it came, from 1.
    pub number: u32,
}

/// Every line of a mail, or of any text that holds a patch.
pub fn mail_lines(bytes: &[u8]) -> Vec<MailLine> {
    let mut decoder = Decoder::default();
    let mut raw: Vec<(u32, Vec<u8>)> = Vec::new();
    {
        let mut base64 = Base64::default();
        let mut number = 0;
        let mut encoded: Vec<Vec<u8>> = Vec::new();
        decoder.push(bytes, &mut |line| encoded.push(line.to_vec()));
        decoder.finish(&mut |line| encoded.push(line.to_vec()));
        for line in &encoded {
            number += 1;
            base64.line(line, &mut |line| raw.push((number, line.to_vec())));
        }
        base64.finish(&mut |line| raw.push((number, line.to_vec())));
    }
    let mut body = Body {
        quoted_printable: false,
        announces: raw.iter().any(|(_, line)| encoding_of(line).is_some()),
        shows_quoted: raw.iter().any(|(_, line)| line.windows(3).any(|at| at == b"=3D")),
        html: false,
        open: None,
        out: Vec::new(),
    };
    for (number, line) in &raw {
        body.line(*number, &characters(line));
    }
    body.flush();
    body.out
}

struct Body {
    /// The part that is being read says that it is quoted-printable.
    quoted_printable: bool,
    /// Some part says how it is encoded, so that nothing has to be guessed.
    announces: bool,
    /// `=3D` stands somewhere.
    shows_quoted: bool,
    html: bool,
    /// A line that goes on in the next one.
    open: Option<(u32, String)>,
    out: Vec<MailLine>,
}

impl Body {
    fn line(&mut self, number: u32, text: &str) {
        self.header(text);
        // A mail that was saved without its header may still be encoded.
        let encoded = self.quoted_printable || (!self.announces && self.shows_quoted);
        if !encoded {
            self.flush();
            return self.push(number, text);
        }
        let bare = text.trim_end_matches([' ', '\t']);
        let soft = bare.ends_with('=');
        let piece = quoted::decoded(if soft { &bare[..bare.len() - 1] } else { text });
        let (first, joined) = match self.open.take() {
            Some((first, mut open)) => {
                // Quoted after it was encoded: the rest of the line has its own mark.
                let marked = open.trim_start().starts_with('>');
                open += if marked { quoted::unquoted(&piece, 1) } else { &piece };
                (first, open)
            }
            None => (number, piece.into_owned()),
        };
        self.open = Some((first, joined));
        if !soft {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if let Some((number, text)) = self.open.take() {
            self.push(number, &text);
        }
    }

    fn push(&mut self, number: u32, text: &str) {
        let bare = if marks::is_plain(text) && !text.contains('\r') {
            Cow::Borrowed(text)
        } else if self.html {
            Cow::Owned(marks::without_marks(text))
        } else {
            Cow::Owned(marks::without_terminal(text))
        };
        let bare = bare.strip_suffix('\n').unwrap_or(&bare);
        for part in bare.split('\n') {
            self.out.push(MailLine { text: part.trim_end_matches('\r').to_owned(), number });
        }
    }

    /// What the head of a mail or of one of its parts says about the lines that follow.
    fn header(&mut self, text: &str) {
        let is_signature = quoted::decoded(text) == "-- ";
        if text.starts_with("--") && text.len() > 4 && !text.starts_with("--- ") && !is_signature {
            // Another part; its own head follows.
            self.quoted_printable = false;
            self.html = false;
        } else if let Some(encoding) = encoding_of(text.as_bytes()) {
            self.quoted_printable = encoding == "quoted-printable";
        } else if let Some(kind) = value_of(text.as_bytes(), "content-type") {
            self.html = kind.starts_with("text/html");
        } else if text.trim_start().to_ascii_lowercase().starts_with("<html")
            || text.trim_start().to_ascii_lowercase().starts_with("<!doctype html")
            || text.starts_with("<pre")
        {
            self.html = true;
        }
    }
}

fn encoding_of(line: &[u8]) -> Option<String> {
    value_of(line, "content-transfer-encoding")
}

/// `Name: value`, in lower case.
fn value_of(line: &[u8], name: &str) -> Option<String> {
    let (own, value) = name_and_value(line)?;
    own.eq_ignore_ascii_case(name.as_bytes())
        .then(|| String::from_utf8_lossy(value).trim().to_ascii_lowercase())
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
