//! `perf script` text with `addr` and `data_src`: one sample on a line.
//!
//! The order of the columns is perf's own, whatever order `-F` names (`process_event()` of
//! `tools/perf/builtin-script.c`): thread, pid/tid, [cpu], time, period, event, addr, data source
//! with its words, weight, instruction, symbol, (object), physical address. The words are anchors;
//! what they say is ignored, for it changed over the versions: the hex word is decoded.
//!
//! `demo 3344/3346 [002] 2628.103015: cpu/mem-loads/P: 4040d0 1808042 |OP LOAD|…|BLK N/A 653 401156 reader+0x10 (/demo) 100040d0`

use facts::{AccessProfile, CodeLevel, Latencies, ProfileKind};
use memchr::memmem;
use pasted::Line;

use crate::NothingUsable;
use crate::data_src::{DataSrc, classify};
use crate::lost::Lost;
use crate::notes::Notes;
use crate::spaces::Spaces;
use crate::tables::{Sample, Tables};
use crate::tokens::{Bytes, decimal, hex};

/// Reads the lines of `perf script`.
#[derive(Debug)]
pub struct Script {
    tables: Tables,
    events: Vec<String>,
    spaces: Spaces,
    lines: u64,
    samples: u64,
    without_weight: u64,
    /// Samples that were counted, and those of them with a physical address.
    counted: u64,
    with_physical: u64,
    unread: u64,
    first_unread: u64,
    /// Lines that the right edge cut, and weights among them.
    cut: Lost,
    cut_weights: Lost,
    /// The line that is being read is cut.
    is_cut: bool,
    /// The text ends in a sample.
    ends_inside: bool,
    chain: Option<Chain>,
    anchor: memmem::Finder<'static>,
}

/// A sample whose call chain is being read.
#[derive(Debug, Clone, Copy)]
struct Chain {
    sample: Sample,
    /// Callers have a tab or a name, so a number alone on a line is the physical address.
    physical_stands_out: bool,
    /// Callers have names.
    named: bool,
}

impl Script {
    /// A reader; `by_thread` keeps the rows of different threads apart.
    pub fn new(by_thread: bool) -> Self {
        Self {
            tables: Tables::new(64, by_thread),
            events: Vec::new(),
            spaces: Spaces::default(),
            lines: 0,
            samples: 0,
            without_weight: 0,
            counted: 0,
            with_physical: 0,
            unread: 0,
            first_unread: 0,
            cut: Lost::default(),
            cut_weights: Lost::default(),
            is_cut: false,
            ends_inside: false,
            chain: None,
            anchor: memmem::Finder::new(b"|OP "),
        }
    }

    /// Whether no sample was read yet.
    pub fn is_empty(&self) -> bool {
        self.samples == 0
    }

