//! Names of types, each kept once.

use rustc_hash::FxHashMap;

/// A name of [`Strings`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NameId(u32);

/// Some ten times what the largest programs have.
const MAX_BYTES: usize = 256 << 20;

/// Distinct names, as bytes.
#[derive(Debug, Default)]
pub(crate) struct Strings {
    bytes: Vec<u8>,
    /// Start and length of each in `bytes`.
    spans: Vec<(u32, u32)>,
    /// Names by the hash of their bytes; those of one hash are chained.
    by_hash: FxHashMap<u64, NameId>,
    next_of_hash: Vec<Option<NameId>>,
}

impl Strings {
    /// Whether there is more text than any program has: a small file can repeat a long name in
    /// very many namespaces.
    pub fn is_full(&self) -> bool {
        self.bytes.len() > MAX_BYTES
    }

    /// The id of a name, new or known.
    pub fn intern(&mut self, name: &[u8]) -> NameId {
        if let Some(id) = self.find(name) {
            return id;
        }
        let hash = hash_of(name);
        let id = NameId(self.spans.len() as u32);
        self.spans.push((self.bytes.len() as u32, name.len() as u32));
        self.bytes.extend_from_slice(name);
        self.next_of_hash.push(self.by_hash.insert(hash, id));
        id
    }

    /// The id of a name that is known.
    pub fn find(&self, name: &[u8]) -> Option<NameId> {
        let mut known = self.by_hash.get(&hash_of(name)).copied();
        while let Some(id) = known {
            if self.get(id) == name {
                return Some(id);
            }
            known = self.next_of_hash.get(id.0 as usize).copied().flatten();
        }
        None
    }

    /// The bytes of a name.
    #[expect(
        clippy::indexing_slicing,
        reason = "only `intern` makes ids, each with its span of what it keeps"
    )]
    pub fn get(&self, id: NameId) -> &[u8] {
        let (start, len) = self.spans[id.0 as usize];
        &self.bytes[start as usize..(start + len) as usize]
    }
}

fn hash_of(name: &[u8]) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(name);
    hasher.finish()
}
