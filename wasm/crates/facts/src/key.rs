//! The content key: the same for the same layout, from BTF, from DWARF and from text.

use std::collections::HashMap;

use crate::{Keyword, MemberFact, MemberRole, TypeFact, TypeShape};

/// FNV-1a, 64 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>).
#[derive(Debug, Clone, Copy)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Takes bytes in.
    pub fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(PRIME);
        }
    }

    /// Takes eight bytes in, the lowest first. A zero byte only multiplies, and most of them are zero.
    #[expect(clippy::indexing_slicing, reason = "of eight bytes at most eight are zero")]
    pub fn write_u64(&mut self, value: u64) {
        let mut rest = value;
        let mut zeros = 8;
        while rest != 0 {
            self.write(&[rest as u8]);
            rest >>= 8;
            zeros -= 1;
        }
        self.0 = self.0.wrapping_mul(PRIME_POWERS[zeros]);
    }

    /// The hash of all that was taken in.
    pub fn finish(self) -> u64 {
        self.0
    }
}

const PRIME: u64 = 0x0000_0100_0000_01b3;

/// What zero bytes multiply by, by their number.
#[expect(clippy::indexing_slicing, reason = "the compiler fills the table, and would say so")]
const PRIME_POWERS: [u64; 9] = {
    let mut powers = [1u64; 9];
    let mut at = 1;
    while at < powers.len() {
        powers[at] = powers[at - 1].wrapping_mul(PRIME);
        at += 1;
    }
    powers
};

/// The hash of an aggregate's direct members: for each, its name (empty where there is none),
/// a zero byte, its offset in bits and its size in bits, both as little-endian `u64`
/// (`u64::MAX` for an unknown size). Behind an unnamed struct or union stands the hash of its own members:
/// they are members of the outer one to whoever writes C.
#[derive(Debug, Clone, Copy, Default)]
pub struct MembersHash(Fnv);

impl MembersHash {
    /// Takes one stated member in. Inferred ones (unnamed bit-fields) are left out.
    pub fn member(&mut self, name: Option<&[u8]>, offset_bits: u64, size_bits: Option<u64>) {
        // As the facts hold them, which are f64: only damaged files have sizes beyond 2^53.
        let as_fact = |bits: u64| (bits as f64) as u64;
        self.0.write(name.unwrap_or_default());
        self.0.write(&[0]);
        self.0.write_u64(as_fact(offset_bits));
        self.0.write_u64(size_bits.map_or(u64::MAX, as_fact));
    }

    /// Takes in the hash of the members of the unnamed aggregate that was taken in last.
    pub fn inside(&mut self, hash: u64) {
        self.0.write_u64(hash);
    }

    /// The hash of all members taken in.
    pub fn finish(self) -> u64 {
        self.0.finish()
    }
}

/// Unnamed aggregates in each other, deeper than any program has them: their members count no more.
pub const MAX_INSIDE: u32 = 32;

/// The hash over members that are already facts.
pub fn members_hash(types: &[TypeFact], members: &[MemberFact]) -> u64 {
    hash_of(types, members, 0, &mut HashMap::new())
}

/// `known` has the hash of each type by its depth: what is held twice at one depth is hashed once.
fn hash_of(
    types: &[TypeFact],
    members: &[MemberFact],
    depth: u32,
    known: &mut HashMap<(u32, u32), u64>,
) -> u64 {
    let mut hash = MembersHash::default();
    for member in members {
        if member.role == MemberRole::InferredBits {
            continue;
        }
        hash.member(
            member.name.as_deref().map(str::as_bytes),
            member.offset_bits as u64,
            member.size_bits.map(|bits| bits as u64),
        );
        if member.name.is_none()
            && member.role != MemberRole::Base
            && depth < MAX_INSIDE
            && let Some(inside) = types.get(member.type_index as usize)
            && let TypeShape::Aggregate { members, .. } = &inside.shape
        {
            let place = (member.type_index, depth + 1);
            let inside = match known.get(&place) {
                Some(&inside) => inside,
                None => hash_of(types, members, depth + 1, known),
            };
            known.insert(place, inside);
            hash.inside(inside);
        }
    }
    hash.finish()
}

/// `kind:name:size:hash`.
pub fn content_key(keyword: Keyword, name: &str, size_bytes: u64, members_hash: u64) -> String {
    format!("{keyword}:{name}:{size_bytes}:{members_hash:016x}")
}

/// The name in a content key (names hold colons in C++, so the outer parts are cut off).
pub fn name_of(key: &str) -> Option<&str> {
    let (_, rest) = key.split_once(':')?;
    let (rest, _hash) = rest.rsplit_once(':')?;
    let (name, _size) = rest.rsplit_once(':')?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv_matches_its_published_vectors() {
        let hash = |text: &str| {
            let mut fnv = Fnv::default();
            fnv.write(text.as_bytes());
            fnv.finish()
        };
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn numbers_are_taken_in_as_their_bytes() {
        for value in [0, 1, 0xff00, 0x0100_0000_0000_0000, 0x1234_5600_0078_9a00, u64::MAX] {
            let (mut whole, mut bytes) = (Fnv::default(), Fnv::default());
            whole.write_u64(value);
            bytes.write(&u64::to_le_bytes(value));
            assert_eq!(whole.finish(), bytes.finish(), "{value:#x}");
        }
    }

    #[test]
    fn finds_the_name_in_a_key() {
        let key = content_key(Keyword::Class, "std::pair<int, int>", 8, 1);
        assert_eq!(key, "class:std::pair<int, int>:8:0000000000000001");
        assert_eq!(name_of(&key), Some("std::pair<int, int>"));
        assert_eq!(name_of("nonsense"), None);
    }
}
