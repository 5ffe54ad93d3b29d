//! Samples with an address and no data source, as page faults and hardware breakpoints have them:
//! `ls 22657 [001] 45.487: 1 page-faults:  7ff7c8f41e06 _rtld_global+0xde6 (/ld.so)  7ff7c8f297ad _dl_start+0x3d (/ld.so)`.
//! perf names the data of some events, and of a breakpoint none (`perf_sample__fprintf_addr()` of `tools/perf/builtin-script.c`).

use super::Script;
use super::head::{Ids, is_time};
use crate::data_src::{DataSrc, classify};
use crate::tables::{Sample, Tables};
use crate::tokens::{Bytes, hex};

/// perf pads an address to sixteen places; a shorter number is a symbol or a count.
const FEWEST_DIGITS: usize = 5;

/// What such a line says.
#[derive(Debug)]
pub(super) struct Access<'a> {
    ids: Ids,
    event: &'a [u8],
    address: u64,
    ip: u64,
    /// Symbol and object of the instruction.
    code: Bytes<'a>,
}

/// A sample up to its event, which is followed by its addresses.
struct Parts<'a> {
    front: Vec<&'a [u8]>,
    event: &'a [u8],
    rest: Bytes<'a>,
}

fn parts(line: &[u8]) -> Option<Parts<'_>> {
    let mut tokens = Bytes::new(line);
    let mut front: Vec<&[u8]> = Vec::new();
    let event = loop {
        let token = tokens.next()?;
        let name = token.strip_suffix(b":").filter(|name| !is_time(name));
        // The name of a thread may end so; a time or a number is before that of an event.
        let is_after = front.last().is_some_and(|last| last.iter().any(u8::is_ascii_digit));
        match name.filter(|name| is_after && name.len() > 1) {
            Some(name) => break name.strip_suffix(b":").unwrap_or(name),
            None => front.push(token),
        }
    };
    let is_timed = front.iter().any(|token| {
        let time = token.strip_suffix(b":").filter(|time| is_time(time));
        time.is_some_and(|time| time.contains(&b'.'))
    });
    is_timed.then_some(Parts { front, event, rest: tokens })
}

/// Whether a line begins as a sample of any event does.
pub fn is_any_sample(line: &[u8]) -> bool {
    parts(line).is_some_and(|mut parts| parts.rest.next().and_then(hex).is_some())
}

/// Reads a sample of this form; `None` of one with a single address, which is that of its code.
pub(super) fn access(line: &[u8]) -> Option<Access<'_>> {
    let Parts { front, event, rest: mut tokens } = parts(line)?;
    let address = tokens.next().and_then(long_hex)?;
    let mut last: &[u8] = b")";
    // The object of the data ends in a bracket; then the instruction follows.
    let ip = loop {
        let token = tokens.next()?;
        match long_hex(token).filter(|_| last.ends_with(b")")) {
            Some(ip) => break ip,
            None => last = token,
        }
    };
    // A number that ends its line may be the beginning of a data source.
    let has_name = !tokens.rest().trim_ascii().is_empty();
    (address != 0 && has_name).then(|| Access {
        ids: Ids::of(&front),
        event,
        address,
        ip,
        code: tokens,
    })
}

/// Whether a line is a sample of this form.
pub fn is_access(line: &[u8]) -> bool {
    access(line).is_some()
}

fn long_hex(token: &[u8]) -> Option<u64> {
    hex(token).filter(|_| token.len() >= FEWEST_DIGITS)
}

impl Script {
    /// Counts a line that is such a sample, unless others have data sources.
    pub(super) fn access(&mut self, line: &[u8]) -> bool {
        let Some(Access { ids, event, address, ip, mut code }) = access(line) else { return false };
        if self.samples > 0 {
            return true;
        }
        self.accesses += 1;
        self.event(event);
        let mut sample = Sample {
            ip: Some(ip),
            cpu: ids.cpu,
            pid: ids.pid,
            tid: ids.tid,
            ..Sample::of(classify(DataSrc(0), address, false), address)
        };
        self.code(&mut sample, &mut code);
        sample.space = self.spaces.of(&sample);
        self.count(&sample);
        true
    }

    /// Samples with a data source follow: those without one are of other events.
    pub(super) fn forget_accesses(&mut self) {
        self.accesses = 0;
        self.tables = Tables::new(64, self.by_thread);
        (self.counted, self.named, self.with_physical) = (0, 0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_the_data_is_before_that_of_the_code() {
        for (line, expect) in [
            (
                "ls 2657 1845.48: 1 page-faults:  55b6334ad5c0 __progname+0x0 (/usr/bin/ls) ffffffff817554ea elf_load+0x28a ([kernel.kallsyms])",
                Some((0x55b6_334a_d5c0, 0xffff_ffff_8175_54ea)),
            ),
            (
                "ls 2657/2658 [001] 1845.48: page-faults:  7fff3dd989c9 [unknown] ([stack]) 7ff7c8f297ad f (/x)",
                Some((0x7fff_3dd9_89c9, 0x7ff7_c8f2_97ad)),
            ),
            (
                "a b: 2 [001] 1.0: mem:0x404080/8:rw:  404080 ffffffff817554ea f+0x2 ([k])",
                Some((0x40_4080, 0xffff_ffff_8175_54ea)),
            ),
            // No address of data: what `perf script` prints of any event.
            (
                "ls 2657 1845.48: 1 page-faults:  ffffffff817554ea elf_load+0x28a ([kernel.kallsyms])",
                None,
            ),
            ("ls 2657 1845.48: 1 cycles:  401150 add+0x2 (/usr/bin/ls)", None),
            ("ls 2657 1845.48: 1 mem-loads:  55b6334ad5c0 10268", None),
            ("see issue 5: deadbeef cafebabe", None),
        ] {
            let found = access(line.as_bytes()).map(|found| (found.address, found.ip));
            assert_eq!(found, expect, "{line}");
        }
    }
}
