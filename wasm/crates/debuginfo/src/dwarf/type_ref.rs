//! Where an entry is.

/// An entry: its unit, and its offset from the unit's start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TypeRef {
    pub unit: u32,
    pub offset: usize,
}
