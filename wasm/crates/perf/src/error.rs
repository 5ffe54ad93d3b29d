use thiserror::Error;

/// Why nothing at all can be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NothingUsable {
    /// None of the formats.
    #[error(
        "this is not a report or recording of perf that Hitmap knows: it takes the text of `perf c2c report --stdio`, `perf script -F +addr,data_src`, `perf mem report`, `perf report -s type,typeoff`, `perf annotate --data-type`, and perf.data itself"
    )]
    UnknownKind,
    /// A c2c report without any line, row or statistic.
    #[error(
        "no cache line and no row of a `perf c2c report` was found: paste the part below `Shared Cache Line Distribution Pareto`, from a line with an address down to its rows"
    )]
    NoC2cRows,
    /// A table that somebody made, without a column of offsets.
    #[error(
        "the table on line {line} names members (`{column}`) and has no column of offsets, by which its {rows} rows could be placed: add a column `Offset` with the byte of the cache line (`0x8`), or `Address` with that in memory, as `perf c2c report --stdio` prints them"
    )]
    NoOffsets {
        /// Number of its header's line.
        line: u64,
        /// Name of its column of members.
        column: String,
        /// Rows of it.
        rows: u64,
    },
    /// The left side of the lines is missing.
    #[error(
        "the left side of the text is missing: line {line} begins with `{found}`, the end of `{whole}`. Columns are gone, so that the others have taken their places and no number can be trusted: copy whole lines, or write the report to a file (`> c2c.txt`)"
    )]
    NoLeftSide {
        /// Number of the first such line.
        line: u64,
        /// What it begins with.
        found: String,
        /// What perf prints there.
        whole: String,
    },
    /// The lines are in another order than perf's.
    #[error(
        "the lines of the text are {how} (line {line} shows it), so that rows are under other lines than their own and no number can be trusted: paste the report as perf prints it"
    )]
    Shuffled {
        /// "sorted"
        how: &'static str,
        /// The line that shows it.
        line: u64,
    },
    /// What two reports differ in.
    #[error(
        "this is the difference of two reports (`diff -u`, {rows} changed rows from line {line} on): it does not say which cache line each row is of; pass the two reports themselves, in one text under `Before:` and `After:` or as two files"
    )]
    Difference {
        /// Changed lines with a share or a sample.
        rows: u64,
        /// Number of the first of them.
        line: u64,
    },
    /// Two texts beside each other.
    #[error(
        "two texts are side by side (`diff -y`): each line from {line} on has the words of both, and none of perf's numbers can be told from the other's; pass the two reports themselves, in one text under `Before:` and `After:` or as two files"
    )]
    SideBySide {
        /// Number of the first such line.
        line: u64,
    },
    /// The function view of a c2c report.
    #[error(
        "this is the function view of `perf c2c report --function`: it says which functions write to the lines that others read, and neither at which offsets nor how many loads; print those with `perf c2c report --stdio --full-symbols` of the same recording"
    )]
    OnlyFunctions,
    /// Samples without the data source.
    #[error(
        "{lines} lines were read and none has a data source (`|OP LOAD|…`): print the samples of a `perf mem record` or `perf c2c record` with `perf script -F +addr,+data_src,+weight`"
    )]
    NoDataSource {
        /// Lines that were read.
        lines: u64,
    },
    /// Of each sample only the beginning is there.
    #[error(
        "all {rows} samples of `{command}` are cut before their data source, which says what they are: write the text to a file instead of copying it from a terminal"
    )]
    AllCut {
        /// The command whose text it is.
        command: &'static str,
        /// Samples that are cut.
        rows: u64,
    },
    /// A table without a row that can be read.
    #[error(
        "no row of `{command}` was found in {lines} lines: pass the whole text, its header too"
    )]
    NoRows {
        /// The command whose text it seemed to be.
        command: &'static str,
        /// Lines that were read.
        lines: u64,
    },
    /// A memory report that has shares of weight and no numbers of samples.
    #[error(
        "the {rows} rows of this `perf mem report` have shares and no numbers of samples, which cannot be told from shares of weight: print them with `perf mem report --stdio -n`, or with `-F overhead,sample,op,cache,mem,snoop -s symbol_daddr,dso_daddr,sym,dso`"
    )]
    OnlyShares {
        /// Rows of the tables.
        rows: u64,
    },
    /// Data types by cache line: no offsets.
    #[error(
        "this is `perf report -s type,typecln`: its {rows} rows name a type and a cache line, and no offset in it, so that no field can be told; print offsets with `perf report -s type,typeoff --hierarchy --stdio`"
    )]
    OnlyTypeLines {
        /// Rows of cache lines.
        rows: u64,
    },
    /// A table of data types in another form.
    #[error(
        "{form}: that is not read; print the types with their offsets by `perf report -s type,typeoff --hierarchy --stdio`, or `perf mem report -s type,typeoff -F overhead,op --stdio`"
    )]
    OtherTypeTable {
        /// What it is.
        form: &'static str,
    },
    /// JSON of data types that cannot be read.
    #[error("the JSON of data types (`--data-type-json`) cannot be read: {reason}")]
    TypeJson {
        /// What is wrong.
        reason: String,
    },
    /// JSON of data types in a form that is not known.
    #[error(
        "this JSON of data types (`--data-type-json`) is {found}, which is not yet read: version 1, an object with `machine` and `dsos`, is; or print `perf report -s type,typeoff --hierarchy --stdio`"
    )]
    TypeJsonVersion {
        /// What it says of itself.
        found: String,
    },
    /// The file ends inside its header.
    #[error("the perf.data file is {len} bytes long, too short for its header: it is cut off")]
    DataTooShort {
        /// Bytes that there are.
        len: u64,
    },
    /// Magic number or sizes that no perf writes.
    #[error("the perf.data header is damaged: {reason}")]
    DataHeader {
        /// What is wrong.
        reason: String,
    },
    /// No event of the recording is a memory access.
    #[error(
        "the recording has no memory samples ({reason}): record with `perf c2c record` or `perf mem record`"
    )]
    NoMemorySamples {
        /// What it has instead.
        reason: String,
    },
    /// It may have had some, in the part that is not there.
    #[error(
        "the perf.data file is damaged or cut off ({reason}), and none of the {samples} samples in what is left can be used: copy it again, or record again"
    )]
    DataDamaged {
        /// What was noticed first.
        reason: String,
        /// Samples that could be read.
        samples: u64,
    },
    /// Arm SPE: the samples are in a trace that perf decodes.
    #[error(
        "the samples of this recording are {bytes} bytes of hardware trace (Arm SPE or Intel PT), which perf itself has to decode: pass the text of `perf c2c report --stdio`, or of `perf script -F pid,tid,cpu,time,event,ip,sym,dso,addr,data_src,weight`"
    )]
    OnlyTrace {
        /// Size of the trace.
        bytes: u64,
    },
}
