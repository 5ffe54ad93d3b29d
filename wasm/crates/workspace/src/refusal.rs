use container::ContainerError;
use debuginfo::{DescribeError, NothingUsable};
use thiserror::Error;

/// Why a workspace does not do what it was asked for. What it had before, it has still.
#[derive(Debug, Error)]
pub enum Refusal {
    /// The file, or a companion, is not one that can be read.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// No type can be read.
    #[error(transparent)]
    Unusable(#[from] NothingUsable),
    /// This struct cannot be shown.
    #[error(transparent)]
    Describe(#[from] DescribeError),
    /// BTF was asked for.
    #[error("the file has no BTF")]
    NoBtf,
    /// A question before an index.
    #[error("no stage of the file was read yet")]
    NothingRead,
    /// The index was asked for out of order.
    #[error("summaries come after the stage `dwarf`, which was not read yet")]
    SummariesTooEarly,
    /// That stage is of texts.
    #[error("a binary file has no stage `text`")]
    NoText,
    /// A base that itself continues another file's BTF.
    #[error(
        "it cannot be the base of another file: its own BTF continues a kernel's; open that kernel's vmlinux, or its /sys/kernel/btf/vmlinux"
    )]
    BaseIsSplit,
    /// A supplementary file for a program that has none.
    #[error("the file names no supplementary file")]
    NamesNoSupplementary,
    /// Another program's supplementary file.
    #[error(
        "it is not the supplementary file {name} of this program: that one has the build-id {build_id}"
    )]
    OtherSupplementary {
        /// As the program names the right one.
        name: String,
        /// The build-id of the right one.
        build_id: String,
    },
    /// The debug information of another program.
    #[error("it is not the debug information of this program: that has the build-id {build_id}")]
    OtherDebug {
        /// The build-id of the right one.
        build_id: String,
    },
    /// Split DWARF before the program's own.
    #[error("which units are in other files is known once the stage `dwarf` was read")]
    SplitTooEarly,
    /// The DWARF is read by two, and this is a question about all of it.
    #[error("half of this file was read here, and the question is about all of it")]
    HalfOnly,
    /// A question about code, which a reader of types does not have.
    #[error("machine code is followed by another reader than that of types")]
    CodeApart,
    /// A question about readable names, which a reader of types does not know.
    #[error("readable names are known to another reader than that of types")]
    NamesApart,
}
