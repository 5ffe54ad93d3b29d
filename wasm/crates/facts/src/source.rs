//! A C source file as declarations with their places: what a patch needs to move a member, and what
//! the layout engine needs to lay out a struct that was pasted as text.
//!
//! Spans are byte offsets into the file as it was given; nothing is decoded, so CRLF and bytes that
//! are not UTF-8 survive.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    AttributeText, BoundaryText, DeclaratorText, DeclaredType, DefinedMacro, Diagnostic, Encoding,
    Keyword, KnownMacro, LayoutAttributes, LineRange, SourcePoint, Span,
};

/// What a declaration in a body makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Declares {
    /// Members, or nothing that is known.
    Members,
    /// A type, an alias, a constant: members under it may use its name.
    Name,
    /// A function, a friend, an assertion: nothing that a layout has.
    Nothing,
}

/// One declaration, to its `;`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MemberText {
    /// From its first token to its `;` (or to the macro's `)` where none follows).
    pub span: Span,
    /// The type part that its declarators share; empty for a macro.
    pub specifiers: Span,
    /// At least one.
    pub declarators: Vec<DeclaratorText>,
    /// The body that stands in it, into `HeaderDoc::records`.
    pub record: Option<u32>,
    /// The macro that it is written with (`DECLARE_BITMAP`, `struct_group`).
    pub macro_name: Option<String>,
    /// What that macro is, where its name tells.
    pub known_macro: Option<KnownMacro>,
    /// Whether a `;` ends it.
    pub semicolon: bool,
    /// Names that it uses and that the struct around it defines: macros, types and constants.
    pub uses: Vec<String>,
    /// With that macro, or the one in place of its type, exchanged for its definition.
    pub expansion: Option<Box<MacroExpansion>>,
    /// What it begins with that makes it no plain member: `static`, `virtual`, `friend`, `using`, `template`, `typedef`.
    pub specifier: Option<String>,
    /// The function that it declares, or the macro with arguments that reads like one.
    pub function: Option<String>,
    /// What it makes.
    pub declares: Declares,
    /// Of a type or constant in the body: the names that it declares (a tag, enumerators, an alias).
    pub declared_names: Vec<String>,
}

/// What a declaration is with a macro in it exchanged for the macro's definition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MacroExpansion {
    /// The line of the definition; `None` where the file does not have it.
    pub line: Option<u32>,
    /// What `doc` was read from, one byte a character.
    pub text: String,
    /// Its first record has the members.
    pub doc: HeaderDoc,
}

/// A `#pragma pack` that is in force: no member is aligned to more than so many bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PackLimit {
    /// Its line.
    pub line: u32,
    /// `None` where it is not followed: a macro gives it, it is under an `#if`, or it changes inside the body.
    pub bytes: Option<u32>,
}

/// The condition of an `#if`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum Condition {
    /// `defined(X)`, `IS_ENABLED(X)`, and `X` alone.
    Defined {
        /// The macro.
        name: String,
    },
    /// A constant.
    Value {
        /// Whether it is not zero.
        holds: bool,
    },
    /// `X == 4`
    Compared {
        /// As written, with a blank on both sides of the sign.
        text: String,
        /// What is on the left.
        left: Operand,
        /// The sign.
        operator: Comparison,
        /// What is on the right.
        right: Operand,
    },
    /// `!`
    Not {
        /// What is denied.
        of: Box<Condition>,
    },
    /// `&&`
    All {
        /// Two at least.
        of: Vec<Condition>,
    },
    /// `||`
    Any {
        /// Two at least.
        of: Vec<Condition>,
    },
    /// What is no such expression.
    Open {
        /// As written.
        text: String,
        /// Whether it compares.
        compares: bool,
    },
}

/// One side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum Operand {
    /// A constant.
    Number {
        /// Its value.
        value: f64,
    },
    /// `BITS_PER_LONG`
    LongBits,
    /// A macro that nothing here defines.
    Name,
}

/// The sign of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `>`
    More,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
}

/// Why a piece cannot be moved by whole lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Blocked {
    /// It shares a line with the opening or closing brace.
    BraceLine,
    /// A preprocessor directive stands inside the declaration.
    DirectiveInside,
    /// It is a list that a macro makes (X-macro), or something that is not understood.
    NotUnderstood,
}

/// What a comment demands of its member's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum PlaceDemand {
    /// "must be first"
    First,
    /// "must be the second member"
    Second,
    /// "must be last"
    Last,
    /// "do not move", "the order matters", "must follow x"
    Stay,
}

