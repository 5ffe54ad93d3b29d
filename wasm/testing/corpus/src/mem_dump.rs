//! `perf mem -D report`: `report_raw_events()` and `dump_raw_samples()` of `tools/perf/builtin-mem.c` (6.1, 6.12).

use std::fmt::Write;

use crate::recording::Recording;
use crate::scenario::File;

/// The text; with physical addresses where `perf mem -p -D report` was called.
#[must_use]
pub fn text(recording: &Recording, physical: bool) -> String {
    let physical_header = if physical { "PHYS ADDR, " } else { "" };
    let mut out = format!("# PID, TID, IP, ADDR, {physical_header}LOCAL WEIGHT, DSRC, SYMBOL\n");
    for (n, sample) in recording.samples.iter().enumerate() {
        let (site, thread) = (recording.site(sample), recording.thread(sample));
        let (pid, tid, code, address) = (thread.pid, thread.tid, site.code, sample.address);
        // perf pads only its first row, and that with a format that puts its own width into the address.
        let _ = match n {
            0 => write!(out, "{pid:>5} {tid:>5} {code:#018x} 0x016{address:x} "),
            _ => write!(out, "{pid} {tid} {code:#x} {address:#x} "),
        };
        if physical {
            let _ = write!(out, "{:#018x} ", sample.physical);
        }
        let _ = match n {
            0 => write!(out, "{:>5} {:#08x} ", sample.weight, sample.source),
            _ => write!(out, "{} {:#x} ", sample.weight, sample.source),
        };
        let file = recording.file(site);
        let name = match file {
            File::Nowhere => "???".to_owned(),
            _ => recording.long_name(file),
        };
        let symbol = recording.function(site).map_or("???", |function| &function.name);
        let _ = writeln!(out, "{name}:{symbol}");
    }
    out
}
