//! The file that dwz moves types to, which several programs share: how it is named, and how it is known.

use crate::messages;
use crate::sections::Sections;

/// The file that dwz moved shared types to, as a file with DWARF names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupplementaryLink {
    /// As dwz was given it: an absolute path, or relative to the file.
    pub name: String,
    /// Its build-id (or checksum) in lower-case hex; empty where it is not stated.
    pub id: String,
}

/// What `.gnu_debugaltlink` or `.debug_sup` names; `None` where there is neither.
pub fn supplementary_link(sections: &dyn Sections) -> Option<SupplementaryLink> {
    ["gnu_debugaltlink", "debug_sup"].iter().find_map(|name| match read_link(sections, name)? {
        (link, false) => Some(link),
        _ => None,
    })
}

/// The checksum by which a supplementary file of DWARF 5 is known.
pub fn supplementary_id(sections: &dyn Sections) -> Option<String> {
    match read_link(sections, "debug_sup")? {
        (link, true) => Some(link.id),
        _ => None,
    }
}

/// `.gnu_debugaltlink` is a name and a build-id; `.debug_sup` has a version, a flag that is set in the
/// supplementary file itself, a name, and a checksum behind its length (DWARF 5, 7.3.6).
fn read_link(sections: &dyn Sections, name: &str) -> Option<(SupplementaryLink, bool)> {
    let data = sections.read(sections.find(&format!(".{name}"))?).ok()?;
    let is_dwarf5 = name == "debug_sup";
    let bytes = if is_dwarf5 { data.get(3..)? } else { &data[..] };
    let end = memchr::memchr(0, bytes)?;
    let id = bytes.get(end + if is_dwarf5 { 2 } else { 1 }..).unwrap_or_default();
    let is_itself = is_dwarf5 && data.get(2) == Some(&1);
    if end == 0 && !is_itself {
        return None;
    }
    let link = SupplementaryLink {
        name: String::from_utf8_lossy(bytes.get(..end)?).into_owned(),
        id: id.iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    Some((link, is_itself))
}

/// The sentence for types that only a supplementary file has.
pub(crate) fn wants_supplementary(name: Option<&str>) -> facts::Message {
    match name {
        Some(name) => messages::supplementary_missing(name),
        None => messages::unnamed_supplementary_missing(),
    }
}
