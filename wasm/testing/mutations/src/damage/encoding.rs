//! Other bytes for the same characters, and characters that look like blanks or like nothing.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use facts::ProfileKind;

use crate::lines::each_line;
use crate::mutation::{Group, Mutation};

const NO_BREAK: &str = "\u{a0}";
const EN: &str = "\u{2002}";
const NO_WIDTH: &str = "\u{200b}";
const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
/// "measured by Jörg" in Latin-1.
const LATIN: &[u8] = b"# gemessen von J\xf6rg\n";

/// perf prints heat of types as JSON too: a text that begins as JSON does and speaks of types is read as that.
const NOT_OF_TYPES: [ProfileKind; 4] =
    [ProfileKind::C2cReport, ProfileKind::Script, ProfileKind::MemDump, ProfileKind::MemReport];

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    let text =
        |name: &str, change: fn(&str) -> String| Mutation::text(Group::Encoding, name, change);
    let bytes =
        |name: &str, change: fn(&[u8]) -> Vec<u8>| Mutation::bytes(Group::Encoding, name, change);
    vec![
        text("CRLF", |text| text.replace('\n', "\r\n")),
        text("a string of JSON", |text| format!("{{\"id\": 7, \"body\": \"{}\"}}", escaped(text)))
            .only_of(&NOT_OF_TYPES),
        text("JSON in JSON", |text| {
            format!("\"{}\"\n", escaped(&format!("\"{}\"", escaped(text))))
        }),
        text("a string of JSON without its quotes", escaped),
        text("a list of JSON, a string for each line", |text| {
            let strings = each_line(text, |_, line| format!("  \"{}\",", escaped(line)));
            format!("{{\n \"lines\": [\n{strings} ]\n}}\n")
        })
        .only_of(&NOT_OF_TYPES),
        text("a string of a shell", |text| {
            format!("echo $'{}'\n", escaped(text).replace("\\\"", "\"").replace('\'', "\\'"))
        }),
        text("CR alone", |text| text.replace('\n', "\r")),
        text("base64 in a mail", |text| {
            let header = "From: a@b\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\
                          Content-Transfer-Encoding: base64\n\n";
            format!("{header}{}\n-- \n", base64(text.as_bytes()))
        }),
        text("base64 without a header", |text| base64(text.as_bytes())),
        bytes("base64 of UTF-16", |bytes| {
            base64(&utf16(bytes, false, u16::to_le_bytes)).into_bytes()
        }),
        bytes("UTF-16 LE with mark", |bytes| utf16(bytes, true, u16::to_le_bytes)),
        bytes("UTF-16 LE", |bytes| utf16(bytes, false, u16::to_le_bytes)),
        bytes("UTF-16 BE with mark", |bytes| utf16(bytes, true, u16::to_be_bytes)),
        bytes("UTF-16 BE", |bytes| utf16(bytes, false, u16::to_be_bytes)),
        bytes("UTF-8 with mark", |bytes| [&MARK, bytes].concat()),
        bytes("Latin-1 in a comment", |bytes| [LATIN, bytes].concat()),
        bytes("no-break blanks of Latin-1", |bytes| {
            bytes.iter().map(|byte| if *byte == b' ' { 0xa0 } else { *byte }).collect()
        }),
        text("no-break blanks", |text| text.replace(' ', NO_BREAK)),
        text("every second blank a no-break one", |text| {
            let mut blanks = 0;
            text.chars()
                .map(|c| {
                    blanks += usize::from(c == ' ');
                    if c == ' ' && blanks % 2 == 0 { '\u{a0}' } else { c }
                })
                .collect()
        }),
        text("en blanks", |text| text.replace(' ', EN)),
        text("tabs for eight blanks", |text| text.replace("        ", "\t")),
        text("tabs for gaps", |text| each_line(text, |_, line| tabbed(line))),
        text("zero-width blanks at starts", |text| {
            each_line(text, |_, line| format!("{NO_WIDTH}{line}"))
        }),
        text("zero-width blanks in gaps", |text| text.replace("  ", &format!(" {NO_WIDTH} "))),
    ]
}

fn utf16(bytes: &[u8], mark: bool, encode: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let mark = mark.then_some(0xfeff_u16);
    mark.into_iter().chain(text.encode_utf16()).flat_map(encode).collect()
}

/// RFC 2045: lines of 76 characters.
fn base64(bytes: &[u8]) -> String {
    const LINE_CHARS: usize = 76;
    let code = STANDARD.encode(bytes);
    let lines = code.as_bytes().chunks(LINE_CHARS).map(String::from_utf8_lossy);
    lines.map(|line| format!("{line}\n")).collect()
}

/// As in a string of JSON.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    text.replace('\n', "\\n").replace('\t', "\\t").replace('\u{1b}', "\\u001b")
}

/// Each run of two blanks or more is one tab, as spreadsheets paste.
fn tabbed(line: &str) -> String {
    let mut out = line.to_owned();
    while out.contains("   ") {
        out = out.replace("   ", "  ");
    }
    out.replace("  ", "\t")
}
