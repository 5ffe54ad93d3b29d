//! Names of offsets in assembly: `mov TASK_flags(%rdi), %eax`.

use facts::{Hazard, HazardKind, HazardQuery};

use super::code::shown;
use super::subject::hazard;

/// The lines that use a name which a table gives to one of the struct's offsets, the first name of each.
pub fn uses(text: &[u8], query: &HazardQuery) -> Vec<Hazard> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut found = Vec::new();
    for (index, line) in text.split(|byte| *byte == b'\n').enumerate() {
        let mut words = line.split(|byte| !is_letter(byte));
        let used = words
            .find_map(|word| query.offsets.iter().find(|offset| offset.name.as_bytes() == word));
        let Some(offset) = used else { continue };
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        found.push(Hazard {
            subject: offset.name.clone(),
            members: offset.members.clone(),
            ..hazard(HazardKind::Asm, number, shown(line))
        });
    }
    found
}
