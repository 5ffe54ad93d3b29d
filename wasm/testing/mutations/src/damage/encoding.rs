//! Other bytes for the same characters, and characters that look like blanks or like nothing.

use crate::lines::each_line;
use crate::mutation::{Group, Mutation};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

const NO_BREAK: &str = "\u{a0}";
const NO_WIDTH: &str = "\u{200b}";
const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
/// "measured by Jörg" in Latin-1.
const LATIN: &[u8] = b"# gemessen von J\xf6rg\n";

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    let text =
        |name: &str, change: fn(&str) -> String| Mutation::text(Group::Encoding, name, change);
    let bytes =
        |name: &str, change: fn(&[u8]) -> Vec<u8>| Mutation::bytes(Group::Encoding, name, change);
    vec![
        text("CRLF", |text| text.replace('\n', "\r\n")),
        text("CR alone", |text| text.replace('\n', "\r")),
        text("base64 in a mail", |text| {
            let header = "From: a@b\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\
                          Content-Transfer-Encoding: base64\n\n";
            format!("{header}{}\n-- \n", base64(text.as_bytes()))
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

/// Each run of two blanks or more is one tab, as spreadsheets paste.
fn tabbed(line: &str) -> String {
    let mut out = line.to_owned();
    while out.contains("   ") {
        out = out.replace("   ", "  ");
    }
    out.replace("  ", "\t")
}
