//! Lines that a mailer or a terminal broke.

use crate::lines::each_line;
use crate::mutation::{Group, Mutation};

const WIDTHS: [usize; 4] = [72, 76, 80, 100];
/// RFC 2045: a line of quoted-printable has 76 characters at most.
const QUOTED_PRINTABLE: usize = 76;
/// RFC 3676 recommends this width.
const FLOWED: usize = 72;
const TERMINAL: usize = 80;
const WIDE_TERMINAL: usize = 120;
/// Web forms and trackers wrap at their own widths, beyond what mailers do.
const WIDE_WRAPS: [usize; 3] = [136, 146, 184];
/// A terminal that fills the screen.
const WIDEST_TERMINAL: usize = 150;

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    let text = |name: &str, change: fn(&str) -> String| Mutation::text(Group::Wrap, name, change);
    let mut list: Vec<Mutation> =
        WIDTHS.into_iter().flat_map(|width| [at(width), quoted(width)]).collect();
    list.extend(WIDE_WRAPS.map(at));
    list.extend([
        text("quoted `> `, then wrapped at 72", |text| {
            each_line(text, |_, line| broken(&format!("> {line}"), 72, "\n"))
        }),
        text("format=flowed", |text| each_line(text, |_, line| flowed(line))),
        padded(TERMINAL),
        padded(WIDE_TERMINAL),
        padded(WIDEST_TERMINAL),
        hard(TERMINAL),
        hard(WIDEST_TERMINAL),
        marked(TERMINAL, "\\"),
        marked(WIDE_TERMINAL, "\\"),
        marked(TERMINAL, "\u{21b5}"),
        text("quoted-printable", quoted_printable),
    ]);
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

/// The screen of a terminal, of which each line is filled up to the right edge.
#[must_use]
pub fn padded(width: usize) -> Mutation {
    Mutation::lines(
        Group::Wrap,
        format!("broken in words at {width}, each line filled"),
        move |line| {
            let chars: Vec<char> = line.chars().collect();
            let filled = |piece: &[char]| format!("{:width$}", piece.iter().collect::<String>());
            let pieces: Vec<String> = chars.chunks(width).map(filled).collect();
            if pieces.is_empty() { " ".repeat(width) } else { pieces.join("\n") }
        },
    )
}

/// Broken in the middle of words, with a sign at the end of each line that goes on, as Emacs does.
#[must_use]
pub fn marked(width: usize, sign: &'static str) -> Mutation {
    Mutation::lines(Group::Wrap, format!("broken in words at {width} with `{sign}`"), move |line| {
        let chars: Vec<char> = line.chars().collect();
        let pieces: Vec<String> = chars.chunks(width).map(|piece| piece.iter().collect()).collect();
        pieces.join(&format!("{sign}\n"))
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
