//! The values of a row, by the columns of its table.
//!
//! perf has two blanks between columns and one inside of them. A mail that was wrapped, or a text whose gaps are single
//! blanks, has lost that: then the words tell, because each column has words of its own. Where they could be read in two
//! ways the row is not read.

use crate::tokens::{Word, span, words};

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

/// What the words of the column of this name look like; of a name that is cut, where all that it may begin are alike.
pub(super) fn kind_of(name: &str) -> Kind {
    let whole = NAMES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
    whole.or_else(|| begun_kind(name)).unwrap_or(Kind::Other)
}

fn begun_kind(name: &str) -> Option<Kind> {
    let mut kinds =
        NAMES.iter().filter(|(known, _)| known.starts_with(name)).map(|(_, kind)| *kind);
    let first = kinds.next().filter(|_| !name.is_empty())?;
    kinds.all(|kind| kind == first).then_some(first)
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
    let (mut left, mut found) = (all.as_slice(), Vec::new());
    while let Some(first) = left.first() {
        let mut begins = (1..=left.len().min(4)).rev().map(|count| left.split_at(count));
        let longest = begins.find(|(begin, _)| {
            let name: Vec<&str> = begin.iter().map(|word| word.text).collect();
            is_name(&name.join(" "))
        });
        // The last one may be cut.
        let is_cut = !found.is_empty() && is_cut_name(&field[first.start..]);
        let Some((name, behind)) = longest.or(is_cut.then_some((left, &[]))) else {
            return vec![field];
        };
        found.push(span(field, name));
        left = behind;
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
        let kind = *kinds.get(column)?;
        let end = (at + 1..=words.len())
            .find(|end| reading.fits(at, *end, kind) && reading.ways(*end, column + 1) == 1)?;
        all.push(span(text, words.get(at..end)?));
        at = end;
    }
    let is_short = all.len() < kinds.len();
    Some(Values { all, is_short })
}

struct Reading<'a> {
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
        if let Some(Some(known)) = self.ways.get(key) {
            return *known;
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
        if let Some(known) = self.ways.get_mut(key) {
            *known = Some(found);
        }
        found
    }

    /// The word at a place and the one before it.
    fn pair(&self, at: usize) -> Option<&[Word<'_>; 2]> {
        self.words.get(at.checked_sub(1)?..)?.first_chunk()
    }

    /// Whether a gap is before the word. (What a mailer left of one is a blank.)
    fn is_gap(&self, at: usize) -> bool {
        self.pair(at).is_some_and(|[before, word]| word.start - before.end > 1)
    }

    /// A remote level without a name is printed as "Remote  hit", with the gap of a column.
    fn is_remote(&self, at: usize) -> bool {
        self.pair(at).is_some_and(|[before, word]| {
            before.text == "Remote" && matches!(word.text, "hit" | "miss")
        })
    }

    fn fits(&self, at: usize, end: usize, kind: Kind) -> bool {
        let slice = self.words.get(at..end).unwrap_or_default();
        let Some((first, last)) = slice.first().zip(slice.last()) else { return false };
        // "or" stands between two answers.
        let is_or = |word: &Word| word.text == "or";
        let ends_in_or = is_or(first) || is_or(last);
        let every =
            |known: &[&str]| !ends_in_or && slice.iter().all(|word| known.contains(&word.text));
        let one = slice.len() == 1;
        let is_level = |word: &Word| {
            word.text.len() == 3 && word.text.starts_with('[') && word.text.ends_with(']')
        };
        let apart = (at == 0 || self.is_gap(at)) && (end == self.words.len() || self.is_gap(end));
        match kind {
            Kind::Percent => one && first.percent().is_some(),
            Kind::Number => one && first.number().is_some(),
            Kind::Access => {
                const WORDS: [&str; 27] = [
                    "L1", "L2", "L3", "L4", "LFB", "LFB/MAB", "MAB", "RAM", "Local", "Remote",
                    "Cache", "Uncached", "I/O", "PMEM", "CXL", "MSC", "UNC", "Any", "cache", "or",
                    "hit", "miss", "(1", "(2", "hop)", "hops)", "N/A",
                ];
                let ends = matches!(last.text, "hit" | "miss" | "N/A");
                ends && every(&WORDS)
            }
            Kind::Symbol => match slice {
                [first, rest @ ..] if is_level(first) => {
                    !rest.is_empty() && !rest.iter().any(is_level)
                }
                [_] => true,
                _ => false,
            },
            Kind::Object => (one && !is_level(first)) || (apart && !slice.iter().any(is_level)),
            Kind::Snoop => every(&["N/A", "None", "Hit", "Miss", "HitM", "Fwd", "Peer", "or"]),
            Kind::Tlb => {
                every(&["L1", "L2", "or", "hit", "miss", "Walker", "Fault", "N/A"])
                    && matches!(last.text, "hit" | "miss" | "N/A")
            }
            Kind::Locked => one && every(&["Yes", "No", "N/A"]),
            Kind::Blocked => every(&["N/A", "Data", "Addr", "or"]),
            Kind::Other => (one || apart) && !slice.iter().any(is_level),
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
    fn a_column_whose_name_is_cut_has_its_words() {
        assert_eq!(kind_of("Data Obj"), Kind::Object);
        assert_eq!(kind_of("Local"), Kind::Number);
        assert_eq!(kind_of("Data"), Kind::Other);
        // Of what is left of the row nothing says that `app` is its data.
        let row = "0.75%  3  1732  L3 or L3 hit  [.] f(int const&)  app  [.] thing_1+0x3a";
        for name in ["Data Obj", "Data"] {
            let kinds = [&KINDS[..7], &[kind_of(name)]].concat();
            assert!(values(row, &kinds, false).is_none(), "{name}");
        }
    }

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
