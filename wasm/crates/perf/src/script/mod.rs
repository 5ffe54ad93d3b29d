//! `perf script` text with `addr` and `data_src`: one sample on a line.
//!
//! The order of the columns is perf's own, whatever order `-F` names (`process_event()` of
//! `tools/perf/builtin-script.c`): thread, pid/tid, [cpu], time, period, event, addr, data source
//! with its words, weight, instruction, symbol, (object), physical address. The words are anchors;
//! what they say is ignored, for it changed over the versions: the hex word is decoded.
//!
//! `demo 3344/3346 [002] 2628.103015: cpu/mem-loads/P: 4040d0 1808042 |OP LOAD|…|BLK N/A 653 401156 reader+0x10 (/demo) 100040d0`

mod access;
mod code;
mod data_source;
mod finish;
mod head;
mod open;

use mailtext::Line;
use memchr::memmem;

use crate::data_src::{DataSrc, classify};
use crate::grammar::begins_sample;
use crate::notes::Lost;
use crate::spaces::Spaces;
use crate::tables::{Sample, Tables};
use crate::tokens::{Bytes, hex};
pub use access::{is_access, is_any_sample};
use data_source::{after_words, has_end, is_cut_code, is_cut_number, is_torn_code, weight_and_ip};
use head::{Head, is_broken};
use open::{Coded, Open};

/// Digits of an address of code, at least: ` 1 file changed` follows a sample in a mail.
const SHORTEST_CODE: usize = 3;
/// No machine has smaller pages.
const SMALLEST_PAGE_BYTES: u64 = 4096;

/// What perf pads the address of a caller to.
const CODE_CHARS: usize = 16;
/// What perf pads a physical address to, and the blanks that the longest one, of 52 bits, leaves of it.
const PHYSICAL_CHARS: usize = 16;
const FEWEST_BLANKS: usize = 3;

/// Reads the lines of `perf script`.
#[derive(Debug)]
pub struct Script {
    tables: Tables,
    events: Vec<String>,
    spaces: Spaces,
    by_thread: bool,
    lines: u64,
    samples: u64,
    /// Samples with an address and no data source; none where others have one.
    accesses: u64,
    /// What may be the period of all samples, and whether one shows that it is an address.
    lone_period: Option<u64>,
    has_addresses: bool,
    without_weight: u64,
    without_code: u64,
    /// Samples that were counted, and those of them with a physical address and with the name of a function.
    counted: u64,
    with_physical: u64,
    named: u64,
    /// Whole physical addresses do not fill their column: another program changed the blanks.
    has_short_physical: bool,
    /// Some instruction has its (object), be it `[unknown]`.
    has_objects: bool,
    unread: Lost,
    /// Samples with a number of which somebody made two.
    broken: Lost,
    /// Lines that the right edge cut, and weights among them.
    cut: Lost,
    cut_weights: Lost,
    /// The line before ends before the words of a data source, perhaps within a word.
    open_head: OpenHead,
    /// A line that its author continued by a backslash, as in `... 7ffdf1391b0c 10268100142 \\` (linux-kernel, 2024, samples
    /// of hybrid machines).
    continued: Option<String>,
    /// The text ends in a sample.
    ends_inside: bool,
    /// Samples that go on in a line that is not indented as callers are, or is none.
    going_on: Lost,
    chain: Option<Chain>,
    /// Samples without an object.
    open: Open,
    anchor: memmem::Finder<'static>,
}

/// Lines are missing here, whatever the text has in their place.
pub const LEFT_OUT: &str = "[snip]";

/// A sample whose call chain is being read.
#[derive(Debug, Clone, Copy)]
struct Chain {
    sample: Sample,
    /// Callers have a tab or a name, so a number alone on a line is the physical address.
    physical_stands_out: bool,
    /// Callers have names.
    named: bool,
    /// The words of its data source have their end.
    is_whole: bool,
}

/// Where in the front of a sample a line ends.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum OpenHead {
    #[default]
    None,
    /// `demo 3344/3346 [002] 2628.1: cpu/mem-lo`
    InEvent,
    /// `cpu/mem-loads/P:  7f00`
    InAddress,
}

