//! Assembles a [`StructDesc`]: one table of types, each entered once, no type in itself.

use std::hash::Hash;

use facts::{
    Alignment, AlignmentSource, Diagnostic, IndexStage, StructDesc, Target, TypeFact, TypeShape,
    key,
};
use rustc_hash::FxHashMap;

use crate::{DescribeError, infer};

/// More types than this in one struct are taken for damage (`task_struct` holds some 600).
pub const MAX_TYPES: u32 = 100_000;
/// More members than this in one struct are not laid out: it is damage or a test, and a layout that
/// takes seconds for each frame helps nobody (`task_struct` has some 1,500 with all that it nests).
pub const MAX_MEMBERS: u32 = 100_000;
/// More text than this in the names of one struct is taken for damage.
const MAX_NAME_BYTES: usize = 64 << 20;
/// Aggregates in arrays in aggregates, deeper than any program has them.
pub const MAX_DEPTH: u32 = 128;

/// What [`Builder::enter`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// The type is in the table.
    Known(u32),
    /// The type is being entered further up: it would hold itself by value.
    Cycle,
    /// A place was made for it; `fill` it.
    New(u32),
}

/// A table of types under construction; `Id` names a type in the reader's own terms.
#[derive(Debug)]
pub struct Builder<Id> {
    types: Vec<Option<TypeFact>>,
    by_id: FxHashMap<Id, u32>,
    members: u32,
    name_bytes: usize,
    /// Alignments in bytes that more than one struct speaks for, by type.
    hints: FxHashMap<u32, u32>,
}

impl<Id: Hash + Eq + Copy> Default for Builder<Id> {
    fn default() -> Self {
        Self {
            types: Vec::new(),
            by_id: FxHashMap::default(),
            members: 0,
            name_bytes: 0,
            hints: FxHashMap::default(),
        }
    }
}

impl<Id: Hash + Eq + Copy> Builder<Id> {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Looks a type up, and makes a place for it where it is new. Enter a type before the
    /// types that it holds.
    pub fn enter(&mut self, id: Id) -> Slot {
        if let Some(&index) = self.by_id.get(&id) {
            return match self.fact(index) {
                Some(_) => Slot::Known(index),
                None => Slot::Cycle,
            };
        }
        let index = self.types.len() as u32;
        self.types.push(None);
        self.by_id.insert(id, index);
        Slot::New(index)
    }

    /// Fills the place that `enter` made.
    pub fn fill(&mut self, index: u32, fact: TypeFact) {
        if let TypeShape::Aggregate { members, .. } = &fact.shape {
            self.members = self.members.saturating_add(members.len() as u32);
        }
        if let Some(place) = self.types.get_mut(index as usize) {
            *place = Some(fact);
        }
    }

    /// Adds a type that nothing will look up again.
    pub fn push(&mut self, fact: TypeFact) -> u32 {
        let index = self.types.len() as u32;
        self.types.push(None);
        self.fill(index, fact);
        index
    }

    /// What is known of a type's alignment from elsewhere than this struct, in bytes: believed where nothing in it
    /// speaks against it.
    pub fn hint(&mut self, index: u32, align_bytes: u32) {
        self.hints.insert(index, align_bytes);
    }

    /// Counts the text of a name, of which a damaged file can give any amount.
    pub fn count_name(&mut self, name: Option<&str>) {
        self.name_bytes = self.name_bytes.saturating_add(name.map_or(0, str::len));
    }

    /// A type of the table that is already filled.
    pub fn fact(&self, index: u32) -> Option<&TypeFact> {
        self.types.get(index as usize)?.as_ref()
    }

    /// The pointers of the table: each by the reader's own name for it, and its index.
    pub fn pointers(&self) -> Vec<(Id, u32)> {
        let is_pointer = |&(_, index): &(Id, u32)| {
            self.fact(index).is_some_and(|fact| matches!(fact.shape, TypeShape::Pointer))
        };
        let mut pointers: Vec<(Id, u32)> =
            self.by_id.iter().map(|(id, index)| (*id, *index)).filter(is_pointer).collect();
        pointers.sort_unstable_by_key(|(_, index)| *index);
        pointers
    }

    /// Which bound was passed, if one was: ask now and then while reading.
    pub fn too_large(&self, name: &str) -> Option<DescribeError> {
        let (what, limit) = if self.types.len() > MAX_TYPES as usize {
            ("types", MAX_TYPES)
        } else if self.members > MAX_MEMBERS {
            ("members", MAX_MEMBERS)
        } else if self.name_bytes > MAX_NAME_BYTES {
            ("bytes of names", MAX_NAME_BYTES as u32)
        } else {
            return None;
        };
        Some(DescribeError::TooLarge { name: name.to_owned(), what, limit })
    }

    /// Infers what is not stated, and hands the description out. `root` must be an aggregate; `name` is
    /// what it is listed under, and `members_hash` that of its row.
    pub fn finish(
        self,
        root: u32,
        name: &str,
        members_hash: u64,
        target: &Target,
        source: IndexStage,
        diagnostics: Vec<Diagnostic>,
    ) -> Result<StructDesc, DescribeError> {
        if let Some(error) = self.too_large(name) {
            return Err(error);
        }
        // A place that was made and never filled is a bug of a reader; the struct still opens.
        let types: Vec<TypeFact> =
            self.types.into_iter().map(|fact| fact.unwrap_or_else(unknown_type)).collect();
        let key = match types.get(root as usize) {
            Some(TypeFact { size_bytes, shape: TypeShape::Aggregate { keyword, .. }, .. }) => {
                key::content_key(*keyword, name, size_bytes.unwrap_or(0.0) as u64, members_hash)
            }
            _ => {
                return Err(DescribeError::Damaged {
                    name: name.to_owned(),
                    reason: "it is neither a struct nor a union".to_owned(),
                });
            }
        };
        let mut desc = StructDesc {
            key,
            name: name.to_owned(),
            target: target.clone(),
            source,
            types,
            root,
            diagnostics,
            words_from: None,
            align_cap_bytes: None,
            cplusplus: None,
        };
        infer::complete(&mut desc, &self.hints);
        Ok(desc)
    }
}

/// A type of which nothing is known.
pub fn unknown_type() -> TypeFact {
    TypeFact {
        name: "?".to_owned(),
        size_bytes: None,
        align: Alignment { bytes: 1, from: AlignmentSource::Abi },
        shape: TypeShape::Other,
        declared: None,
    }
}
