//! What is after an instruction: `reader+0x10 (/path/demo)   100040d0`.

use facts::CodeLevel;
use memchr::memmem;

use super::Script;
use crate::tables::Sample;
use crate::tokens::{Bytes, hex};

/// How far the names of a sample go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Its (object) is there, so that the symbol is whole.
    Object,
    /// There is a symbol and its offset, or the beginning of that, or `[unknown]`: the name is whole.
    Offset,
    /// There is a symbol, or the beginning of one.
    Symbol,
    /// There is the instruction's address alone, or the beginning of it.
    Instruction,
}

impl Script {
    /// Symbol, (object) and physical address behind the instruction; what of them shows that the line is whole.
    pub(super) fn code(&mut self, sample: &mut Sample, tokens: &mut Bytes) -> End {
        let rest = tokens.rest();
        let high = sample.ip.is_some_and(|ip| ip >> 63 != 0);
        sample.level = Some(if high { CodeLevel::Kernel } else { CodeLevel::User });
        let mut end = End::Object;
        let (symbol, behind) = match object(rest) {
            Some((symbol, object, behind)) => {
                self.has_objects = true;
                if object != b"[unknown]" {
                    sample.object = Some(self.tables.names.intern(file_name(object)));
                }
                (symbol, behind)
            }
            None if begun_object(rest).is_some() => {
                self.cut.add(self.lines);
                (begun_object(rest).unwrap_or_default(), &[][..])
            }
            None => {
                // Without the object: a symbol, then perhaps a physical address.
                end = if rest.trim_ascii().is_empty() { End::Instruction } else { End::Symbol };
                let trimmed = rest.trim_ascii();
                let last = trimmed.rsplit(|byte| *byte == b' ').next().unwrap_or_default();
                match trimmed.strip_suffix(last) {
                    Some(symbol) if last.len() >= 4 && hex(last).is_some() => {
                        trimmed.split_at(symbol.trim_ascii_end().len())
                    }
                    _ => (trimmed, &[][..]),
                }
            }
        };
        let with_offset = symbol.trim_ascii();
        let symbol = without_offset(with_offset);
        let has_offset = with_offset.len() > symbol.len();
        if end == End::Symbol && (has_offset || symbol == b"[unknown]") {
            end = End::Offset;
        }
        if end == End::Offset && is_torn_offset(with_offset) {
            self.cut.add(self.lines);
        }
        if is_rest_of_code(symbol) {
            // A break went through the address.
            self.cut.add(self.lines);
            (sample.ip, sample.level, sample.object) = (None, None, None);
            return end;
        }
        let is_torn = symbol.starts_with(b"[") && !symbol.ends_with(b"]");
        if is_torn {
            self.cut.add(self.lines);
        }
        if !is_torn && !symbol.is_empty() && symbol != b"[unknown]" {
            sample.symbol = Some(self.tables.names.intern(symbol));
        }
        if let Some(physical) = Bytes::new(behind).next().and_then(hex) {
            self.set_physical(sample, physical, behind);
            sample.space = self.spaces.of(sample);
        }
        end
    }
}

/// Splits `reader+0x10 (/path/demo)   100040d0` at its object.
fn object(rest: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    // C++ names have brackets of their own, so the object's is the last that opens behind a blank.
    let (symbol, rest) = rest.split_at(memmem::rfind(rest, b" (")?);
    let (object, behind) = rest.split_at(memchr::memrchr(b')', rest)?);
    Some((symbol, object.get(2..)?, behind.get(1..)?))
}

/// What is before an object of which the end is missing: `reader+0x10 (/path/de`, or all but its bracket.
fn begun_object(rest: &[u8]) -> Option<&[u8]> {
    let rest = rest.trim_ascii_end();
    let (symbol, object) = rest.split_at(memmem::rfind(rest, b" (")?);
    matches!(object, [_, _] | [_, _, b'/' | b'[', ..]).then_some(symbol)
}

/// `001202 walk_list`: no name of C++ begins with a word of hexadecimal digits.
fn is_rest_of_code(symbol: &[u8]) -> bool {
    let mut words = symbol.split(|byte| *byte == b' ');
    let first = words.next().unwrap_or_default();
    let next = words.find(|word| !word.is_empty());
    let has_digit = |word: &[u8]| word.iter().any(u8::is_ascii_digit);
    next.is_some_and(|next| {
        hex(first).is_some() && (has_digit(first) || hex(next).is_some() && has_digit(next))
    })
}

/// An offset without a digit: perf prints `+0x1c`, whatever the edge left of it.
fn is_torn_offset(symbol: &[u8]) -> bool {
    symbol.ends_with(b"+0x") || symbol.ends_with(b"+0") || symbol.ends_with(b"+")
}

fn without_offset(symbol: &[u8]) -> &[u8] {
    // The edge may have left no digit of it.
    for torn in [&b"+0x"[..], b"+0", b"+"] {
        if let Some(name) = symbol.strip_suffix(torn).filter(|name| !name.ends_with(b"operator")) {
            return name;
        }
    }
    match memmem::rfind(symbol, b"+0x").map(|at| symbol.split_at(at)) {
        Some((name, [_, _, _, digits @ ..])) if hex(digits).is_some() => name,
        _ => symbol,
    }
}

fn file_name(path: &[u8]) -> &[u8] {
    if path.starts_with(b"[") {
        return path;
    }
    path.rsplit(|byte| *byte == b'/').next().unwrap_or(path)
}
