//! The BTF reader: the kernel's own type format, small enough to be read whole.
//!
//! Every offset and every type number is checked where it is used, chains are bounded, and what
//! is damaged becomes a type of unknown size with a diagnostic.

mod aligned;
mod code;
mod containers;
mod describe;
mod known_alignments;
mod machine;
mod raw;
mod relocate;
mod render;
mod resolve;
mod rows;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use facts::{
    CodeFacts, Embedding, HeldCounts, Keyword, PerCpuType, PointedType, StructDesc, StructIndex,
    Target,
};

use facts::key;

use crate::messages;
use crate::{DescribeError, NothingUsable, TypeReader, embed, per_cpu};
use aligned::Alignments;
use raw::Types;
use rows::{MembersHashes, Row};

/// The types of one BTF section.
#[derive(Debug)]
pub struct Btf {
    types: Rc<Types>,
    target: Target,
    rows: Vec<Row>,
    index: StructIndex,
    hashes: RefCell<MembersHashes>,
    alignments: OnceCell<Alignments>,
}

impl Btf {
    /// Reads a section together with what it continues, if anything: `distilled` is the file's own
    /// `.BTF.base`, which module builds since Linux 6.11 carry, `base` another file's BTF, which knows more
    /// where there are both. A section that stands alone needs neither.
    ///
    /// # Errors
    /// When no type can be read; [`NothingUsable::BtfNeedsBase`] when a base is missing,
    /// [`NothingUsable::BtfWrongBase`] when `base` is another's.
    pub fn open(
        bytes: Vec<u8>,
        distilled: Option<Vec<u8>>,
        base: Option<&Btf>,
        target: Target,
    ) -> Result<Self, NothingUsable> {
        if let Some(distilled) = distilled {
            let stub = Self::parse(distilled, target.clone())?;
            let mut over_stub = Self::parse_split(bytes, target.clone(), &stub)?;
            let Some(base) = base else {
                over_stub.index.diagnostics.push(messages::distilled().at(".BTF.base", 1));
                return Ok(over_stub);
            };
            let moved = relocate::relocate(&over_stub.types, &base.types)?;
            return Self::parse_split(moved, target, base);
        }
        match base {
            Some(base) if raw::continues_a_base(&bytes) => Self::parse_split(bytes, target, base),
            _ => Self::parse(bytes, target),
        }
    }

    /// Reads a section that stands alone. Where `target` states no machine (raw BTF), the types
    /// tell what they can: see [`Btf::target`].
    ///
    /// # Errors
    /// When no type can be read, or the section continues another (split BTF).
    pub fn parse(bytes: Vec<u8>, target: Target) -> Result<Self, NothingUsable> {
        Ok(Self::new(Types::parse(bytes, None)?, target))
    }

    /// Reads a section whose types and strings continue those of `base`: the BTF of a kernel
    /// module over its vmlinux. Only its own structs become rows.
    ///
    /// # Errors
    /// When no type can be read, or it does not continue this base.
    pub fn parse_split(bytes: Vec<u8>, target: Target, base: &Btf) -> Result<Self, NothingUsable> {
        let types = Types::parse(bytes, Some(Rc::clone(&base.types)))?;
        check_base(&types)?;
        let target = if target.machine.is_known() { target } else { base.target.clone() };
        Ok(Self::new(types, target))
    }

    fn new(types: Types, mut target: Target) -> Self {
        target.big_endian = types.big_endian();
        let machine = machine::refine(&types, &mut target);
        let mut hashes = MembersHashes::default();
        let (rows, mut index) = rows::collect(&types, target.pointer_bytes, &mut hashes);
        index.diagnostics.extend(machine);
        Self {
            types: Rc::new(types),
            target,
            rows,
            index,
            hashes: RefCell::new(hashes),
            alignments: OnceCell::new(),
        }
    }

    fn members_hash(&self, row: &Row) -> u64 {
        self.hashes.borrow_mut().of(&self.types, self.target.pointer_bytes, row.aggregate)
    }

    /// A row, and what the whole file tells of alignments.
    fn picked(&self, row: u32) -> Result<(&Row, &Alignments), DescribeError> {
        let rows = self.rows.len() as u32;
        let found = self.rows.get(row as usize).ok_or(DescribeError::NoSuchRow { row, rows })?;
        let pointer_bytes = self.target.pointer_bytes;
        let alignments = self.alignments.get_or_init(|| Alignments::of(&self.types, pointer_bytes));
        Ok((found, alignments))
    }

    /// The machine, as far as the types tell it.
    pub fn target(&self) -> &Target {
        &self.target
    }
}

impl TypeReader for Btf {
    fn index(&mut self, progress: &mut dyn FnMut(u64, u64)) -> StructIndex {
        progress(1, 1);
        self.index.clone()
    }

    fn describe(&self, row: u32) -> Result<StructDesc, DescribeError> {
        let (row, alignments) = self.picked(row)?;
        describe::describe(&self.types, &self.target, row, self.members_hash(row), alignments)
    }

    fn points_to(&self, row: u32) -> Result<Vec<PointedType>, DescribeError> {
        let (row, alignments) = self.picked(row)?;
        describe::points_to(&self.types, &self.target, row, alignments)
    }

    fn find(&self, key: &str) -> Option<u32> {
        let name = key::name_of(key)?;
        let matching = self.rows.iter().position(|row| {
            let named = self.types.get(row.named).map(|found| self.types.text(found.name_offset));
            let keyword = if row.is_union { Keyword::Union } else { Keyword::Struct };
            let size = u64::from(row.size_bytes);
            named.is_some_and(|found| found == name)
                && key::content_key(keyword, name, size, self.members_hash(row)) == key
        });
        matching.map(|row| row as u32)
    }

    fn code(&self, functions: &[&str], variables: &[&str]) -> CodeFacts {
        code::code(&self.types, self.target.pointer_bytes, functions, variables)
    }

    fn per_cpu(&self, _symbols: &[(String, u64)]) -> Vec<PerCpuType> {
        let variables = code::variables_in(&self.types, self.target.pointer_bytes, |section| {
            per_cpu::is_per_cpu(section)
        });
        per_cpu::types_of(variables)
    }

    fn embeddings(&self, names: &[&str]) -> Vec<Embedding> {
        embed::embeddings(self, names)
    }

    fn held_counts(&self) -> HeldCounts {
        embed::held_counts(self)
    }
}

/// A base of another build has other type numbers and string offsets; the first that lies outside
/// gives it away.
fn check_base(types: &Types) -> Result<(), NothingUsable> {
    for id in types.first_id()..types.end_id() {
        let Some(found) = types.get(id) else { continue };
        if u64::from(found.name_offset) >= types.strings_len().max(1) {
            return Err(NothingUsable::BtfWrongBase {
                reason: format!(
                    "a name at {:#x} lies outside the {:#x} bytes of strings of both",
                    found.name_offset,
                    types.strings_len()
                ),
            });
        }
        let outside = found.members().map(|member| member.type_id).find(|id| *id >= types.end_id());
        if let (raw::Kind::Struct | raw::Kind::Union, Some(outside)) = (found.kind, outside) {
            return Err(NothingUsable::BtfWrongBase {
                reason: format!("type {outside} lies outside the {} types of both", types.end_id()),
            });
        }
    }
    Ok(())
}
