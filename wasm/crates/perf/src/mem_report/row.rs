//! The values of a row, by the columns of its table.
//!
//! perf has two blanks between columns and one inside of them. A mail that was wrapped, or a text whose gaps are single
//! blanks, has lost that: then the words tell, because each column has words of its own. Where they could be read in two
//! ways the row is not read.

use crate::tokens::{Word, decimal, words};

/// No row of perf has more; the work of a row grows with both.
const MOST_WORDS: usize = 100;
const MOST_COLUMNS: usize = 64;

/// What the words of a column look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Percent,
    Number,
    /// `Remote Cache (1 hop) hit`
    Access,
    /// `[k] nft_do_chain`
    Symbol,
    Object,
    Snoop,
    Tlb,
    Locked,
    Blocked,
    /// Of a column that is not known.
    Other,
}

/// Names of columns: `sort.c` and `hist.c` of perf.
const NAMES: [(&str, Kind); 27] = [
    ("Overhead", Kind::Percent),
    ("Children", Kind::Percent),
    ("Self", Kind::Percent),
    ("Samples", Kind::Number),
    ("Period", Kind::Number),
    ("Local Weight", Kind::Number),
    ("Weight", Kind::Number),
    ("Memory access", Kind::Access),
    ("Symbol", Kind::Symbol),
    ("Shared Object", Kind::Object),
    ("Data Symbol", Kind::Symbol),
    ("Data Object", Kind::Object),
    ("Snoop", Kind::Snoop),
    ("TLB access", Kind::Tlb),
    ("Locked", Kind::Locked),
    ("Blocked", Kind::Blocked),
    ("Local INSTR Latency", Kind::Number),
    ("INSTR Latency", Kind::Number),
    ("Local Pipeline Stage Cycle", Kind::Number),
    ("Pipeline Stage Cycle", Kind::Number),
    ("Local Retire Latency", Kind::Number),
    ("Retire Latency", Kind::Number),
    ("Data Physical Address", Kind::Other),
    ("Data Page Size", Kind::Other),
    ("Code Page Size", Kind::Other),
    ("Command", Kind::Other),
    ("Pid:Command", Kind::Other),
];

/// What the words of the column of this name look like.
pub(super) fn kind_of(name: &str) -> Kind {
    NAMES.iter().find(|(known, _)| *known == name).map_or(Kind::Other, |(_, kind)| *kind)
}

/// Whether a name may be the beginning of another: the header ends in it.
pub(super) fn is_cut_name(name: &str) -> bool {
    !is_name(name) && NAMES.iter().any(|(known, _)| known.starts_with(name.trim_end()))
}

/// A header that ends inside a name, with the rest of it, if that is what the next line is.
pub(super) fn completed(header: &str, next: &str) -> Option<String> {
    let last = header.rsplit("  ").next()?;
    let begun = *names_in(last).last()?;
    let rest = next.split("  ").next()?;
    let name = format!("{begun} {rest}");
    let is_whole = names_in(&name).iter().all(|name| is_name(name));
    is_whole.then(|| format!("{header} {next}"))
}

fn is_name(name: &str) -> bool {
    NAMES.iter().any(|(known, _)| *known == name)
}

/// The names in what stands between two gaps of a header, which may have lost the gaps between them.
pub(super) fn names_in(field: &str) -> Vec<&str> {
    let all = words(field);
    let (mut at, mut found) = (0, Vec::new());
    while at < all.len() {
        let longest = (at + 1..=all.len().min(at + 4)).rev().find(|end| {
            let name: Vec<&str> = all[at..*end].iter().map(|word| word.text).collect();
            let name = name.join(" ");
            is_name(&name)
        });
        // The last one may be cut.
        let Some(end) = longest
            .or((!found.is_empty() && is_cut_name(&field[all[at].start..])).then_some(all.len()))
        else {
            return vec![field];
        };
        found.push(&field[all[at].start..all[end - 1].end]);
        at = end;
    }
    found
}

/// The values of a row.
pub(super) struct Values<'a> {
    /// One for each column; fewer where the row ends before its table does.
    pub all: Vec<&'a str>,
    /// The row ends before its table does.
    pub is_short: bool,
}

/// The values of a row whose gaps do not tell them; `None` where its words can be read in no way or in several.
pub(super) fn values<'a>(text: &'a str, kinds: &[Kind], may_end: bool) -> Option<Values<'a>> {
    let words = words(text);
    if words.len() > MOST_WORDS || kinds.len() > MOST_COLUMNS {
        return None;
    }
    let mut reading = Reading {
        text,
        words: &words,
        kinds,
        may_end,
        ways: vec![None; (words.len() + 1) * (kinds.len() + 1)],
    };
    if reading.ways(0, 0) != 1 {
        return None;
    }
    let (mut at, mut all) = (0, Vec::new());
    while at < words.len() {
        let column = all.len();
        let end = (at + 1..=words.len()).find(|end| {
            reading.fits(at, *end, kinds[column]) && reading.ways(*end, column + 1) == 1
        })?;
        all.push(&text[words[at].start..words[end - 1].end]);
        at = end;
    }
    let is_short = all.len() < kinds.len();
    Some(Values { all, is_short })
}

struct Reading<'a> {
    text: &'a str,
    words: &'a [Word<'a>],
    kinds: &'a [Kind],
    may_end: bool,
    /// In how many ways the rest can be read: none, one, several.
    ways: Vec<Option<u8>>,
}

