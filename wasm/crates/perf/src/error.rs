facts::errors! { "report";
    /// Why nothing at all can be read.
    pub enum NothingUsable;

    /// None of the formats.
    UnknownKind "This is not a report or recording of perf that Hitmap knows." => "Give perf.data itself, or the output of `perf c2c report --stdio`, `perf script -F +addr,data_src`, `perf mem report`, `perf report -s type,typeoff` or `perf annotate --data-type`.";
    /// A c2c report without any line, row or statistic.
    NoC2cRows "No cache line and no row of a `perf c2c report` was found." => "Paste the part below `Shared Cache Line Distribution Pareto`, from a cache line's address down to its rows.";
    /// The left side of the rows is missing.
    NoLeftSide {
        /// Number of the first such line.
        line: u64,
    } "The left side of the report is missing: its text line {line} begins in the middle of a share, so no number can be trusted." => "Copy whole lines, or write the report to a file (`> c2c.txt`).";
    /// What two reports differ in.
    Difference {
        /// Changed lines with a share.
        rows: u64,
    } "This is the difference of two reports (`diff -u`, {rows} changed rows), which does not say of which cache line or type each row is." => "Give the two reports themselves: in one text under `Before:` and `After:`, or as two files.";
    /// Another output of perf.
    Other {
        /// The command that prints it.
        form: &'static str,
        /// What it lacks.
        lacks: &'static str,
        /// What has it.
        fix: &'static str,
    } "This is {form}: {lacks}." => "{fix}.";
    /// Samples without the words that tell what was accessed.
    NoAddresses {
        /// What they lack.
        lacks: &'static str,
        /// How to print it.
        fix: &'static str,
    } "The samples of this `perf script` have {lacks}." => "{fix}.";
    /// The function view of a c2c report.
    OnlyFunctions "This is the function view of `perf c2c report --function`: it says which functions write to the cache lines that others read, and neither at which offsets nor how many loads." => "Print those of the same recording: `perf c2c report --stdio --full-symbols`.";
    /// Samples without the data source.
    NoDataSource {
        /// Lines that were read.
        lines: u64,
    } "None of the {lines} text lines has a data source (`|OP LOAD|…`)." => "Print the samples of a `perf mem record` or `perf c2c record`: `perf script -F +addr,+data_src,+weight`.";
    /// Of each sample only the beginning is there.
    AllCut {
        /// The command whose text it is.
        command: &'static str,
        /// Samples that are cut.
        rows: u64,
    } "All {rows} samples of `{command}` are cut or broken before their data source, which says whether they load or store." => "Write the text to a file instead of copying it from a terminal.";
    /// A table without a row that can be read.
    NoRows {
        /// The command whose text it seemed to be.
        command: &'static str,
        /// Lines that were read.
        lines: u64,
    } "No row of `{command}` was found in {lines} text lines." => "Give the whole text with its header, in lines as perf prints them.";
    /// A memory report whose header is missing, or of a form that is not known.
    NoHeader {
        /// Rows that begin with a share.
        rows: u64,
    } "No header says what the columns of the {rows} rows of this `perf mem report` are." => "Print it with `perf mem report --stdio`, without `-F` and `-s`.";
    /// A memory report that has shares of weight and no numbers of samples.
    OnlyShares {
        /// Rows of the tables.
        rows: u64,
    } "The {rows} rows of this `perf mem report` have shares and no numbers of samples, which may be shares of weight." => "Print them with `perf mem report --stdio -n`, or with `-F overhead,sample,op,cache,mem,snoop -s symbol_daddr,dso_daddr,sym,dso`.";
    /// Data types by cache line: no offsets.
    OnlyTypeLines {
        /// Rows of cache lines.
        rows: u64,
    } "This is `perf report -s type,typecln`: its {rows} rows name a type and a cache line, and no offset, so no field is known." => "Print offsets with `perf report -s type,typeoff --hierarchy --stdio`.";
    /// A table of data types in another form.
    OtherTypeTable {
        /// What it is.
        form: &'static str,
    } "{form}, which is not read." => "Print the types with their offsets: `perf report -s type,typeoff --hierarchy --stdio`, or `perf mem report -s type,typeoff -F overhead,op --stdio`.";
    /// The file ends inside its header.
    DataTooShort {
        /// Bytes that there are.
        len: u64,
    } "The perf.data file is {len} bytes long, too short for its header: it is cut off." => "Copy it again, or record again.";
    /// Magic number or sizes that no perf writes.
    DataHeader {
        /// What is wrong.
        reason: String,
    } "The perf.data header is damaged: {reason}." => "Copy the file again, or record again.";
    /// No event of the recording is a memory access.
    NoMemorySamples {
        /// What it has instead.
        reason: String,
    } "The recording has no memory samples ({reason})." => "Record with `perf c2c record` or `perf mem record`.";
    /// It may have had some, in the part that is not there.
    DataDamaged {
        /// What was noticed first.
        reason: String,
        /// Samples that could be read.
        samples: u64,
    } "The perf.data file is damaged or cut off ({reason}), and none of the {samples} samples in what is left can be used." => "Copy it again, or record again.";
    /// Arm SPE: the samples are in a trace that perf decodes.
    OnlyTrace {
        /// Size of the trace.
        bytes: u64,
    } "The samples of this recording are {bytes} bytes of hardware trace (Arm SPE or Intel PT), which perf itself has to decode." => "Give the output of `perf c2c report --stdio`, or of `perf script -F pid,tid,cpu,time,event,ip,sym,dso,addr,data_src,weight`.";
}

impl NothingUsable {
    /// Samples with a data source alone.
    pub(crate) const NO_ADDRESSES: Self = Self::NoAddresses {
        lacks: "no addresses of data",
        fix: "Print them with `perf script -F +addr`, of a recording with `-d` (`perf c2c record` and `perf mem record` have it)",
    };
}