/// Whole lines that move together: the member, its comments, the `#define`s under it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PieceText {
    /// All of it.
    pub lines: LineRange,
    /// The line on which its first declaration begins (comments stand above).
    pub declared_line: u32,
    /// The line on which its last declaration ends (the rest of a trailing comment and `#define`s may follow).
    pub declared_end_line: u32,
    /// Usually one; more where several stand on one line.
    pub members: Vec<MemberText>,
    /// Comments between its first declaration's beginning and its last one's end.
    pub inner_comments: Vec<Span>,
    /// The comment after the declaration.
    pub trailing_comment: Option<Span>,
    /// Why it cannot be moved.
    pub blocked: Option<Blocked>,
    /// What its comments say about its place.
    pub demand: Option<PlaceDemand>,
}

/// What a line between the members marks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum Marker {
    /// `__cacheline_group_begin(name)`
    GroupBegin {
        /// The group.
        name: String,
    },
    /// `__cacheline_group_end(name)`
    GroupEnd {
        /// The group.
        name: String,
    },
    /// `CACHELINE_PADDING(…)`, `ZONE_PADDING(…)`
    Padding,
    /// `randomized_struct_fields_start`
    RandomizedStart,
    /// `randomized_struct_fields_end`
    RandomizedEnd,
}

/// One branch of an `#if` chain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BranchText {
    /// The `#if`, `#elif` or `#else`.
    pub directive: LineRange,
    /// Its condition with comments left out: `defined(CONFIG_SMP)`, `!defined(X)`, `BITS_PER_LONG == 64`; empty for `#else`.
    pub condition: String,
    /// The same as a tree; `None` for `#else`.
    pub holds: Option<Condition>,
    /// What stands in it.
    pub nodes: Vec<BodyNode>,
}

/// What stands in a body, line by line; a body's nodes cover all lines between its braces.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum BodyNode {
    /// Empty lines.
    Blank {
        /// Its lines.
        lines: LineRange,
    },
    /// A comment that belongs to no single member: to a paragraph, or to nothing.
    Comment {
        /// Its lines.
        lines: LineRange,
        /// For `--- cacheline N boundary (B bytes) ---`: what it says.
        boundary: Option<BoundaryText>,
        /// Whether it says itself that it speaks of several members under it.
        several: bool,
        /// What it says about their place.
        demand: Option<PlaceDemand>,
    },
    /// A member and what belongs to it.
    Piece {
        /// The piece.
        piece: PieceText,
    },
    /// A marker; it is a member too where its macro makes one.
    Marker {
        /// Its lines, declaration and names.
        piece: PieceText,
        /// What it marks.
        marker: Marker,
    },
    /// `#if … #endif`
    Chain {
        /// From the comment above to the `#endif`.
        lines: LineRange,
        /// A comment above the `#if` that belongs to all of it.
        leading: Option<LineRange>,
        /// One, or more with `#elif` and `#else`.
        branches: Vec<BranchText>,
        /// The `#endif`.
        end: LineRange,
    },
    /// Other text that stays where it is: `#include`, `#define`s before the first member, C++ access labels.
    Other {
        /// Its lines.
        lines: LineRange,
        /// Whether its first line is an `#include`.
        includes: bool,
    },
}

impl BodyNode {
    /// The lines that it takes.
    #[must_use]
    pub fn lines(&self) -> LineRange {
        match self {
            Self::Piece { piece } | Self::Marker { piece, .. } => piece.lines,
            Self::Blank { lines }
            | Self::Comment { lines, .. }
            | Self::Other { lines, .. }
            | Self::Chain { lines, .. } => *lines,
        }
    }
}

/// One `@member:` of a kernel-doc comment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DocMember {
    /// The member's name, as written after the `@`.
    pub name: String,
    /// Where its `@` is.
    pub at: SourcePoint,
    /// The line with the `@` and those that go on with it.
    pub lines: LineRange,
    /// Whether text stands under it, behind an empty line, of which it is unknown whether it is its own.
    pub loose: bool,
}

/// The kernel-doc comment above a struct.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct KernelDoc {
    /// All of it.
    pub lines: LineRange,
    /// In the order in which they are described.
    pub members: Vec<DocMember>,
}

/// A line that parts members: what stands on one side of it is not what stands on the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum WallKind {
    /// `public:` of C++, also Qt's `signals:`.
    Access,
    /// kernel-doc's `/* private: */`: what follows is not documented.
    DocPrivate,
    /// kernel-doc's `/* public: */`
    DocPublic,
}

