use container::ContainerError;
use debuginfo::{DescribeError, NothingUsable};

facts::errors! { "file";
    /// Why a workspace does not do what it was asked for. What it had before, it has still.
    pub enum Refusal from Container(ContainerError) from Unusable(NothingUsable) from Describe(DescribeError);

    /// BTF was asked for.
    NoBtf "The file has no BTF.";
    /// A question before an index.
    NothingRead "The file is still being read: its types are not known yet.";
    /// The index was asked for out of order.
    SummariesTooEarly "Summaries come after the stage `dwarf`, which was not read yet.";
    /// That stage is of texts.
    NoText "A binary file has no stage `text`.";
    /// A base that itself continues another file's BTF.
    BaseIsSplit "This file cannot be the base of another one: its own BTF continues a kernel's." => "Open that kernel's vmlinux, or its /sys/kernel/btf/vmlinux.";
    /// A supplementary file for a program that has none.
    NamesNoSupplementary "The program names no supplementary file of dwz.";
    /// Another program's supplementary file.
    OtherSupplementary {
        /// As the program names the right one.
        name: String,
        /// The build-id of the right one.
        build_id: String,
    } "This is not the supplementary file {name} that the program names: that one has the build-id {build_id}.";
    /// The debug information of another program.
    OtherDebug {
        /// The build-id of the right one.
        build_id: String,
    } "This is not the debug information of the program, which has the build-id {build_id}.";
    /// Split DWARF before the program's own.
    SplitTooEarly "Which units are in other files is known once the stage `dwarf` was read.";
    /// The DWARF is read by two, and this is a question about all of it.
    HalfOnly "Half of this file was read here, and the question is about all of it.";
    /// A question about code, which a reader of types does not have.
    CodeApart "The part of Hitmap that reads types was asked about machine code, which it cannot follow." => "Please report it with the file and what you did.";
    /// A question about readable names, which a reader of types does not know.
    NamesApart "The part of Hitmap that reads types was asked about readable names, which it does not know." => "Please report it with the file and what you did.";
}
