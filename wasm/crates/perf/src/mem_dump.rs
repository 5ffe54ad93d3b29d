//! `perf mem -D report`: one sample on a line, `PID TID IP ADDR [PHYS …] WEIGHT DSRC OBJECT:SYMBOL`.
//!
//! perf pads its first row with a broken format (`"0x016%" PRIx64`, `dump_raw_samples()` of
//! `tools/perf/builtin-mem.c`): the address 0x4040d0 is printed as `0x0164040d0` there.

use facts::{AccessProfile, ProfileKind};

use mailtext::Line;

use crate::NothingUsable;
use crate::data_src::{DataSrc, classify};
use crate::lost::Lost;
use crate::notes::Notes;
use crate::spaces::Spaces;
use crate::tables::{Sample, Tables};
use crate::tokens::{Bytes, decimal, hex, split_once};

/// A sentence has more.
const MOST_WORDS_OF_A_REST: usize = 4;

/// What perf prints for a name that it does not know.
const UNKNOWN: &[u8] = b"???";

/// Reads the lines of `perf mem -D report`.
#[derive(Debug)]
pub struct MemDump {
    tables: Tables,
    spaces: Spaces,
    /// Lines that were cut, and whether the one that is being read is.
    cut: Lost,
    is_cut: bool,
    separator: Option<u8>,
    lines: u64,
    unread: Lost,
    /// The sample before, whose name may go on in the next line.
    last: Option<Sample>,
    /// Names that end within their brackets, or go on in a line of their own.
    parted: u64,
}

impl MemDump {
    /// A reader; `by_thread` keeps the rows of different threads apart.
    pub fn new(by_thread: bool) -> Self {
        Self {
            tables: Tables::new(64, by_thread),
            spaces: Spaces::default(),
            cut: Lost::default(),
            is_cut: false,
            separator: None,
            lines: 0,
            unread: Lost::default(),
            last: None,
            parted: 0,
        }
    }

