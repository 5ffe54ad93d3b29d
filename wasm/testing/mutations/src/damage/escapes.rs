//! What terminals take for colours, links and bold letters.

use crate::mutation::{Group, Mutation};

/// From this share on perf prints red, and from the second one green (`util/color.h`).
const RED_PERCENT: f64 = 5.0;
const GREEN_PERCENT: f64 = 0.5;

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    let lines =
        |name: &str, change: fn(&str) -> String| Mutation::lines(Group::Escapes, name, change);
    vec![
        lines("perf's colours", |line| {
            percents(line, |share, text| match share {
                _ if share >= RED_PERCENT => format!("\u{1b}[31m{text}\u{1b}[m"),
                _ if share >= GREEN_PERCENT => format!("\u{1b}[32m{text}\u{1b}[m"),
                _ => text.to_owned(),
            })
        }),
        lines("each percentage bold", |line| {
            percents(line, |_, text| format!("\u{1b}[0;1;31m{text}\u{1b}[0m"))
        }),
        lines("whole lines coloured", |line| format!("\u{1b}[38;5;208m{line}\u{1b}[0m")),
        lines("ESC[K at ends", |line| format!("{line}\u{1b}[K")),
        lines("grep's colours", |line| {
            line.replace("0x", "\u{1b}[01;31m\u{1b}[K0x\u{1b}[m\u{1b}[K")
        }),
        lines("the cursor moves over gaps", |line| gaps(line, |n| format!("\u{1b}[{n}C"))),
        lines("hyperlinks", |line| linked(line, "\u{1b}\\")),
        lines("hyperlinks that end in BEL", |line| linked(line, "\u{7}")),
    ]
}

/// Changes each `  12.34%`, with the blanks before it.
fn percents(line: &str, change: impl Fn(f64, &str) -> String) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(end) = rest.find('%') {
        let (front, after) = (&rest[..end], &rest[end + 1..]);
        let number = front.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        let blank = number.trim_end_matches(' ');
        match front[number.len()..].parse::<f64>() {
            Ok(share) => {
                out.push_str(blank);
                out.push_str(&change(share, &rest[blank.len()..=end]));
            }
            Err(_) => out.push_str(&rest[..=end]),
        }
        rest = after;
    }
    out + rest
}

/// Changes each run of four blanks or more between words.
fn gaps(line: &str, change: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    let mut blanks = 0;
    for c in line.chars() {
        if c == ' ' {
            blanks += 1;
            continue;
        }
        out.push_str(&if blanks >= 4 { change(blanks) } else { " ".repeat(blanks) });
        blanks = 0;
        out.push(c);
    }
    out
}

/// Each word that begins with 0x as a link (OSC 8).
fn linked(line: &str, end: &str) -> String {
    let link = |word: &str| {
        if word.starts_with("0x") {
            format!("\u{1b}]8;;https://example.org/{word}{end}{word}\u{1b}]8;;{end}")
        } else {
            word.to_owned()
        }
    };
    line.split(' ').map(link).collect::<Vec<_>>().join(" ")
}