    /// Takes one line.
    pub fn line(&mut self, line: Line) {
        self.lines = line.number;
        if line.last {
            // Whatever is the last word, it may be the beginning of one.
            return self.end_inside(line.text);
        }
        self.is_cut = line.cut;
        if line.cut {
            self.cut.add(line.number);
        }
        let text = if line.cut { without_last_word(line.text) } else { line.text };
        let text = text.as_bytes();
        if let Some(at) = self.anchor.find(text) {
            self.flush();
            self.sample(&text[..at], &text[at..]);
        } else {
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
        let address = tokens.next().and_then(hex);
        let alone = tokens.rest().trim_ascii().is_empty();
        let indented = line.trim_ascii_start().len() < line.len() && {
            let start = line.len() - line.trim_ascii_start().len();
            line[..start].contains(&b'\t')
        };
        match address {
            Some(ip) if chain.sample.ip.is_none() => {
                chain.sample.ip = Some(ip);
                chain.named = !alone;
                chain.physical_stands_out = indented || !alone;
                self.code(&mut chain.sample, &mut tokens);
            }
            Some(physical) if alone && (chain.named || !indented && chain.physical_stands_out) => {
                chain.sample.physical = Some(physical);
                chain.sample.space = self.spaces.of(&chain.sample);
                self.count(&chain.sample);
                return;
            }
            _ => {}
        }
        self.chain = Some(chain);
    }

    fn count(&mut self, sample: &Sample) {
        self.with_physical += u64::from(sample.physical.is_some());
        self.counted += 1;
        self.tables.add(sample);
    }

    /// Counts the sample whose call chain has ended.
    fn flush(&mut self) {
        if let Some(chain) = self.chain.take() {
            self.count(&chain.sample);
        }
    }

    fn sample(&mut self, before: &[u8], after: &[u8]) {
        let Some(mut sample) = self.head(before) else {
            self.unread += 1;
            if self.unread == 1 {
                self.first_unread = self.lines;
            }
            return;
        };
        self.samples += 1;
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
        if weight.is_none() && self.is_cut {
            self.cut_weights.add(self.lines);
        } else if weight.is_none() {
            self.without_weight += 1;
        }
        for _ in 0..skip {
            tokens.next();
        }
        if let Some(ip) = tokens.next().and_then(hex) {
            sample.ip = Some(ip);
            self.code(&mut sample, &mut tokens);
        }
        self.finish_sample(sample);
    }

    fn finish_sample(&mut self, mut sample: Sample) {
        sample.space = self.spaces.of(&sample);
        if sample.ip.is_some() {
            self.count(&sample);
        } else {
            self.chain = Some(Chain { sample, physical_stands_out: false, named: false });
        }
    }

    /// Symbol, (object) and physical address behind the instruction.
    fn code(&mut self, sample: &mut Sample, tokens: &mut Bytes) {
        let rest = tokens.rest();
        let high = sample.ip.is_some_and(|ip| ip >> 63 != 0);
        sample.level = Some(if high { CodeLevel::Kernel } else { CodeLevel::User });
        let (symbol, behind) = match object(rest) {
            Some((symbol, object, behind)) => {
                if object != b"[unknown]" {
                    sample.object = Some(self.tables.names.intern(file_name(object)));
                }
                (symbol, behind)
            }
            None => {
                // Without the object: a symbol, then perhaps a physical address.
                let trimmed = rest.trim_ascii();
                let last = trimmed.rsplit(|byte| *byte == b' ').next().unwrap_or_default();
                if last.len() >= 4 && hex(last).is_some() {
                    (&trimmed[..trimmed.len() - last.len()], last)
                } else {
                    (trimmed, &[][..])
                }
            }
        };
        let symbol = without_offset(symbol.trim_ascii());
        if !symbol.is_empty() && symbol != b"[unknown]" {
            sample.symbol = Some(self.tables.names.intern(symbol));
        }
        if let Some(physical) = Bytes::new(behind).next().and_then(hex) {
            sample.physical = Some(physical);
            sample.space = self.spaces.of(sample);
        }
    }

    /// Everything before the words: `comm pid/tid [cpu] time: period event: addr data_src`.
    fn head(&mut self, before: &[u8]) -> Option<Sample> {
        let mut tokens = before.rsplit(|byte| *byte == b' ' || *byte == b'\t');
        let mut next = || tokens.by_ref().find(|token| !token.is_empty());
        let source = hex(next()?)?;
        let address = next().and_then(hex)?;
        let (mut cpu, mut ids, mut event): (_, Option<&[u8]>, _) = (None, None, None);
        let mut timed = false;
        while let Some(token) = next() {
            if let Some(inside) = token.strip_prefix(b"[").and_then(|t| t.strip_suffix(b"]")) {
                cpu = small(inside);
                ids = next();
                break;
            }
            match token.strip_suffix(b":") {
                Some(name) if event.is_none() && !is_time(name) => event = Some(name),
                Some(name) if ids.is_none_or(|ids| !ids.contains(&b'/')) && is_time(name) => {
                    (ids, timed) = (None, true);
                }
                // Without [cpu], the ids stand before the time, or before the period, which has no '/'.
                _ if is_ids(token) && ids.is_none_or(|ids| !timed && !ids.contains(&b'/')) => {
                    ids = Some(token);
                }
                _ => {}
            }
        }
        if let Some(event) = event {
            self.event(event);
        }
        let (mut pid, mut tid) = (None, None);
        if let Some(ids) = ids {
            match memchr::memchr(b'/', ids) {
                Some(at) => {
                    pid = small(&ids[..at]);
                    tid = small(&ids[at + 1..]);
                }
                None => tid = small(ids),
            }
        }
        Some(Sample {
            raised: classify(DataSrc(source), address, false),
            address,
            line_key: address,
            space: 0,
            ip: None,
            cpu,
            pid,
            tid,
            weight: None,
            physical: None,
            symbol: None,
            object: None,
            level: None,
        })
    }

    fn event(&mut self, name: &[u8]) {
        let name = name.strip_suffix(b":").unwrap_or(name);
        if self.events.len() < 64 && !self.events.iter().any(|known| known.as_bytes() == name) {
            self.events.push(String::from_utf8_lossy(name).into_owned());
        }
    }

    /// The profile of all lines.
    pub fn finish(mut self) -> Result<AccessProfile, NothingUsable> {
        self.flush();
        if self.samples == 0 {
            return Err(NothingUsable::NoDataSource { lines: self.lines });
        }
        let mut notes = Notes::default();
        notes.warn_times(
            self.unread,
            "samples without an address were skipped: print them with `perf script -F +addr`",
            || format!("line {}", self.first_unread),
        );
        notes.warn_times(
            self.cut.rows,
            "lines are cut at the right edge: what is beyond it is missing",
            || self.cut.place(),
        );
        notes.warn_times(
            self.cut_weights.rows,
            "weights are cut at the right edge: no latency is known, because that of the others is not that of all",
            || self.cut_weights.place(),
        );
        // perf prints a weight for each sample or for none.
        let some_missing = self.without_weight > 0 && self.without_weight < self.samples;
        if some_missing {
            notes.warn_times(self.without_weight, "samples are cut before their weight: no latency is known, because that of the others is not that of all", String::new);
        }
        let without_physical = self.counted - self.with_physical;
        if self.with_physical > 0 {
            notes.warn_times(without_physical, "samples have lost their physical address, which others have: a line that processes share may be there more than once, with a part of its samples each", String::new);
        }
        if self.ends_inside {
            notes.warn(
                "the text ends in a sample: it was left out, and those behind it are missing",
                || format!("line {}", self.lines),
            );
        }
        if self.without_weight > 0 && !some_missing {
            notes.note(
                "samples without a weight have no latency: print it with `perf script -F +weight`",
                String::new,
            );
        }
        let mut profile =
            self.tables.finish(ProfileKind::Script, Vec::new(), &|_| None, &mut notes);
        profile.events = self.events;
        if self.cut_weights.rows > 0 || some_missing {
            // The mean of those that are there is not that of all.
            for row in profile.lines.iter_mut().flat_map(|line| &mut line.rows) {
                row.latencies = Latencies::default();
            }
        }
        profile.diagnostics = notes.into_vec();
        Ok(profile)
    }
}

/// perf writes a data source into a buffer of 100 bytes: behind 16 digits and a blank, its words have room for
/// as many (`data_src__fprintf()` of `tools/perf/builtin-script.c`). Longer ones are cut.
const WORDS_CHARS: usize = 82;

/// What stands behind `|OP LOAD|LVL L1 hit|…|LCK No|BLK  N/A`: behind the last word of the last group.
fn after_words(text: &[u8]) -> &[u8] {
    // A group is '|', three capitals and a blank; a '|' in a symbol is not.
    let is_group = |at: &usize| {
        let name = text.get(at + 1..at + 5).unwrap_or_default();
        name.len() == 4 && name[3] == b' ' && name[..3].iter().all(u8::is_ascii_uppercase)
    };
    let last = memchr::memrchr_iter(b'|', text).find(is_group).unwrap_or(0);
    // All versions end with the lock or, later, with what blocked: other ends are cuts.
    if !matches!(text.get(last + 1..last + 4), Some(b"LCK" | b"BLK")) {
        return text.get(WORDS_CHARS..).unwrap_or_default();
    }
    let mut tokens = Bytes::new(text.get(last + 4..).unwrap_or_default());
    loop {
        let before = tokens;
        match tokens.next() {
            Some(token) if is_last_word(token) => {}
            _ => return before.rest(),
        }
    }
}

/// A word of the last group, whole or cut: "N/A", "N/", "No|BL".
fn is_last_word(token: &[u8]) -> bool {
    let word = token.split(|byte| *byte == b'|').next().unwrap_or_default();
    let words = [&b"No"[..], b"Yes", b"N/A", b"Data", b"Addr", b"or", b"hit", b"miss"];
    words.iter().any(|known| known.starts_with(word))
}

/// The weight, and how many tokens stand before the instruction. Weights are decimal (with
/// `ins_lat` and `retire_lat` up to three); the instruction is hex and follows them.
fn weight_and_ip(tokens: [Option<&[u8]>; 5]) -> (Option<u64>, usize) {
    let Some(first) = tokens[0].and_then(decimal) else {
        return (None, 0);
    };
    let is_small = |token: Option<&[u8]>| token.and_then(decimal).is_some_and(|n| n < 65_536);
    let is_code = |token: Option<&[u8]>| token.is_some_and(|t| t.len() >= 3 && hex(t).is_some());
    if !is_code(tokens[1]) && !is_small(tokens[1]) {
        // One number only: an address has more digits than a latency.
        return if tokens[1].is_some() || tokens[0].is_some_and(|t| t.len() > 6) {
            (None, 0)
        } else {
            (Some(first), 1)
        };
    }
    let mut skip = 1;
    while skip < 3 && is_small(tokens[skip]) && is_code(tokens[skip + 1]) {
        skip += 1;
    }
    (Some(first), skip)
}

/// perf writes a weight into 16 characters (`" %16" PRIu64`). One that ends its line and has fewer, after a gap that
/// was not squeezed, is cut.
const WEIGHT_CHARS: usize = 16;

fn is_cut_number(behind: &[u8]) -> bool {
    let number = behind.trim_ascii();
    let gap = behind.len() - behind.trim_ascii_start().len();
    let ends = behind.trim_ascii_end().len() == behind.len();
    ends && decimal(number).is_some() && gap >= 3 && gap + number.len() < WEIGHT_CHARS
}

/// Without what may be the beginning of a word; a blank at the end says that it is whole.
fn without_last_word(text: &str) -> &str {
    match text.rfind(char::is_whitespace) {
        Some(at) => &text[..at],
        None => "",
    }
}

/// Splits `reader+0x10 (/path/demo)   100040d0` at its object.
fn object(rest: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    // C++ names have brackets of their own, so the object's is the last that opens behind a blank.
    let open = memmem::rfind(rest, b" (")?;
    let close = open + memchr::memrchr(b')', &rest[open..])?;
    Some((&rest[..open], &rest[open + 2..close], &rest[close + 1..]))
}

fn without_offset(symbol: &[u8]) -> &[u8] {
    match memmem::rfind(symbol, b"+0x") {
        Some(at) if hex(&symbol[at + 3..]).is_some() => &symbol[..at],
        _ => symbol,
    }
}

fn file_name(path: &[u8]) -> &[u8] {
    if path.starts_with(b"[") {
        return path;
    }
    path.rsplit(|byte| *byte == b'/').next().unwrap_or(path)
}

/// The number of a CPU, a process or a thread: a larger one is none.
fn small(digits: &[u8]) -> Option<u32> {
    decimal(digits).and_then(|number| u32::try_from(number).ok())
}

fn is_time(token: &[u8]) -> bool {
    !token.is_empty() && token.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
}

fn is_ids(token: &[u8]) -> bool {
    token.iter().all(|byte| byte.is_ascii_digit() || *byte == b'/')
}

#[cfg(test)]
mod tests {
    use super::after_words;