impl OpenHead {
    fn of(line: &[u8]) -> Self {
        let words = line.rsplit(|byte| *byte == b' ');
        let mut words = words.filter(|word| !word.is_empty());
        let last = words.next().unwrap_or_default();
        let is_address =
            hex(last).is_some() && words.next().is_some_and(|word| word.ends_with(b":"));
        match is_address {
            true => Self::InAddress,
            false if !last.ends_with(b":") && !last.ends_with(b"]") && is_sample(line) => {
                Self::InEvent
            }
            false => Self::None,
        }
    }

    fn goes_on_in(self, head: &[u8]) -> bool {
        let mut words = head.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
        let first = words.next().unwrap_or_default();
        match self {
            Self::None => false,
            Self::InEvent => first.ends_with(b":"),
            Self::InAddress => words.count() < 2,
        }
    }
}

impl Chain {
    fn of(sample: Sample) -> Self {
        Self { sample, physical_stands_out: false, named: false, is_whole: true }
    }
}

impl Script {
    /// A reader; `by_thread` keeps the rows of different threads apart.
    pub fn new(by_thread: bool) -> Self {
        Self {
            tables: Tables::new(64, by_thread),
            events: Vec::new(),
            spaces: Spaces::default(),
            by_thread,
            lines: 0,
            samples: 0,
            accesses: 0,
            lone_period: None,
            has_addresses: false,
            without_weight: 0,
            without_code: 0,
            counted: 0,
            with_physical: 0,
            has_short_physical: false,
            named: 0,
            has_objects: false,
            unread: Lost::default(),
            broken: Lost::default(),
            cut: Lost::default(),
            cut_weights: Lost::default(),
            open_head: OpenHead::None,
            continued: None,
            ends_inside: false,
            going_on: Lost::default(),
            chain: None,
            open: Open::default(),
            anchor: memmem::Finder::new(b"|OP "),
        }
    }

    /// Whether no sample was read yet.
    pub fn is_empty(&self) -> bool {
        self.samples + self.accesses + self.unread.rows + self.broken.rows == 0
    }

    /// Takes one line.
    pub fn line(&mut self, line: Line) {
        self.lines = line.number;
        if line.last {
            // Whatever is the last word, it may be the beginning of one.
            return self.end_inside(line.text);
        }
        let joined = self.continued.take().map(|start| start + line.text.trim_start());
        let text = joined.as_deref().unwrap_or(line.text);
        // Once: no sample has three lines.
        let start = text.trim_end().strip_suffix(" \\").filter(|_| joined.is_none());
        if let Some(start) = start {
            self.continued = Some(format!("{start} "));
            return;
        }
        let text = text.as_bytes();
        if let Some(at) = self.anchor.find(text) {
            self.flush();
            self.ends_inside = false;
            let (head, rest) = text.split_at(at);
            if std::mem::take(&mut self.open_head).goes_on_in(head) {
                return self.broken.add(self.lines);
            }
            self.sample(head, rest);
        } else if line.text == LEFT_OUT {
            self.flush();
        } else if !self.access(text) {
            self.open_head = OpenHead::of(text);
            self.frame(text);
        }
    }

    /// The text ends in this line: its sample is not counted, because what tells whose memory it is is at its end.
    fn end_inside(&mut self, text: &str) {
        if self.anchor.find(text.as_bytes()).is_some() {
            self.flush();
        }
        if !text.trim().is_empty() {
            self.chain = None;
            self.ends_inside = true;
        }
    }

