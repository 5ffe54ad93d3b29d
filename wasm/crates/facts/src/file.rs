//! What a file is, before any of its types is looked at.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Diagnostic, Target};

/// What kind of file was opened, told by content and never by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FileKind {
    /// An ELF executable or shared object (`ET_EXEC`, `ET_DYN`).
    Elf,
    /// A relocatable ELF object (`ET_REL`): a `.o` or a kernel module.
    ElfObject,
    /// Raw BTF, as in `/sys/kernel/btf/vmlinux`.
    Btf,
}

/// Another file that has some of a file's types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Companion {
    /// The BTF of the kernel that a module was built for: `/sys/kernel/btf/vmlinux`, or its vmlinux.
    BaseBtf,
    /// The file that dwz moved types to (`FileFacts.supplementary`).
    Supplementary,
    /// A `.dwo` file or `.dwp` package of split DWARF (`StructIndex.splitFiles`).
    Split,
    /// The file with the debug information of a stripped program: it has the same build-id.
    Debug,
}

/// The file that dwz moved types to, which several programs share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SupplementaryFile {
    /// As it is named in the file: an absolute path, or relative to it.
    pub name: String,
    /// Its build-id as lower-case hex; empty where it is not stated.
    pub build_id: String,
}

/// A file that holds the types of a unit of which only a skeleton stands in the program (split DWARF).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SplitFile {
    /// As the compiler was told: absolute, or relative to `directory`.
    pub name: String,
    /// The compiler's own directory; empty where it is not stated.
    pub directory: String,
}

/// A stage of the index: the same list, better known each time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum IndexStage {
    /// Types from BTF.
    Btf,
    /// Types from DWARF; replaces the list from BTF where a file has both.
    Dwarf,
    /// The same rows with members, holes and padding filled in.
    Summaries,
    /// Types from text: C source, or pasted output of pahole.
    Text,
}

/// What is known of a file as soon as it is open.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FileFacts {
    /// What it is.
    pub kind: FileKind,
    /// The machine that its types are laid out for.
    pub target: Target,
    /// GNU build-id as lower-case hex.
    pub build_id: Option<String>,
    /// Linux release from the kernel's banner ("6.1.0-56-cloud-amd64"), where there is one.
    pub kernel_release: Option<String>,
    /// Compiler, from `DW_AT_producer` or `.comment`.
    pub producer: Option<String>,
    /// The stages that the file can give, in the order in which to ask for them.
    pub stages: Vec<IndexStage>,
    /// Files that must be given before a stage can be read; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Companion>>", optional)]
    pub needs: Vec<Companion>,
    /// What the file with the debug information of a stripped one is called; left out where it is not stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub debug_link: Option<String>,
    /// Files that would tell more of its types, which are read without them too; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Companion>>", optional)]
    pub gains: Vec<Companion>,
    /// The file that has some of its types; they are missing until it is given. Left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub supplementary: Option<SupplementaryFile>,
    /// Whether it is a `.dwo` file or `.dwp` package, which holds types of a program; left out where it is none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub is_split_dwarf: bool,
    /// Whether two readers may share the stages of DWARF, each half of the file; left out where one must do it alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub may_be_shared: bool,
    /// What is added to a place in the file to get the address of the code there, in bytes; left out of kernels and
    /// where no code is, or not all of it lies so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code_shift_bytes: Option<f64>,
    /// What was noticed on opening.
    pub diagnostics: Vec<Diagnostic>,
}