    /// What is read behind these words, padded as perf pads them.
    fn behind(words: &str) -> String {
        let text = format!("{words:<82.82}{:>16} {:>16}", 653, "401156");
        let rest = String::from_utf8_lossy(after_words(text.as_bytes())).into_owned();
        rest.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_end_where_the_numbers_begin() {
        let words = "|OP LOAD|LVL Remote Cache (2 hops) or Any cache hit|SNP HitM or Peer|TLB Walker \
                     or L2 hit|LCK Yes|BLK  Data Addr";
        // The front grows, so the cut goes through every place of the end.
        for more in 0..40 {
            let longer = words.replacen("Remote", &format!("{}Remote", "R".repeat(more)), 1);
            assert_eq!(behind(&longer), "653 401156", "{longer:.82}");
        }
        assert_eq!(
            behind("|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A"),
            "653 401156"
        );
        assert_eq!(behind("|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No"), "653 401156");
    }

    #[test]
    fn an_instruction_may_follow_the_words_without_a_weight() {
        let text =
            b"|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A ffffffff81000000 f+0x1";
        assert_eq!(after_words(text), b" ffffffff81000000 f+0x1");
    }

    #[test]
    fn ids_are_not_the_period() {
        let read = |head: &str| {
            let text = format!(
                "{head} 4040d0 1808042 |OP LOAD|LVL L1 hit|SNP None|TLB N/A|LCK No 12 401150 f (/d)\n"
            );
            let options = crate::Options { by_thread: true };
            let profile = crate::read(text.as_bytes(), options);
            let profile = profile.unwrap_or_else(|error| unreachable!("{error}"));
            let row = &profile.lines[0].rows[0];
            (row.pid, row.tid, row.cpus.first().map(|samples| samples.cpu))
        };
        let both = (Some(3344), Some(3346), None);
        assert_eq!(read("demo 3344/3346 [002] 2.103: 17 ev:"), (both.0, both.1, Some(2)));
        assert_eq!(read("demo 3344/3346 2628.103015: 17 ev:"), both);
        assert_eq!(read("demo 3344/3346 2628.103015: ev:"), both);
        assert_eq!(read("demo 3344/3346 17 ev:"), both);
        assert_eq!(read("99 3344/3346 17 ev:"), both);
        assert_eq!(read("99 3344/3346 2628.103015: 17 ev:"), both);
        let thread = (None, Some(3346), None);
        assert_eq!(read("demo 3346 2628.103015: 17 ev:"), thread);
        assert_eq!(read("demo 3346 17 ev:"), thread);
        assert_eq!(read("demo 3346 ev:"), thread);
        // No process and no CPU has such a number.
        let none = (None, None, None);
        assert_eq!(read("demo 99999999999/99999999999 [99999999999] 2.103: ev:"), none);
    }

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
        // Callers without names: with their tabs they are told apart, without them nothing is taken.
        assert_eq!(chain("\t401150\n\t401190\n        10004000\n"), (Some(1), 1));
        assert_eq!(chain("   401150\n   401190\n"), (Some(0), 1));
    }
}