    /// With -g the instruction is the first of the lines below: "\t401150 reader+0xa (/demo)". Its callers follow,
    /// and the physical address has a line of its own, padded with blanks.
    fn frame(&mut self, line: &[u8]) {
        let Some(mut chain) = self.chain.take() else { return };
        let mut tokens = Bytes::new(line);
        let address = tokens.next().filter(|word| word.len() >= SHORTEST_CODE).and_then(hex);
        let alone = tokens.rest().trim_ascii().is_empty();
        let mut margin = line.iter().take_while(|byte| byte.is_ascii_whitespace());
        let indented = margin.any(|byte| *byte == b'\t');
        let is_caller =
            address.is_some() && (chain.sample.weight.is_some() || indented || fills_column(line));
        if chain.sample.ip.is_none()
            && !line.trim_ascii().is_empty()
            && !(is_caller && chain.is_whole)
        {
            // No caller of it can follow.
            if address.is_some() || !chain.is_whole {
                self.going_on.add(self.lines);
            }
            self.chain = Some(chain);
            return self.flush();
        }
        match address {
            Some(ip) if chain.sample.ip.is_none() && !is_sample(line) => {
                chain.sample.ip = Some(ip);
                chain.named = !alone;
                chain.physical_stands_out = indented || !alone;
                self.code(&mut chain.sample, &mut tokens);
            }
            Some(physical) if alone && (chain.named || !indented && chain.physical_stands_out) => {
                self.set_physical(&mut chain.sample, physical, line);
                chain.sample.space = self.spaces.of(&chain.sample);
                self.count(&chain.sample);
                return;
            }
            _ => {}
        }
        self.chain = Some(chain);
    }

    /// An address and its physical one are in the same place of a page: one that is not lacks digits. Of one at the beginning
    /// of its page that tells nothing, as zeros are before its last ones: there the column tells, which begins with the
    /// blanks of `cell`, unless whole ones do not fill it either.
    fn set_physical(&mut self, sample: &mut Sample, physical: u64, cell: &[u8]) {
        let in_page = |address: u64| address % SMALLEST_PAGE_BYTES;
        let (is_same, is_short) = (in_page(physical) == in_page(sample.address), is_short(cell));
        let begins_page = in_page(physical) == 0;
        self.has_short_physical |= is_short && is_same && !begins_page;
        let is_cut = is_short && begins_page && !self.has_short_physical;
        if is_same && !is_cut || physical == 0 {
            sample.physical = Some(physical);
        } else {
            self.cut.add(self.lines);
        }
    }

    fn count(&mut self, sample: &Sample) {
        self.with_physical += u64::from(sample.physical.is_some());
        self.counted += 1;
        self.named += u64::from(sample.symbol.is_some());
        self.tables.add(sample);
    }

    /// Counts the sample whose call chain has ended.
    fn flush(&mut self) {
        if let Some(chain) = self.chain.take() {
            self.without_code += u64::from(chain.sample.ip.is_none());
            self.count(&chain.sample);
        }
    }

    fn sample(&mut self, before: &[u8], after: &[u8]) {
        if is_broken(before) {
            return self.broken.add(self.lines);
        }
        let Some(head) = Head::of(before) else {
            return self.unread.add(self.lines);
        };
        if self.accesses > 0 {
            self.forget_accesses();
        }
        self.samples += 1;
        let is_same = head.lone_period.is_some()
            && self.lone_period.is_none_or(|period| Some(period) == head.lone_period);
        self.has_addresses |= !is_same;
        self.lone_period = head.lone_period;
        if let Some(event) = head.event {
            self.event(event);
        }
        let mut sample = Sample {
            cpu: head.cpu,
            pid: head.pid,
            tid: head.tid,
            period: head.period,
            ..Sample::of(classify(DataSrc(head.source), head.address, false), head.address)
        };
        if !has_end(after) {
            sample.space = self.spaces.of(&sample);
            self.chain = Some(Chain { is_whole: false, ..Chain::of(sample) });
            return;
        }
        let behind = after_words(after);
        if is_cut_number(behind) {
            self.cut_weights.add(self.lines);
            return self.finish_sample(sample);
        }
        let mut tokens = Bytes::new(behind);
        let mut ahead = tokens;
        let numbers: [Option<&[u8]>; 5] = std::array::from_fn(|_| ahead.next());
        let (weight, skip) = weight_and_ip(numbers);
        sample.weight = weight;
        if weight.is_some() {
            self.settle_weights();
        }
        self.without_weight += u64::from(weight.is_none());
        for _ in 0..skip {
            tokens.next();
        }
        if is_cut_code(tokens.rest()) || is_torn_code(tokens.rest()) {
            self.cut.add(self.lines);
            return self.finish_sample(sample);
        }
        if let Some(ip) = tokens.next().and_then(hex) {
            sample.ip = Some(ip);
            let end = self.code(&mut sample, &mut tokens);
            sample.space = self.spaces.of(&sample);
            let coded = Coded { sample, end, line: self.lines };
            return if weight.is_none() && self.open.may_have_weights() {
                self.count_without_weight(coded)
            } else {
                self.count_coded(coded)
            };
        }
        self.finish_sample(sample);
    }

