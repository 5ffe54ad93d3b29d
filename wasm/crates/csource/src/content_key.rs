//! The content key of facts made from text; `debuginfo` computes the same for binaries.

use facts::{ContentKey, MemberFact, MemberRole};

/// `kind:name:size:hash`; see [`ContentKey`].
pub fn content_key(keyword: &str, name: &str, size: u64, members: &[MemberFact]) -> ContentKey {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut write = |bytes: &[u8]| {
        for byte in bytes {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for member in members.iter().filter(|member| member.role != MemberRole::InferredBits) {
        write(member.name.as_deref().unwrap_or_default().as_bytes());
        write(&[0]);
        write(&(member.offset_bits as u64).to_le_bytes());
        let size = member.size_bits.map_or(u64::MAX, |bits| bits as u64);
        write(&size.to_le_bytes());
    }
    format!("{keyword}:{name}:{size}:{hash:016x}")
}
