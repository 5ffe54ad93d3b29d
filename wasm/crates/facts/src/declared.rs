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
    /// For one that forces an alignment: its argument as written (`8`, `sizeof(long)`), `cacheline` for
    /// `____cacheline_aligned` and its kin, empty for the target's largest (`__aligned_largest`).
    pub align: Option<String>,
    /// Whether it stands behind a `*` and before the name: it is the pointer's: gcc ignores `packed` there, clang does not.
    pub of_pointer: bool,
}

/// One dimension of an array.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ArrayCount {
    /// As written; empty for `[]`.
    pub text: String,
    /// Its value where it is a constant expression that this file alone can answer.
    pub value: Option<f64>,
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
    /// Offset behind its name, dimensions, width and attributes, before an initialiser: where one more attribute goes.
    pub declared_end: u32,
    /// C++: the words of its initialiser, in which other members may be read.
    pub reads: Vec<String>,
}