    /// Whether no sample was read yet.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.last.is_none()
    }

    /// Takes one line.
    pub fn line(&mut self, line: Line) {
        self.lines = line.number;
        let trimmed = line.text.trim_ascii();
        let line = Line { text: trimmed, ..line };
        let text = line.text.as_bytes();
        if text.is_empty() {
            return;
        }
        if line.last && !text.starts_with(b"#") {
            return self.cut_line(line);
        }
        self.whole_line(text);
    }

    /// The last word may be the beginning of one: where it is that of the place, the rest of the sample is whole.
    fn cut_line(&mut self, line: Line) {
        let trimmed = line.text.trim_end();
        let end = trimmed.rfind(char::is_whitespace).unwrap_or(0);
        self.cut.add(line.number);
        self.is_cut = true;
        let (whole, _) = trimmed.split_at(end);
        self.whole_line(whole.as_bytes().trim_ascii());
        self.is_cut = false;
    }

    fn whole_line(&mut self, line: &[u8]) {
        if line.starts_with(b"#") {
            return;
        }
        let sample = match self.separator_of(line) {
            None => self.sample(&mut Bytes::new(line)),
            Some(separator) => {
                let spaced: Vec<u8> =
                    line.iter().map(|byte| if *byte == separator { b' ' } else { *byte }).collect();
                self.sample(&mut Bytes::new(&spaced))
            }
        };
        match sample {
            Some(sample) => {
                self.flush();
                self.last = Some(sample);
            }
            None if self.is_cut => {}
            None => {
                self.drop_parted_name(line);
                self.unread.add(self.lines);
            }
        }
    }

    fn flush(&mut self) {
        if let Some(sample) = self.last.take() {
            self.tables.add(&sample);
        }
    }

    /// A line of a few letters after a sample may be the rest of its name: `x::y()` and below it `const`.
    fn drop_parted_name(&mut self, line: &[u8]) {
        let goes_on = line.first().is_some_and(|first| {
            first.is_ascii_alphabetic() || matches!(first, b'(' | b'<' | b'>' | b'&' | b'*' | b':')
        });
        let is_short = line.split(|byte| *byte == b' ').count() <= MOST_WORDS_OF_A_REST;
        if let Some(last) = self.last.as_mut().filter(|_| goes_on && is_short)
            && last.symbol.take().is_some()
        {
            self.parted += 1;
        }
        self.flush();
    }

    /// The separator of `-x`, if it is not a blank.
    fn separator_of(&mut self, line: &[u8]) -> Option<u8> {
        if self.separator.is_none() {
            let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
            // A line that begins with no number is no sample, and a sign of a name is no separator.
            let after = line.get(digits).filter(|_| digits > 0);
            // A date or a time above the samples has signs of its own.
            let is_sign = |byte: &u8| !byte.is_ascii_alphanumeric() && !b"-/:.".contains(byte);
            self.separator = after.copied().filter(is_sign);
        }
        self.separator.filter(|byte| !byte.is_ascii_whitespace())
    }

    fn sample(&mut self, words: &mut Bytes) -> Option<Sample> {
        let mut pid = words.next().and_then(decimal)? as u32;
        let mut tid = words.next().and_then(decimal)? as u32;
        let mut ip_word = words.next()?;
        // perf writes `0x` before both addresses: a number more is that of the line.
        if let Some(third) = decimal(ip_word)
            && words.clone().next().is_some_and(|word| word.starts_with(b"0x"))
        {
            (pid, tid) = (tid, third as u32);
            ip_word = words.next()?;
        }
        let padded = ip_word.len() == 18;
        let ip = hex(ip_word)?;
        let address = hexadecimal(words.next()?, padded)?;
        // Weights are decimal.
        let has_physical = words.clone().next().is_some_and(|word| word.starts_with(b"0x"));
        let physical = if has_physical { Some(hexadecimal(words.next()?, padded)?) } else { None };
        // Page sizes may stand here; the weight is the number before the data source.
        let (mut weight, mut source) = (words.next()?, words.next()?);
        while !source.starts_with(b"0x") || decimal(weight).is_none() {
            weight = source;
            source = words.next()?;
        }
        let place = words.rest().trim_ascii();
        let split = split_once(place, b':');
        if place.is_empty() && !self.is_cut {
            // Its data source ends the line, and may be cut.
            return None;
        }
        // Digits before an object are the rest of a data source: `0x1066880084` and in the next line `2 /app:f`.
        if split_once(place, b' ').is_some_and(|(front, _)| hex(front).is_some()) {
            self.cut.add(self.lines);
            return None;
        }
        // Words of a sentence below a sample that ends in its data source, which then may be cut.
        if split.is_none() && !self.is_cut && !place.starts_with(b"/") && !place.starts_with(b"[") {
            self.cut.add(self.lines);
            return None;
        }
        if (split.is_none() || place.ends_with(b":")) && !self.is_cut {
            // perf names the object and the symbol of each, or says `[unknown]`.
            self.cut.add(self.lines);
        }
        let mut object = split.map_or(&[][..], |(object, _)| object);
        if object.contains(&b' ') {
            // Broken in its name.
            self.parted += 1;
            object = &[];
        }
        // A C++ name has blanks: of one that was cut nobody knows how much is missing.
        let symbol = split.filter(|_| !self.is_cut).map_or(&[][..], |(_, symbol)| symbol);
        // `?` of `???`: the text was cut here.
        if !symbol.is_empty() && symbol.len() < UNKNOWN.len() && UNKNOWN.starts_with(symbol) {
            self.cut.add(self.lines);
        }
        let object = object.rsplit(|byte| *byte == b'/').next().unwrap_or(object);
        let mut name = |text: &[u8]| {
            let known = !text.is_empty() && !UNKNOWN.starts_with(text);
            known.then(|| self.tables.names.intern(text))
        };
        let mut sample = Sample {
            raised: classify(DataSrc(hex(source)?), address, false),
            address,
            line_key: address,
            space: 0,
            ip: Some(ip),
            cpu: None,
            pid: Some(pid),
            tid: Some(tid),
            weight: decimal(weight),
            period: None,
            physical,
            symbol: name(symbol),
            object: name(object),
            level: None,
        };
        sample.space = self.spaces.of(&sample);
        Some(sample)
    }

    /// The profile of all lines.
    pub fn finish(mut self) -> Result<AccessProfile, NothingUsable> {
        self.flush();
        if self.tables.is_empty() && self.cut.rows > 0 {
            return Err(NothingUsable::AllCut {
                command: "perf mem -D report",
                rows: self.cut.rows,
            });
        }
        if self.tables.is_empty() {
            return Err(NothingUsable::NoRows { command: "perf mem -D report", lines: self.lines });
        }
        let mut notes = Notes::default();
        notes.note(
            "`perf mem -D report` has no CPUs: which CPUs share a line is not known; `perf script` has them",
            String::new,
        );
        notes.warn_lost(&self.cut, "samples are cut: what is not in the text of them is missing, and a sample that is cut before its data source was skipped");
        notes.warn_times(
            self.parted,
            "the name of a function or an object ends within its brackets or continues on the next line: it was broken or cut, and is left out",
            String::new,
        );
        notes.warn_lost(&self.unread, "lines that are no samples were skipped");
        let mut profile =
            self.tables.finish(ProfileKind::MemDump, Vec::new(), &|_| None, &mut notes);
        profile.diagnostics = notes.into_vec();
        Ok(profile)
    }
}

fn hexadecimal(word: &[u8], padded: bool) -> Option<u64> {
    match word.strip_prefix(b"0x016") {
        Some(rest) if padded && !rest.is_empty() => hex(rest),
        _ => hex(word),
    }
}

#[cfg(test)]
mod tests {
    use mailtext::Line;

    use super::MemDump;

    /// Numbers of lines that nobody took off are no processes.
    #[test]
    fn a_number_before_a_sample_is_none_of_it() {
        let mut dump = MemDump::new(true);
        let sample = "1000 1001 0x401150 0x504047 12 0x8068100842 /app:f";
        for (number, text) in (1..).zip([sample.to_owned(), format!("7 {sample}")]) {
            dump.line(Line { text: &text, number, last: false });
        }
        let profile = dump.finish().unwrap_or_else(|error| unreachable!("{error}"));
        let lines: Vec<_> = profile
            .lines
            .iter()
            .map(|line| (line.address.as_deref(), line.rows.len(), line.counts.records))
            .collect();
        assert_eq!(lines, [(Some("0x504040"), 1, Some(2))]);
    }
}
