//! What a row is of: a byte of a variable or of a line, and code.

use facts::CodeLevel;

use crate::tokens::hex;

/// What perf prints where it knows no file.
pub(super) const UNKNOWN: &str = "[unknown]";

/// What rows are added up by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub place: Place,
    /// In bytes from the start of the place.
    pub offset: u64,
    pub symbol: Option<String>,
    pub object: Option<String>,
}

/// Where the data is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Variable {
        name: String,
        object: Option<String>,
    },
    /// By the address of its first byte: 64 bytes, whatever the machine has.
    Line(u64),
}

/// `[.] g+0x8` is byte 8 of g; `[.] 00007ffd0c7c0f58` is a bare address.
pub(super) fn place(data: &str, object: Option<&str>) -> Option<(Place, u64)> {
    let name = match data.split_once("] ") {
        Some((level, name)) if level.starts_with('[') => name.trim(),
        _ => data,
    };
    // perf prints an address that it cannot name with all of its 16 digits; with fewer of them it is cut.
    let digits = name.strip_prefix("0x").or((name.len() == 16).then_some(name));
    if let Some(address) = digits.and_then(|digits| hex(digits.as_bytes())) {
        let whole = digits.is_some_and(|digits| digits.len() == 16);
        return whole.then_some((Place::Line(address & !63), address % 64));
    }
    // An offset ends in its digits.
    let is_cut = ["+", "+0", "+0x"].iter().any(|end| name.ends_with(end));
    if name == "0x" || name.starts_with('[') || is_cut {
        return None;
    }
    let (name, offset) = match name.rsplit_once("+0x") {
        Some((name, offset)) => (name, hex(offset.as_bytes())?),
        None => (name, 0),
    };
    let name = name.to_owned();
    let object = object.map(str::to_owned);
    Some((Place::Variable { name, object }, offset))
}

/// Name and level of `[k] nft_do_chain`; no name where perf knew none and printed the address.
pub(super) fn symbol(text: &str) -> (Option<String>, Option<CodeLevel>) {
    let (level, name) = match text.get(..3) {
        Some("[k]") => (Some(CodeLevel::Kernel), text[3..].trim()),
        Some("[.]") => (Some(CodeLevel::User), text[3..].trim()),
        _ => (None, text),
    };
    let bare = name.strip_prefix("0x").is_some_and(|digits| hex(digits.as_bytes()).is_some());
    ((!bare).then(|| name.to_owned()), level)
}
