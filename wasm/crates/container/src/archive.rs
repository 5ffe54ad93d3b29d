//! Static libraries (`.a`): the objects in them.

use crate::{ReadError, Source};

/// A member's data in the archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub name: String,
    pub offset: u64,
    pub len: u64,
}

pub const MAGIC: &[u8] = b"!<arch>\n";
/// A thin archive holds names only.
pub const THIN_MAGIC: &[u8] = b"!<thin>\n";
const HEADER_BYTES: u64 = 60;
/// More than any library has.
const MAX_MEMBERS: usize = 200_000;

/// The members, without the symbol table and the table of long names. Ends early where the
/// archive is cut off.
pub fn members(source: &dyn Source) -> Result<Vec<Member>, ReadError> {
    let mut found = Vec::new();
    let mut long_names = Vec::new();
    let mut at = MAGIC.len() as u64;
    while found.len() < MAX_MEMBERS && at + HEADER_BYTES <= source.len() {
        let header = source.read(at, HEADER_BYTES)?;
        let data = at + HEADER_BYTES;
        let text = |range: std::ops::Range<usize>| {
            let field = header.get(range).unwrap_or_default();
            String::from_utf8_lossy(field).trim_end().to_owned()
        };
        let Ok(len) = text(48..58).parse::<u64>() else { break };
        if len > source.len() - data {
            break;
        }
        let name = text(0..16);
        match name.as_str() {
            "/" | "/SYM64/" => {}
            "//" if len <= 16 << 20 => long_names = source.read(data, len)?,
            _ => found.push(Member { name: full_name(&name, &long_names), offset: data, len }),
        }
        // Members begin on even bytes.
        at = data + len + len % 2;
    }
    Ok(found)
}

/// `/123` is an offset into the table of long names, where a name ends with `/` and a line break.
fn full_name(name: &str, long_names: &[u8]) -> String {
    let long = name.strip_prefix('/').and_then(|offset| offset.parse::<usize>().ok());
    match long.and_then(|offset| long_names.get(offset..)) {
        Some(rest) => {
            let name = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
            String::from_utf8_lossy(name).trim_end_matches('/').to_owned()
        }
        None => name.trim_end_matches('/').to_owned(),
    }
}
