//! Places of a source tree that hold only as long as a struct's members lie as they do.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Keyword;

/// The struct that is asked about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct HazardQuery {
    /// What it is.
    pub keyword: Keyword,
    /// Its tag, or the typedef's name of one without.
    pub name: String,
    /// Names that stand for it without its keyword: typedefs, in C++ the tag itself.
    pub aliases: Vec<String>,
    /// Typedefs of a pointer to it: `typedef struct x *x_ptr;`.
    pub pointers: Vec<String>,
    /// Debug information says that it is a struct of C++: then headers of any name are.
    pub cplusplus: bool,
    /// Names of all its members, those of anonymous structs too.
    pub members: Vec<String>,
    /// Tags of what lies at its beginning: its first member's type, that one's first member's, …
    pub first_types: Vec<String>,
    /// Members of the struct's type in other structs, for files that fill these: empty where they are not known yet.
    pub held: Vec<Container>,
    /// Names that tables for assembly give to its offsets, likewise.
    pub offsets: Vec<OffsetName>,
    /// Macros of other files that stand for it, for a member of it or for an offset in it.
    pub stand_ins: Vec<StandIn>,
}

/// A macro that a text is read without: `#define sk_state __sk_common.skc_state`, `#define DECLARE_SHOP(n) struct shop n`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct StandIn {
    /// Its name.
    pub name: String,
    /// Null for one without brackets, which is a member by another name.
    pub parameters: Option<Vec<String>>,
    /// What it stands for.
    pub body: String,
}

impl StandIn {
    /// Whether it names the struct itself: `#define UPTO offsetof(struct x, a)` does, a member by another name does not.
    #[must_use]
    pub fn names_it(&self) -> bool {
        self.parameters.is_some() || self.body.contains('(')
    }
}

/// A member of another struct that is the struct itself, and no pointer to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Container {
    /// The tag of the other struct, or the typedef's name of one without.
    pub container: String,
    /// The name of its member.
    pub member: String,
    /// How many `[]` stand behind it.
    pub dimensions: u32,
    /// How many members are declared before it.
    pub position: u32,
}

/// `OFFSET(TASK_flags, task_struct, flags)` in a table for assembly.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OffsetName {
    /// What assembly calls the offset.
    pub name: String,
    /// The members of the struct that the row names.
    pub members: Vec<String>,
}

/// In which way a place depends on the order of the members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum HazardKind {
    /// `struct x v = { 1, 2 }`: values in the order of the members.
    Positional,
    /// `x v = { .a = 1, .b = 2 }` in C++, where names have to come in the order of the members.
    Designated,
    /// A pointer is cast between the struct and what lies at its beginning, or a struct that begins as it does.
    Cast,
    /// `memcpy(&p->a, …, offsetof(…) - offsetof(…))`: several members are copied or cleared as one range.
    CopiedRange,
    /// `for (p = &x->a; p <= &x->b; p++)`, `(&x->a)[1]`: from one member to the next.
    Walk,
    /// `crc(p, offsetof(struct x, a))`, `#define X_SIZE (offsetof(struct x, a) + sizeof(int))`: an offset as a length or a
    /// bound speaks of the members that lie before it.
    Prefix,
    /// `memcmp(p, q, sizeof(*p))`: holes are compared too.
    Compared,
    /// `crc32(p, sizeof(*p))`: all bytes in their order, holes too.
    Hashed,
    /// `union { struct x x; struct x_head head; }`: another type lies over its beginning.
    Overlay,
    /// `copy_to_user(to, &v, sizeof(v))`, `write`, `send`: all of it leaves or comes in as bytes.
    WholeCopy,
    /// `memset_startat`, `memset_after`
    Memset,
    /// `offsetof` in a computation.
    Offsetof,
    /// `static_assert`, `BUILD_BUG_ON` and their kin, about an offset or the size.
    Assertion,
    /// `CACHELINE_ASSERT_GROUP_MEMBER`
    Group,
    /// The kernel's own page about its cache lines.
    Documentation,
    /// A table of offsets for assembly, or an offset in an `asm` statement: the compiler computes it again.
    Asm,
    /// `asm("movl 4(%0), %%eax" : : "r"(p))`: a distance that is a number.
    AsmDistance,
}

/// One place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Hazard {
    /// What kind it is of.
    pub kind: HazardKind,
    /// Counted from 1.
    pub line: u32,
    /// The statement or the row, white space collapsed, cut where it is long.
    pub text: String,
    /// Members that it names; empty for the struct as a whole.
    pub members: Vec<String>,
    /// What it is about: the variable that is initialised, the function that copies, the other type of a cast.
    pub subject: String,
    /// Of a positional initialiser: how many values stand for the first so many members; 0 where that cannot
    /// be counted (values after a designator).
    pub values: u32,
    /// Of a positional initialiser: in how many rows of a table; 0 where its values are zeros, of which the
    /// first asks for a pointer or for braces.
    pub rows: u32,
    /// Whether it asks about the size; of a copied range whether it goes to the end of the struct.
    pub size: bool,
    /// Whether the struct itself is named there, and not only one of its members.
    pub certain: bool,
}

/// A macro in an initialiser of the struct, which may give values by position, or one that is given the struct and may assert
/// something of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MacroUse {
    /// The macro.
    pub used: MacroName,
    /// Words among its arguments that may be macros which it expands (`IDS(DEVICE, info)`).
    pub arguments: Vec<String>,
    /// Whether it stands for a whole struct (`v = X(…)`) or for some of its members (`v = { X(…) }`).
    pub whole: bool,
    /// What the hazard would be.
    pub hazard: Hazard,
}

/// A `#define` that may stand in an initialiser, or that asserts something.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MacroText {
    /// Its name.
    pub name: String,
    /// Values by position where it stands for a whole struct: those of its longest row.
    pub whole: u32,
    /// Values by position where it stands among a struct's members.
    pub among: u32,
    /// Whether some of its values have names: then those by position cannot be counted from the first member on.
    pub named: bool,
    /// What its definition asserts of the struct that it is given: `#define AT(t, m, o) _Static_assert(offsetof(t, m) == (o), "")`.
    pub asserts: Option<Asserted>,
    /// Macros that stand in it where values could.
    pub refers: Vec<MacroName>,
}

/// What an assertion is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Asserted {
    /// Where a member lies.
    Offset,
    /// How large the struct is.
    Size,
}

/// A macro as it stands where values could.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MacroName {
    /// Its name.
    pub name: String,
    /// Whether it takes arguments. One that takes none and is defined nowhere is a constant.
    pub call: bool,
}

/// A cast between the struct and another type, of which this file does not tell how it begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenCast {
    /// The tag of the other type.
    pub other: String,
    /// What the hazard would be.
    pub hazard: Hazard,
}

/// What one file says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FileHazards {
    /// In the order of the file.
    pub hazards: Vec<Hazard>,
    /// Macros in initialisers and what may be assertions, to be looked up among `macros` of all files.
    pub uses: Vec<MacroUse>,
    /// Macros that the file defines and that may stand in an initialiser or assert something.
    pub macros: Vec<MacroText>,
    /// Casts to be looked up.
    pub casts: Vec<OpenCast>,
    /// Other structs of the file that hold the struct.
    pub held: Vec<Container>,
    /// Names of a table for assembly.
    pub offsets: Vec<OffsetName>,
    /// Names that the file gives the struct, which the query does not know.
    pub aliases: Vec<String>,
    /// Such names of a pointer to it.
    pub pointers: Vec<String>,
    /// Macros of it that stand for the struct, a member of it or an offset in it.
    pub stand_ins: Vec<StandIn>,
}
