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
    /// The left side of the rows is missing.
    #[error(
        "the left side of the text is missing: line {line} begins in the middle of a share, so that columns are gone and no number can be trusted: copy whole lines, or write the report to a file (`> c2c.txt`)"
    )]
    NoLeftSide {
        /// Number of the first such line.
        line: u64,
    },
    /// What two reports differ in.
    #[error(
        "this is the difference of two reports (`diff -u`, {rows} changed rows): it does not say of which line or type each row is; pass the two reports themselves, in one text under `Before:` and `After:` or as two files"
    )]
    Difference {
        /// Changed lines with a share.
        rows: u64,
    },
    /// Another output of perf.
    #[error("this is {form}: {lacks}")]
    Other {
        /// The command that prints it.
        form: &'static str,
        /// What it lacks, and what has it.
        lacks: &'static str,
    },
    /// Samples without the words that tell what was accessed.
    #[error("the samples of this `perf script` have {lacks}")]
    NoAddresses {
        /// What they lack, and how to print it.
        lacks: &'static str,
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
        "all {rows} samples of `{command}` are cut or broken before their data source, which says what they are: write the text to a file instead of copying it from a terminal"
    )]
    AllCut {
        /// The command whose text it is.
        command: &'static str,
        /// Samples that are cut.
        rows: u64,
    },
    /// A table without a row that can be read.
    #[error(
        "no row of `{command}` was found in {lines} lines: pass the whole text with its header, in lines as perf prints them"
    )]
    NoRows {
        /// The command whose text it seemed to be.
        command: &'static str,
        /// Lines that were read.
        lines: u64,
    },
    /// A memory report whose header is missing, or of a form that is not known.
    #[error(
        "no header says what the columns of the {rows} rows of this `perf mem report` are: print it with `perf mem report --stdio`, without `-F` and `-s`"
    )]
    NoHeader {
        /// Rows that begin with a share.
        rows: u64,
    },
    /// A memory report that has shares of weight and no numbers of samples.
    #[error(
        "the {rows} rows of this `perf mem report` have shares and no numbers of samples, which may be shares of weight: print them with `perf mem report --stdio -n`, or with `-F overhead,sample,op,cache,mem,snoop -s symbol_daddr,dso_daddr,sym,dso`"
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
