//! `perf mem -D report`: one sample on a line, `PID TID IP ADDR [PHYS …] WEIGHT DSRC OBJECT:SYMBOL`.
//!
//! perf pads its first row with a broken format (`"0x016%" PRIx64`, `dump_raw_samples()` of
//! `tools/perf/builtin-mem.c`): the address 0x4040d0 is printed as `0x0164040d0` there.

use facts::{AccessProfile, ProfileKind};

use mailtext::Line;

use crate::NothingUsable;
use crate::data_src::{DataSrc, classify};
use crate::messages;
use crate::notes::{Lost, Notes};
use crate::spaces::Spaces;
use crate::tables::{Sample, Tables};
use crate::tokens::{Bytes, decimal, hex, split_once};

/// What perf prints for a name that it does not know.
const UNKNOWN: &[u8] = b"???";

/// Reads the lines of `perf mem -D report`.
#[derive(Debug)]
pub struct MemDump {
    tables: Tables,
    spaces: Spaces,
    cut: Lost,
    separator: Option<u8>,
    lines: u64,
    unread: Lost,
}

impl MemDump {
    /// A reader; `by_thread` keeps the rows of different threads apart.
    pub fn new(by_thread: bool) -> Self {
        Self {
            tables: Tables::new(64, by_thread),
            spaces: Spaces::default(),
            cut: Lost::default(),
            separator: None,
            lines: 0,
            unread: Lost::default(),
        }
    }

    /// Whether no sample was read yet.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Takes one line.
    pub fn line(&mut self, line: Line) {
        self.lines = line.number;
        let text = line.text.trim_ascii().as_bytes();
        if text.is_empty() || text.starts_with(b"#") {
            return;
        }
        // Whatever is the last word, it may be the beginning of one.
        if line.last {
            return self.cut.add(line.number);
        }
        let sample = match self.separator_of(text) {
            None => self.sample(&mut Bytes::new(text)),
            Some(separator) => {
                let spaced: Vec<u8> =
                    text.iter().map(|byte| if *byte == separator { b' ' } else { *byte }).collect();
                self.sample(&mut Bytes::new(&spaced))
            }
        };
        match sample {
            Some(sample) => self.tables.add(&sample),
            None => self.unread.add(line.number),
        }
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
        // perf names the object and the symbol of each, or says `[unknown]` and `???`. A blank in the object is a break, which
        // goes through the data source where digits are before it: `0x1066880084` and in the next line `2 /app:f`.
        let whole = split_once(place, b':').filter(|(object, _)| !object.contains(&b' '));
        let Some((object, symbol)) = whole else {
            self.cut.add(self.lines);
            return None;
        };
        let is_begun = symbol.len() < UNKNOWN.len() && UNKNOWN.starts_with(symbol);
        // A mailer broke the name (quoted-printable), and nothing else of the text shows it.
        let is_broken = symbol.ends_with(b"=") && !symbol.windows(8).any(|at| at == b"operator");
        if is_begun || is_broken {
            self.cut.add(self.lines);
        }
        let symbol = if is_broken { &[][..] } else { symbol };
        let object = object.rsplit(|byte| *byte == b'/').next().unwrap_or(object);
        let mut name = |text: &[u8]| {
            let known = !text.is_empty() && !UNKNOWN.starts_with(text);
            known.then(|| self.tables.names.intern(text))
        };
        let mut sample = Sample {
            ip: Some(ip),
            pid: Some(pid),
            tid: Some(tid),
            weight: decimal(weight),
            physical,
            symbol: name(symbol),
            object: name(object),
            ..Sample::of(classify(DataSrc(hex(source)?), address, false), address)
        };
        sample.space = self.spaces.of(&sample);
        Some(sample)
    }

    /// The profile of all lines.
    pub fn finish(self) -> Result<AccessProfile, NothingUsable> {
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
        notes.add(messages::dump_has_no_cpus(), String::new);
        notes.add_lost(&self.cut, messages::dump_cut());
        notes.add_lost(&self.unread, messages::not_samples());
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
