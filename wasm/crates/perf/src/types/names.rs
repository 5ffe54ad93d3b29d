//! Names, offsets and fields as perf writes them.

use super::MAX_EVENT_BYTES;
use crate::tokens::{decimal, hex};

/// An event's name, as much of it as is kept.
pub(super) fn event_name(name: &str) -> String {
    name[..name.floor_char_boundary(MAX_EVENT_BYTES)].to_owned()
}

/// ` event[1] = cpu/mem-stores/P`
pub(super) fn event_line(text: &str) -> Option<(usize, &str)> {
    let (number, name) = text.strip_prefix("event[")?.split_once("] = ")?;
    Some((number.parse().ok()?, name.trim()))
}

/// `struct page +8 (lru.next)`: name, offset as it is written, offset, field. Without `--hierarchy` the type stands
/// before it once more. No field where the text is cut in it.
pub(super) fn split_offset(text: &str) -> Option<(&str, &str, u64, Option<&str>)> {
    let (front, field) = match text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
        Some((front, field)) => (front, Some(field)),
        None => (text.rsplit_once(" (")?.0, None),
    };
    let (name, written) = front.rsplit_once(" +")?;
    let offset = offset_number(written)?;
    Some((name.trim(), written, offset, field))
}

/// `struct page` of `struct page struct page`: the flat form whose gaps are single blanks.
pub(super) fn once(name: &str) -> Option<&str> {
    let middle = name.len() / 2;
    let (first, second) = (name.get(..middle)?, name.get(middle + 1..)?);
    (first == second && name.as_bytes().get(middle) == Some(&b' ')).then_some(first)
}

/// Without the number of samples that stands behind a name (`-F overhead,type,sample`).
pub(super) fn without_number(text: &str) -> &str {
    match text.rsplit_once("  ") {
        Some((front, number)) if decimal(number.as_bytes()).is_some() => front.trim_end(),
        _ => text,
    }
}

/// `+8`, and since perf 6.12 `+0x8`: `hist_entry__typeoff_snprintf()` of `tools/perf/util/sort.c`.
pub(crate) fn offset_number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => hex(digits.as_bytes()),
        None => decimal(text.as_bytes()),
    }
}

/// `struct page: cache-line 0`, of perf 6.12 and later.
pub(super) fn is_line_row(text: &str) -> bool {
    let number = text.rsplit_once(": cache-line ").map(|(_, number)| number);
    number.is_some_and(|number| decimal(number.as_bytes()).is_some())
}

/// `mode` of the bit-field `mode:3`, as perf 6.12 names it.
pub(super) fn without_width(field: &str) -> &str {
    match field.rsplit_once(':') {
        Some((name, bits)) if !name.ends_with(':') && decimal(bits.as_bytes()).is_some() => name,
        _ => field,
    }
}

/// `struct page`, `long unsigned int`, `atomic_t*`, `(unknown)`; not a path, a symbol with its `[k]`, or a sentence.
pub(super) fn looks_like_type(text: &str) -> bool {
    const KEYWORDS: [&str; 5] = ["struct", "union", "enum", "class", "const"];
    const SCALARS: [&str; 12] = [
        "long", "short", "unsigned", "signed", "int", "char", "double", "float", "_Bool", "bool",
        "volatile", "const",
    ];
    let first = text.chars().next().unwrap_or(' ');
    if text.contains('/') || !(first.is_alphabetic() || first == '_' || first == '(') {
        return false;
    }
    let words: Vec<&str> = text.split(' ').collect();
    let [before @ .., _] = words.as_slice() else { return false };
    first == '('
        || text.contains('<')
        || words.first().is_some_and(|word| KEYWORDS.contains(word))
        || before.iter().all(|word| SCALARS.contains(word))
}