    fn finish_sample(&mut self, mut sample: Sample) {
        sample.space = self.spaces.of(&sample);
        self.chain = Some(Chain::of(sample));
    }

    fn event(&mut self, name: &[u8]) {
        if self.events.len() < 64 && !self.events.iter().any(|known| known.as_bytes() == name) {
            self.events.push(String::from_utf8_lossy(name).into_owned());
        }
    }
}

/// Whether a physical address ends before the end of its column, which is flush right (`%16lx` in `process_event()`).
fn is_short(cell: &[u8]) -> bool {
    let cell = cell.trim_ascii_end();
    let blanks = cell.iter().take_while(|byte| **byte == b' ').count();
    blanks >= FEWEST_BLANKS && cell.len() < PHYSICAL_CHARS
}

/// Whether the address that begins a line ends where that of a caller does (`"\t%16" PRIx64`), whatever became of the tab.
fn fills_column(line: &[u8]) -> bool {
    let is_blank = |byte: &&u8| **byte == b' ';
    let margin = line.iter().take_while(is_blank).count();
    margin + line.iter().skip(margin).take_while(|byte| !is_blank(byte)).count() >= CODE_CHARS
}

/// Whether a line is a sample of its own: a thread's name may be a number.
fn is_sample(line: &[u8]) -> bool {
    std::str::from_utf8(line).is_ok_and(begins_sample)
}

#[cfg(test)]
mod tests {
    /// Physical changes and rows of what is read.
    fn chain(frames: &str) -> (Option<u32>, usize) {
        let text = format!(
            "a 7/7 [001] 2.0: e: 7f0000001000 1808042 |OP LOAD|LVL L1 hit|SNP HitM|TLB N/A|LCK No 12 \n{frames}"
        );
        let profile = crate::read(text.as_bytes(), crate::Options::default());
        let profile = profile.unwrap_or_else(|error| unreachable!("{error}"));
        assert_eq!(profile.lines[0].rows[0].code_address.as_deref(), Some("0x401150"));
        (profile.lines[0].physical_changes, profile.lines[0].rows.len())
    }

    #[test]
    fn behind_a_call_chain_stands_the_physical_address() {
        let named = "\t401150 f+0xa (/d)\n\t401190 main+0x2 (/d)\n";
        assert_eq!(chain(&format!("{named}        10004000\n\n")), (Some(1), 1));
        assert_eq!(chain(&format!("{named}\n")), (Some(0), 1));
        // Callers without names: with their tabs they are distinguished, without them nothing is taken.
        assert_eq!(chain("\t401150\n\t401190\n        10004000\n"), (Some(1), 1));
        assert_eq!(chain("   401150\n   401190\n"), (Some(0), 1));
    }

    #[test]
    fn a_physical_address_that_ends_before_its_column_lacks_digits() {
        let read = |end: &str| {
            let text = format!(
                "a 7/7 [001] 2.0: e: 7f0000000000 1808042 |OP LOAD|LVL L1 hit|SNP HitM|TLB N/A|LCK No 12 401150 f{end}\n"
            );
            let profile = crate::read(text.as_bytes(), crate::Options::default());
            let profile = profile.unwrap_or_else(|error| unreachable!("{error}"));
            let is_cut =
                |said: &facts::Diagnostic| said.text.starts_with("Lines of the samples are cut");
            (profile.lines[0].physical_changes, profile.diagnostics.iter().any(is_cut))
        };
        for object in [" (/d)", ""] {
            assert_eq!(read(&format!("{object}        10000000")), (Some(1), false), "{object}");
            // Four zeros at the end leave the place in its page as it was.
            assert_eq!(read(&format!("{object}        1000000")), (Some(0), true), "{object}");
            // Another program's blanks.
            assert_eq!(read(&format!("{object}  1000000")), (Some(1), false), "{object}");
        }
        assert_eq!(chain("\t401150 f (/d)\n        10004000\n"), (Some(1), 1));
        assert_eq!(chain("\t401150 f (/d)\n        1000000\n"), (Some(0), 1));
    }
}
