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
    /// Samples without the data source.
    #[error(
        "{lines} lines were read and none has a data source (`|OP LOAD|…`): print the samples of a `perf mem record` or `perf c2c record` with `perf script -F +addr,+data_src,+weight`"
    )]
    NoDataSource {
        /// Lines that were read.
        lines: u64,
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
    /// Arm SPE: the samples are in a trace that perf decodes.
    #[error(
        "the samples of this recording are {bytes} bytes of hardware trace (Arm SPE or Intel PT), which perf itself has to decode: pass the text of `perf c2c report --stdio`, or of `perf script -F pid,tid,cpu,time,event,ip,sym,dso,addr,data_src,weight`"
    )]
    OnlyTrace {
        /// Size of the trace.
        bytes: u64,
    },
}