impl Reading<'_> {
    fn ways(&mut self, at: usize, column: usize) -> u8 {
        if at == self.words.len() {
            return u8::from(column == self.kinds.len() || self.may_end);
        }
        let Some(kind) = self.kinds.get(column).copied() else { return 0 };
        let key = at * (self.kinds.len() + 1) + column;
        if let Some(known) = self.ways[key] {
            return known;
        }
        let mut found = 0;
        for end in at + 1..=self.words.len() {
            if self.fits(at, end, kind) {
                found = (found + self.ways(end, column + 1)).min(2);
            }
            if end < self.words.len() && self.is_gap(end) && !self.is_remote(end) {
                break;
            }
        }
        self.ways[key] = Some(found);
        found
    }

    /// Whether a gap is before the word. (What a mailer left of one is a blank.)
    fn is_gap(&self, at: usize) -> bool {
        let before = &self.text[self.words[at - 1].end..self.words[at].start];
        before.len() > 1
    }

    /// A remote level without a name is printed as "Remote  hit", with the gap of a column.
    fn is_remote(&self, at: usize) -> bool {
        self.words[at - 1].text == "Remote" && matches!(self.words[at].text, "hit" | "miss")
    }

    fn fits(&self, at: usize, end: usize, kind: Kind) -> bool {
        let slice = &self.words[at..end];
        // "or" stands between two answers.
        let is_or = |word: &Word| word.text == "or";
        let ends_in_or = is_or(&slice[0]) || is_or(&slice[slice.len() - 1]);
        let every =
            |known: &[&str]| !ends_in_or && slice.iter().all(|word| known.contains(&word.text));
        let one = slice.len() == 1;
        let is_level = |word: &Word| {
            word.text.len() == 3 && word.text.starts_with('[') && word.text.ends_with(']')
        };
        let apart = (at == 0 || self.is_gap(at)) && (end == self.words.len() || self.is_gap(end));
        match kind {
            Kind::Percent => one && slice[0].percent().is_some(),
            Kind::Number => one && decimal(slice[0].text.as_bytes()).is_some(),
            Kind::Access => {
                const WORDS: [&str; 27] = [
                    "L1", "L2", "L3", "L4", "LFB", "LFB/MAB", "MAB", "RAM", "Local", "Remote",
                    "Cache", "Uncached", "I/O", "PMEM", "CXL", "MSC", "UNC", "Any", "cache", "or",
                    "hit", "miss", "(1", "(2", "hop)", "hops)", "N/A",
                ];
                let ends = matches!(slice[slice.len() - 1].text, "hit" | "miss" | "N/A");
                ends && every(&WORDS)
            }
            Kind::Symbol => match slice {
                [first, rest @ ..] if is_level(first) => {
                    !rest.is_empty() && !rest.iter().any(is_level)
                }
                [_] => true,
                _ => false,
            },
            Kind::Object => (one && !is_level(&slice[0])) || (apart && !slice.iter().any(is_level)),
            Kind::Snoop => every(&["N/A", "None", "Hit", "Miss", "HitM", "Fwd", "Peer", "or"]),
            Kind::Tlb => {
                every(&["L1", "L2", "or", "hit", "miss", "Walker", "Fault", "N/A"])
                    && matches!(slice[slice.len() - 1].text, "hit" | "miss" | "N/A")
            }
            Kind::Locked => one && every(&["Yes", "No", "N/A"]),
            Kind::Blocked => every(&["N/A", "Data", "Addr", "or"]),
            Kind::Other => one || apart,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Kind; 11] = [
        Kind::Percent,
        Kind::Number,
        Kind::Number,
        Kind::Access,
        Kind::Symbol,
        Kind::Object,
        Kind::Symbol,
        Kind::Object,
        Kind::Snoop,
        Kind::Tlb,
        Kind::Locked,
    ];

    #[test]
    fn words_tell_columns_that_have_lost_their_gaps() {
        let row = "11.48% 80 170 L3 or L3 hit [k] operator new(int) [nf] [k] g+0x8 [unknown] HitM L1 or L2 hit No";
        let found = values(row, &KINDS, false).map(|values| values.all);
        let expect = [
            "11.48%",
            "80",
            "170",
            "L3 or L3 hit",
            "[k] operator new(int)",
            "[nf]",
            "[k] g+0x8",
            "[unknown]",
            "HitM",
            "L1 or L2 hit",
            "No",
        ];
        assert_eq!(found.as_deref(), Some(&expect[..]));
        // Where a symbol ends before its object is not known without the gap.
        assert!(values("1.00% 1 1 L1 hit [k] a b c", &KINDS, true).is_none());
        let short = values("1.00%  1  1  L1 hit  [k] a  c", &KINDS, true)
            .map(|values| (values.all.len(), values.is_short));
        assert_eq!(short, Some((6, true)));
    }

    #[test]
    fn names_of_a_header() {
        assert_eq!(names_in("Memory access Symbol"), ["Memory access", "Symbol"]);
        assert_eq!(names_in("Local Weight Memory acc"), ["Local Weight", "Memory acc"]);
        assert_eq!(names_in("Another Column"), ["Another Column"]);
        let cut = "Overhead  Blocked     Local INSTR";
        let whole = completed(cut, "Latency  Retire Latency");
        assert_eq!(
            whole.as_deref(),
            Some("Overhead  Blocked     Local INSTR Latency  Retire Latency")
        );
        assert_eq!(completed(cut, "9.00%  3"), None);
        assert!(completed("Overhead  Local", "Weight Memory access").is_some());
        assert!(is_cut_name("Shared Obj") && is_cut_name("Memory") && !is_cut_name("Symbol"));
    }
}