/// See [`WallKind`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WallText {
    /// What it is.
    pub kind: WallKind,
    /// As written: `private`, `public slots`, `private: internal use only`.
    pub text: String,
    /// Where it begins.
    pub at: SourcePoint,
    /// Its last line.
    pub last_line: u32,
}

/// One entry of a constructor's initialiser list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct InitialisedMember {
    /// The member, or a base class.
    pub name: String,
    /// The words of its value.
    pub reads: Vec<String>,
}

/// What in a C++ class means something else in another order of its members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum OrderedText {
    /// A constructor with an initialiser list: members are initialised in the order of their declarations.
    Constructor {
        /// Its line.
        line: u32,
        /// In the order of the list.
        members: Vec<InitialisedMember>,
    },
    /// `operator<=>(…) = default`, `operator==(…) = default`: compares the members one after the other.
    Comparison {
        /// Its line.
        line: u32,
        /// `operator<=>`
        name: String,
    },
}

/// A struct, union or class with a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RecordText {
    /// What it is.
    pub keyword: Keyword,
    /// Its tag.
    pub tag: Option<String>,
    /// C++: the namespaces and classes around it, outermost first, as far as the file writes them.
    pub scope: Vec<String>,
    /// Whether it is a C++ template, or stands in one.
    pub template: bool,
    /// Where members part.
    pub walls: Vec<WallText>,
    /// C++: what depends on the order of its members.
    pub ordered: Vec<OrderedText>,
    /// The name of `typedef struct { … } name;`.
    pub typedef_name: Option<String>,
    /// The record whose body holds it.
    pub parent: Option<u32>,
    /// The keyword; debug information declares an unnamed record here.
    pub at: SourcePoint,
    /// The tag, or the keyword where there is none; debug information declares a named record here.
    pub name_at: SourcePoint,
    /// Offset of the `{`.
    pub open: u32,
    /// Its line.
    pub open_line: u32,
    /// Offset of the `}`.
    pub close: u32,
    /// Its line.
    pub close_line: u32,
    /// From the keyword to the end of its declaration.
    pub lines: LineRange,
    /// The `#if` conditions that it stands under, outermost first; include guards left out.
    pub conditions: Vec<String>,
    /// Attributes before the tag and behind the `}`.
    pub attributes: Vec<AttributeText>,
    /// What these and the macros around it make of its layout; `None` for nothing.
    pub layout: Option<LayoutAttributes>,
    /// The `#pragma pack` that it is under.
    pub pack: Option<PackLimit>,
    /// Whether it is marked `__randomize_layout`.
    pub randomized: bool,
    /// The kernel-doc above.
    pub doc: Option<KernelDoc>,
    /// Lines of a comment above that says that its members have to keep their order.
    pub order_comment: Option<LineRange>,
    /// Macros that are defined between the braces, in the bodies inside too.
    pub defines: Vec<DefinedMacro>,
    /// What stands between the braces; empty where they share a line.
    pub body: Vec<BodyNode>,
    /// Why it cannot be understood as a C struct (a base class, a template), where it cannot. A sentence.
    pub unsupported: Option<String>,
}

/// `typedef unsigned int u32;`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TypedefText {
    /// The new name.
    pub name: String,
    /// What it stands for.
    pub declared_type: DeclaredType,
    /// What its own attributes make of its layout; `None` for nothing.
    pub layout: Option<LayoutAttributes>,
    /// Where.
    pub at: SourcePoint,
}

/// A C source file, read for its structs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct HeaderDoc {
    /// Size of the file.
    pub size_bytes: f64,
    /// Every record with a body, in the order of the file; one comes before those inside it.
    pub records: Vec<RecordText>,
    /// Whether it includes or uses what only the kernel has (`<linux/…>`, `__rcu`, `____cacheline_aligned`).
    pub kernel: bool,
    /// Whether it is C++; what a C header keeps for C++ (`#ifdef __cplusplus`) makes it none.
    pub cplusplus: bool,
    /// Typedefs outside of bodies.
    pub typedefs: Vec<TypedefText>,
    /// What was not understood.
    pub diagnostics: Vec<Diagnostic>,
}

/// What a target makes of a type name that C or long usage fixes (`unsigned long`, `uint32_t`, `u8`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ScalarFact {
    /// As `TypeBase::Scalar` or `TypeBase::Named` has it.
    pub name: String,
    /// Size.
    pub size_bytes: u32,
    /// Alignment in a struct.
    pub align_bytes: u32,
    /// As `TypeShape::Scalar` has it.
    pub encoding: Encoding,
}
