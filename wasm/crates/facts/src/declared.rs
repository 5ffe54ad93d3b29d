//! What one declarator of a C source file declares, with its places.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{SourcePoint, Span, TagKeyword};

/// One attribute or attribute macro: `__rcu`, `__aligned(8)`, `__attribute__((packed))`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AttributeText {
    /// With its argument list.
    pub span: Span,
    /// As written, white space collapsed.
    pub text: String,
    /// Whether it aligns what it is on.
    pub aligns: bool,
    /// Whether it stands behind a `*` and before the name: it is the pointer's: gcc ignores `packed` there, clang does not.
    pub of_pointer: bool,
}

/// What attributes make of a layout, whether they are written out or macros that the text, its tree or large projects define.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LayoutAttributes {
    /// Whether they pack.
    pub packed: bool,
    /// The alignments that they force.
    pub aligns: Vec<AlignmentText>,
    /// Those of which nothing says whether they pack or align.
    pub unknown: Vec<UnknownAttribute>,
}

/// The argument of an alignment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AlignmentText {
    /// As written, white space collapsed.
    pub text: String,
    /// What it says.
    pub value: AlignmentValue,
}

/// See [`AlignmentText`]; what the bytes are is the target's to say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum AlignmentValue {
    /// No argument: as much as any type of the target asks for.
    Largest,
    /// `L1_CACHE_BYTES`, `SMP_CACHE_BYTES`
    Line,
    /// A constant.
    Bytes {
        /// Its value.
        bytes: f64,
    },
    /// `sizeof(long)`
    SizeOf {
        /// The type.
        name: String,
    },
    /// `_Alignof(long)`, `_Alignas(long)`
    AlignOf {
        /// The type.
        name: String,
    },
    /// Of a type that is a pointer.
    Pointer,
    /// `2 * sizeof(long)`
    Product {
        /// What is multiplied.
        factors: Vec<AlignmentValue>,
    },
    /// Anything else.
    Unknown,
}

/// An attribute of which nothing says what it makes of a layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UnknownAttribute {
    /// The macro; what is written, for a list of attributes that is not followed.
    pub name: String,
    /// Whether it is such a list: `__attribute__((mode(DI)))`.
    pub is_list: bool,
    /// Its line in the file, from 1.
    pub line: u32,
    /// Whether it packs, and is behind a `*`, where compilers differ.
    pub packs_pointer: bool,
}

/// One dimension of an array.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ArrayCount {
    /// As written; empty for `[]`.
    pub text: String,
    /// Its value where it is a constant expression that this file alone can answer.
    pub value: Option<f64>,
    /// Its value where a `long` has 32 bits, if that is another one.
    pub value32: Option<f64>,
}

/// What a declared type is made of, pointers and arrays left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum TypeBase {
    /// A C keyword type, in one spelling: `unsigned long`, `char`, `long double`, `_Bool`.
    Scalar {
        /// See above.
        name: String,
    },
    /// `struct x`, `union x`, `class x`, `enum x`.
    Tagged {
        /// The keyword.
        keyword: TagKeyword,
        /// The tag.
        name: String,
    },
    /// A typedef's name, or a macro that stands for a type.
    Named {
        /// The name.
        name: String,
    },
    /// A body that stands right here.
    Record {
        /// Into `HeaderDoc::records`.
        index: u32,
    },
    /// What a macro (`DECLARE_BITMAP(x, n)`), `typeof` or an unnamed enum makes of it.
    Opaque {
        /// As written, white space collapsed.
        text: String,
        /// Whether it is an unnamed enum.
        is_enum: bool,
    },
}

/// A declared type, as far as a layout asks: `struct foo *x[4]` is four pointers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DeclaredType {
    /// As C writes it with the name left out, attributes left out: `struct file *`, `char[16]`, `int (*)(struct page *)`.
    pub text: String,
    /// Without pointers and arrays.
    pub base: TypeBase,
    /// Whether it is a pointer (to anything, a function too), or an array of pointers.
    pub pointer: bool,
    /// Dimensions of an array, outermost first.
    pub counts: Vec<ArrayCount>,
}

/// One declarator of a declaration: `*next` of `struct x *next, *prev;`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DeclaratorText {
    /// `None` for an anonymous struct or union, an unnamed bit-field, and a macro whose name is not known.
    pub name: Option<String>,
    /// Names that a macro of ours may be declaring: the identifiers among its arguments. Beside a `name`: words of which the
    /// text does not tell which one is the name and which ones are macros (`int dense b`, `int DENSE(1) b`).
    pub possible_names: Vec<String>,
    /// Where debug information says that it is declared: the name; for an unnamed aggregate its
    /// keyword; for a macro the macro's name.
    pub at: SourcePoint,
    /// From its first `*` or name to the end of its attributes.
    pub span: Span,
    /// Its type.
    pub declared_type: DeclaredType,
    /// For a bit-field: the width.
    pub bit_width: Option<ArrayCount>,
    /// For a bit-field: offset of the `:`.
    pub colon: Option<u32>,
    /// Whether it is a pointer to a function without arguments: `(*name)(void)`.
    pub takes_nothing: bool,
    /// Attributes that belong to this declarator, or to the declaration that has no other.
    pub attributes: Vec<AttributeText>,
    /// What its own attributes make of its layout, those of a body before it left out; `None` for nothing.
    pub layout: Option<LayoutAttributes>,
    /// Offset behind its name, dimensions, width and attributes, before an initialiser: where one more attribute goes.
    pub declared_end: u32,
    /// C++: the words of its initialiser, in which other members may be read.
    pub reads: Vec<String>,
}
