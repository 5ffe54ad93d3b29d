//! What a file that is open can be asked, and what it answers.

use serde::Serialize;
use ts_rs::TS;

use crate::{CodeFacts, Embedding, HeldCounts, PerCpuType, PointedType, StructDesc, TouchedAnswer};

/// A question to an open file. Rows are those of the index that it gave last. The answer is the variant of
/// [`Answer`] of the same name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum Query {
    /// The struct of a row.
    Describe {
        /// Which.
        row: u32,
    },
    /// The structs of several rows.
    DescribeAll {
        /// Which.
        #[ts(type = "readonly number[]")]
        rows: Vec<u32>,
    },
    /// The row whose struct has this content key.
    Find {
        /// See [`crate::ContentKey`].
        key: String,
    },
    /// The structs that the pointers in a struct lead to.
    PointsTo {
        /// The struct's content key.
        key: String,
    },
    /// Prototypes of functions and types of global variables.
    Code {
        /// Names; one that ends in `*` stands for the first that begins so.
        #[ts(type = "readonly string[]")]
        functions: Vec<String>,
        /// Names.
        #[ts(type = "readonly string[]")]
        variables: Vec<String>,
    },
    /// Every listed struct that holds one of these by value, at whatever depth.
    Embeddings {
        /// Names, as they are listed.
        #[ts(type = "readonly string[]")]
        inner: Vec<String>,
    },
    /// By how many listed structs each is held by value: as many as `embeddings` would name.
    HeldCounts,
    /// The structs of which each CPU has its own: per-CPU variables of that type, or arrays of it.
    PerCpu,
    /// The file's own symbols.
    Symbols,
    /// The symbols of functions of C++ and Rust by the names that reports print. A module of its own reads them.
    Mangled {
        /// Readable: `app::Stats::hit`, with or without parameters; `name*` is the beginning of one that was cut.
        #[ts(type = "readonly string[]")]
        names: Vec<String>,
    },
    /// What its machine code touches. Code is followed by a module of its own.
    Touches {
        /// `0x…` an address as the file has it, `symbol+0x1a` one instruction, `symbol` all accesses of a function
        /// but those of its frame; `symbol*` of the functions whose names begin so. Of C++ and Rust the readable name
        /// will do: it stands for each function that is printed so.
        #[ts(type = "readonly string[]")]
        places: Vec<String>,
        /// Whether to say why; the reasons of a whole function are as long as its code.
        reasons: bool,
    },
    /// What else its machine code touches whenever an instruction runs.
    Visits {
        /// `0x…` addresses as the file has them.
        #[ts(type = "readonly string[]")]
        places: Vec<String>,
    },
}

/// The answer to a [`Query`], under the same name.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum Answer {
    /// The struct with every type that it holds by value.
    Describe(StructDesc),
    /// One for each row, in their order; `None` for one that cannot be described.
    DescribeAll(Vec<Option<StructDesc>>),
    /// `None` where no struct has the key.
    Find(Option<u32>),
    /// One for each type of pointer that leads to a struct, also in what the struct holds by value. `None` where
    /// no struct has the key.
    PointsTo(Option<Vec<PointedType>>),
    /// Those that the file has.
    Code(CodeFacts),
    /// Where each is held.
    Embeddings(Vec<Embedding>),
    /// Of those that are held at all.
    HeldCounts(HeldCounts),
    /// By name.
    PerCpu(Vec<PerCpuType>),
    /// A line each: address and size in hex, a letter for the kind (`T` function, `D` variable, `P` variable
    /// of each CPU, `N` unknown), the name. `None` where the file has none.
    Symbols(Option<String>),
    /// One list for each name, in their order: each function that is printed so. Empty where none of C++ or Rust is.
    Mangled(Vec<Vec<String>>),
    /// One for each place, in their order.
    Touches(Vec<TouchedAnswer>),
    /// One for each place, in their order: the accesses of its function that happen whenever its instruction runs, its
    /// own among them.
    Visits(Vec<TouchedAnswer>),
}
