//! `Documentation/networking/net_cachelines/net_device.rst`: a table of all members of a struct.

use facts::{Hazard, HazardKind, HazardQuery};

use super::subject::hazard;

/// Whether a file is such a page.
pub fn is_page(path: &str) -> bool {
    path.contains("net_cachelines/") && path.ends_with(".rst")
}

/// The page, if it is the struct's.
pub fn page(path: &str, text: &[u8], query: &HazardQuery) -> Option<Hazard> {
    let file = path.rsplit('/').next().unwrap_or(path);
    if file.strip_suffix(".rst") != Some(&query.name) {
        return None;
    }
    let text = String::from_utf8_lossy(text);
    let words = |line: &str| -> Vec<String> {
        line.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect()
    };
    let mut found = None;
    let mut members: Vec<String> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for word in words(line) {
            if query.members.contains(&word) && !members.contains(&word) {
                found.get_or_insert((index as u32 + 1, line.trim().to_owned()));
                members.push(word);
            }
        }
    }
    let (line, text) = found.unwrap_or((1, String::new()));
    Some(Hazard { members, ..hazard(HazardKind::Documentation, line, text) })
}
