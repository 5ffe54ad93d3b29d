//! Debug information to types: what a file states about each struct, as [`facts`].
//!
//! Two readers, [`btf`] and [`dwarf`], give the same two things: the index of all named
//! structs as columns, and on demand one struct with every type that it holds by value.
//! What neither states (packed, unnamed bit-fields, in BTF any alignment) is inferred once,
//! in [`infer`], from what the offsets prove; every inference is marked.
//!
//! Design constraints:
//!
//! - no I/O: bytes are handed in, or asked for through [`sections::Sections`];
//! - no panic, no unbounded loop or recursion on any bytes; what is odd is skipped and
//!   becomes a diagnostic, `Err` means that nothing is usable;
//! - no layout of *orders*: that is the layout engine's, in TypeScript. `infer` places
//!   members by the natural rules only to see what the stated offsets need.
//!
//! ```
//! use debuginfo::{TypeReader, btf::Btf};
//! # fn example(bytes: Vec<u8>, target: facts::Target) -> Option<()> {
//! let mut btf = Btf::parse(bytes, target).ok()?;
//! let index = btf.index(&mut |_done, _total| {});
//! let first = btf.describe(0).ok()?;
//! # Some(())
//! # }
//! ```

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

pub mod abi;
pub mod btf;
pub mod builder;
mod diagnose;
pub mod dwarf;
mod embed;
mod error;
pub mod infer;
mod messages;
pub mod names;
mod per_cpu;
pub mod sections;
pub mod summary;
mod wanted;

pub use error::{DescribeError, NothingUsable};

use facts::{
    CodeFacts, Embedding, HeldCounts, PerCpuType, PointedType, StructDesc, StructIndex, UsedType,
};

/// What both readers can do. Rows are those of the last [`StructIndex`] that `index` returned.
pub trait TypeReader {
    /// Lists every named struct, union and class. `progress` is called now and then with
    /// how much is done and of how much (bytes).
    fn index(&mut self, progress: &mut dyn FnMut(u64, u64)) -> StructIndex;

    /// The struct of a row, with every type that it holds by value, inference done.
    fn describe(&self, row: u32) -> Result<StructDesc, DescribeError>;

    /// The row whose struct has this content key, if there is one: an open struct survives
    /// the next stage by it.
    fn find(&self, key: &str) -> Option<u32>;

    /// What the pointers of a row's struct lead to, one for each type of pointer in its `StructDesc::types`;
    /// those that lead to no struct are left out.
    fn points_to(&self, row: u32) -> Result<Vec<PointedType>, DescribeError>;

    /// What is known of these functions and global variables; names that are not there are left
    /// out. A function's name that ends in `*` stands for the first that begins so.
    fn code(&self, functions: &[&str], variables: &[&str]) -> CodeFacts;

    /// The structs that stand in per-CPU memory. `symbols` are name and size in bytes of the variables
    /// there, as the file's symbols tell them; BTF lists them itself and needs none.
    fn per_cpu(&self, symbols: &[(String, u64)]) -> Vec<PerCpuType>;

    /// Every listed struct that holds one of these by value, at whatever depth.
    fn embeddings(&self, names: &[&str]) -> Vec<Embedding>;

    /// How many listed structs hold each: as many as `embeddings` would name.
    fn held_counts(&self) -> HeldCounts;
}

/// What a pointer leads to, from its type; `None` where that is no struct.
fn pointed(type_index: u32, of: UsedType) -> Option<PointedType> {
    Some(PointedType { type_index, name: of.aggregate?, pointers: of.pointers })
}
