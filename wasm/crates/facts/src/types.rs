//! A struct and every type that it holds by value.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Diagnostic, Encoding, Keyword, TagKeyword, Target};

/// Where an alignment is known from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AlignmentSource {
    /// The target's ABI gives a type of this kind this alignment.
    Abi,
    /// The debug information states it (`DW_AT_alignment`).
    Stated,
    /// Nothing states it, but the offsets or the size cannot be explained without it.
    Inferred,
}

/// An alignment and where it is known from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Alignment {
    /// A power of two.
    pub bytes: u32,
    /// Where it is known from.
    pub from: AlignmentSource,
}

/// A bit-field's own part of its member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BitField {
    /// Declared width; 0 closes the storage unit (`int :0`).
    pub width_bits: u32,
    /// Size of the declared type (`unsigned long flag:1` has 64).
    pub unit_bits: u32,
}

/// A place in the source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Declared {
    /// As the compiler was given it ("`include/linux/fs.h`"); empty where only the line is known.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1; 0 where the compiler wrote none (clang).
    pub column: u32,
}

/// What a member is, where it is not an ordinary one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum MemberRole {
    /// A declared member.
    Field,
    /// An unnamed bit-field that nothing states but the offsets need (`int :4`, `int :0`).
    InferredBits,
    /// A C++ base class; its name is the base's.
    Base,
    /// A C++ virtual table pointer.
    Vtable,
    /// A Rust enum's discriminant, or a variant part.
    Variant,
}

/// One member, as stated. Offsets are counted from the start of the type that holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MemberFact {
    /// As declared; `None` for an anonymous struct or union, and for an unnamed bit-field.
    pub name: Option<String>,
    /// Index into `StructDesc::types`.
    pub type_index: u32,
    /// What it is.
    pub role: MemberRole,
    /// Offset of its first bit in memory order (little-endian: of its least significant bit;
    /// big-endian: counted from the most significant bit of byte 0), so that `offset_bits / 8`
    /// is its first byte on either.
    pub offset_bits: f64,
    /// Bits that it takes: its width for a bit-field, its type's size otherwise (0 for a flexible
    /// array); `None` where the size is unknown (its type is only declared).
    pub size_bits: Option<f64>,
    /// For a bit-field.
    pub bit_field: Option<BitField>,
    /// A forced alignment on the member itself (`__aligned(64)` on the declaration).
    pub align: Option<Alignment>,
    /// Whether the member itself is packed: laid out as if its type's alignment were 1. Always inferred (DWARF records none).
    pub packed: bool,
    /// Where it is declared.
    pub declared: Option<Declared>,
}

/// What kind of type it is, and what it is made of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum TypeShape {
    /// Integer, character, boolean, floating point.
    Scalar {
        /// Which of them.
        encoding: Encoding,
    },
    /// A pointer, a reference, or a pointer to member.
    Pointer,
    /// An enumeration.
    Enum,
    /// An array of `count` elements (one dimension; `int[2][3]` is an array of arrays). `None`: flexible (`[]`).
    /// A stated zero (`[0]`, also a C flexible array in old DWARF) is `Some(0)`.
    Array {
        /// Index into `StructDesc::types`.
        element: u32,
        /// How many.
        count: Option<f64>,
    },
    /// A struct, union or class.
    Aggregate {
        /// What it is.
        keyword: Keyword,
        /// In declaration order, which is also the order of offsets except in a randomized struct, a union or an odd C++ class.
        members: Vec<MemberFact>,
        /// Whether the whole type is packed. Always inferred (neither DWARF nor BTF records it).
        packed: bool,
        /// An alignment forced on the type (`} __aligned(64)`), beyond what its members give.
        forced_align: Option<Alignment>,
        /// Why an order of it cannot be recomputed (a C++ base's tail padding, a Rust type, overlapping members), where it cannot. A sentence.
        read_only: Option<String>,
    },
    /// Only declared: neither size nor members are known.
    Declared {
        /// What it is.
        keyword: TagKeyword,
    },
    /// Anything else that has a size (a function type has none and never is a member).
    Other,
}

/// A type that the struct holds by value, directly or deep. Pointers are leaves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TypeFact {
    /// As C writes it with the declared name left out: `unsigned int`, `struct list_head`, `atomic_t`, `struct file *`,
    /// `int (*)(struct page *)`, `char[16]`, `unsigned long[2][3]`. Qualifiers are kept. An unnamed aggregate is `struct` or `union`.
    pub name: String,
    /// Size; `None` where unknown. 0 for a flexible array and an empty struct.
    pub size_bytes: Option<f64>,
    /// The alignment of an ordinary member of this type (forced alignments of the type included).
    pub align: Alignment,
    /// What it is made of.
    pub shape: TypeShape,
    /// Where it is declared (aggregates).
    pub declared: Option<Declared>,
}

/// `kind:name:size:hash`, where the hash (FNV-1a, 64 bits, hex) is over each direct member's name,
/// offset and size in bits. The same for the same layout from BTF and from DWARF, so that open edits
/// survive when a better source arrives.
pub type ContentKey = String;

/// A chosen struct: itself and every type that it holds by value. Crosses the boundary once per pick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct StructDesc {
    /// See [`ContentKey`].
    #[ts(type = "string")]
    pub key: ContentKey,
    /// The name it is listed under (a typedef's for an unnamed struct).
    pub name: String,
    /// The machine.
    pub target: Target,
    /// Where the facts come from.
    pub source: crate::IndexStage,
    /// Types by index; no type holds itself by value.
    pub types: Vec<TypeFact>,
    /// Index of the struct itself in `types`.
    pub root: u32,
    /// What was noticed about this struct.
    pub diagnostics: Vec<Diagnostic>,
    /// The source file whose words its packing and alignments follow, beyond what debug information states or
    /// implies; left out where no source was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words_from: Option<String>,
    /// The `#pragma pack` around it caps every alignment in its body at so many bytes; left out where none is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub align_cap_bytes: Option<u32>,
    /// The compilation unit that declares it is C++ (`DW_AT_language`); left out where it is not, or does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cplusplus: Option<bool>,
}
