//! Lines that a mailer or a terminal broke.

use facts::ProfileKind::{MemDump, MemReport, Script};

use crate::lines::each_line;
use crate::mutation::{Group, Mutation};

const WIDTHS: [usize; 4] = [72, 76, 80, 100];
/// RFC 2045: a line of quoted-printable has 76 characters at most.
const QUOTED_PRINTABLE: usize = 76;
/// RFC 3676 recommends this width.
const FLOWED: usize = 72;
const TERMINAL: usize = 80;
/// A terminal that fills the screen.
const WIDEST_TERMINAL: usize = 150;

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    let text = |name: &str, change: fn(&str) -> String| Mutation::text(Group::Wrap, name, change);
    let mut list: Vec<Mutation> =
        WIDTHS.into_iter().flat_map(|width| [at(width), quoted(width)]).collect();
    list.extend([
        text("format=flowed", |text| each_line(text, |_, line| flowed(line))),
        hard(TERMINAL),
        hard(WIDEST_TERMINAL),
    ]);
    // Lines of other tables are longer: that their rows are broken is enough to say.
    let mut list: Vec<Mutation> = list
        .into_iter()
        .map(|mutation| mutation.leaves_nothing_of(&[Script, MemDump, MemReport]))
        .collect();
    list.push(text("quoted-printable", quoted_printable));
    list
}

/// Broken at blanks, the rest flush left.
#[must_use]
pub fn at(width: usize) -> Mutation {
    Mutation::lines(Group::Wrap, format!("wrapped at {width}"), move |line| {
        broken(line, width, "\n")
    })
}

/// The same, and quoted afterwards.
#[must_use]
pub fn quoted(width: usize) -> Mutation {
    Mutation::lines(Group::Wrap, format!("wrapped at {width}, then quoted `> `"), move |line| {
        format!("> {}", broken(line, width, "\n> "))
    })
}

/// Broken in the middle of words, as a terminal does.
#[must_use]
pub fn hard(width: usize) -> Mutation {
    Mutation::lines(Group::Wrap, format!("broken in words at {width}"), move |line| {
        let chars: Vec<char> = line.chars().collect();
        let pieces: Vec<String> = chars.chunks(width).map(|piece| piece.iter().collect()).collect();
        pieces.join("\n")
    })
}

fn broken(line: &str, width: usize, with: &str) -> String {
    let mut pieces = Vec::new();
    let mut rest = line.trim_end();
    while let Some(at) = last_blank(rest, width) {
        pieces.push(rest[..at].trim_end());
        rest = rest[at..].trim_start();
    }
    pieces.push(rest);
    pieces.join(with)
}

/// Where a line of more than this many characters is broken. Blanks before the first word are no place for it.
fn last_blank(line: &str, width: usize) -> Option<usize> {
    let (end, next) = line.char_indices().nth(width)?;
    let at = if next == ' ' { end } else { line[..end].rfind(' ')? };
    (!line[..at].trim().is_empty()).then_some(at)
}

/// RFC 3676: a blank before a soft break, and one more before a line that begins with one.
fn flowed(line: &str) -> String {
    let stuffed = |line: &str| {
        let needs = line.starts_with([' ', '>']) || line.starts_with("From ");
        format!("{}{line}", if needs { " " } else { "" })
    };
    let mut out = String::new();
    let mut rest = line.trim_end();
    while let Some(at) = last_blank(rest, FLOWED) {
        out += &stuffed(&rest[..=at]);
        out.push('\n');
        rest = &rest[at + 1..];
    }
    out + &stuffed(rest)
}

fn quoted_printable(text: &str) -> String {
    each_line(text, |_, line| {
        let last = line.len().saturating_sub(1);
        let coded = line.bytes().enumerate().map(|(at, byte)| match byte {
            b' ' if at == last => "=20".to_owned(),
            b' '..=b'~' if byte != b'=' => char::from(byte).to_string(),
            _ => format!("={byte:02X}"),
        });
        let (mut out, mut width) = (String::new(), 0);
        for code in coded {
            // A place is left for the `=` of the soft break.
            if width + code.len() > QUOTED_PRINTABLE - 1 {
                out += "=\n";
                width = 0;
            }
            width += code.len();
            out += &code;
        }
        out
    })
}
