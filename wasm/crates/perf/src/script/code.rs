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
                if object != b"[unknown]" {
                    sample.object = Some(self.tables.names.intern(file_name(object)));
                }
                (symbol, behind)
            }
            None => {
                // Without the object: a symbol, then perhaps a physical address.
                end = if rest.trim_ascii().is_empty() { End::Instruction } else { End::Symbol };
                let trimmed = rest.trim_ascii();
                let last = trimmed.rsplit(|byte| *byte == b' ').next().unwrap_or_default();
                if last.len() >= 4 && hex(last).is_some() {
                    (&trimmed[..trimmed.len() - last.len()], last)
                } else {
                    (trimmed, &[][..])
                }
            }
        };
        let symbol = without_offset(symbol.trim_ascii());
        if !symbol.is_empty() && symbol != b"[unknown]" {
            sample.symbol = Some(self.tables.names.intern(symbol));
        }
        if let Some(physical) = Bytes::new(behind).next().and_then(hex) {
            self.set_physical(sample, physical);
            sample.space = self.spaces.of(sample);
        }
        end
    }
}

/// Splits `reader+0x10 (/path/demo)   100040d0` at its object.
fn object(rest: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    // C++ names have brackets of their own, so the object's is the last that opens behind a blank.
    let open = memmem::rfind(rest, b" (")?;
    let close = open + memchr::memrchr(b')', &rest[open..])?;
    Some((&rest[..open], &rest[open + 2..close], &rest[close + 1..]))
}

fn without_offset(symbol: &[u8]) -> &[u8] {
    match memmem::rfind(symbol, b"+0x") {
        Some(at) if hex(&symbol[at + 3..]).is_some() => &symbol[..at],
        _ => symbol,
    }
}

fn file_name(path: &[u8]) -> &[u8] {
    if path.starts_with(b"[") {
        return path;
    }
    path.rsplit(|byte| *byte == b'/').next().unwrap_or(path)
}
