//! What the words above a table name, in whatever spelling: `RmtHitm`, `HITM remote`, `Rmt%`, `StoreL1%`.

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Samples of a kind, by its place in `Kinds`: HITM remote, local; peer remote, local; stores hit, miss, no level.
    Kind(usize),
    /// HITM of either kind.
    Hitm,
    /// Stores of any level.
    Stores,
    Loads,
    /// Loads and stores.
    Records,
    /// Mean cycles of the loads with remote HITM, with local HITM, of the others; `None`: it does not say of which.
    Cycles(Option<usize>),
    Cpus,
    /// Byte of the line.
    Offset,
    /// Byte in memory.
    Address,
    /// First byte of the line in memory.
    Line,
    Code,
    Pid,
    Symbol,
    Object,
    Source,
    /// What the author says of the row.
    Remark,
    /// Name of a member, which says nothing of its place.
    Field,
    /// Known and of no use here.
    Number,
    Text,
    /// Nobody knows.
    Unknown,
}

impl Of {
    /// Whether its cells are words and no figures.
    pub fn is_text(self) -> bool {
        matches!(
            self,
            Self::Symbol
                | Self::Object
                | Self::Source
                | Self::Remark
                | Self::Field
                | Self::Text
                | Self::Unknown
        )
    }

    /// Whether it says how much.
    pub fn is_figure(self) -> bool {
        matches!(self, Self::Kind(_) | Self::Hitm | Self::Stores)
    }
}

/// A column by the words above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// As it is written.
    pub name: String,
    pub of: Of,
    /// The words say that it holds percentages.
    pub percent: bool,
}

/// Words and what they mean, each a letter; the longer ones first, so that `storel1` is no `st` and rest.
const PARTS: [(&str, char); 84] = [
    ("functions", 'f'),
    ("comments", 'k'),
    ("function", 'f'),
    ("cacheline", 'K'),
    ("percentage", '%'),
    ("percent", '%'),
    ("comment", 'k'),
    ("remarks", 'k'),
    ("address", 'A'),
    ("samples", 'r'),
    ("records", 'r'),
    ("symbols", 'f'),
    ("latency", 'C'),
    ("offsets", 'O'),
    ("offset", 'O'),
    ("symbol", 'f'),
    ("object", 'o'),
    ("remark", 'k'),
    ("shared", ' '),
    ("source", 's'),
    ("member", 'F'),
    ("record", 'r'),
    ("sample", 'r'),
    ("remote", 'R'),
    ("stores", 'S'),
    ("writes", 'S'),
    ("cycles", 'C'),
    ("thread", 't'),
    ("snoop", 'P'),
    ("local", 'L'),
    ("store", 'S'),
    ("write", 'S'),
    ("cycle", 'C'),
    ("loads", 'D'),
    ("reads", 'D'),
    ("total", 'T'),
    ("count", 'n'),
    ("notes", 'k'),
    ("field", 'F'),
    ("iaddr", 'a'),
    ("level", 'v'),
    ("share", '%'),
    ("nodes", 'M'),
    ("line", 'l'),
    ("node", 'M'),
    ("note", 'k'),
    ("addr", 'A'),
    ("hitm", 'H'),
    ("peer", 'P'),
    ("miss", 'm'),
    ("load", 'D'),
    ("read", 'D'),
    ("func", 'f'),
    ("cpus", 'c'),
    ("code", 'a'),
    ("byte", 'O'),
    ("data", ' '),
    ("refs", ' '),
    ("file", 's'),
    ("mean", ' '),
    ("comm", 'x'),
    ("rmt", 'R'),
    ("rem", 'R'),
    ("lcl", 'L'),
    ("loc", 'L'),
    ("hit", 'h'),
    ("cyc", 'C'),
    ("lat", 'C'),
    ("rec", 'r'),
    ("tot", 'T'),
    ("cpu", 'c'),
    ("cnt", 'n'),
    ("num", 'n'),
    ("sym", 'f'),
    ("obj", 'o'),
    ("dso", 'o'),
    ("src", 's'),
    ("off", 'O'),
    ("pid", 'd'),
    ("tid", 't'),
    ("pct", '%'),
    ("l1d", '1'),
    ("l1", '1'),
    ("ip", 'a'),
];

/// Short words that mean something only alone or behind what they belong to.
const SHORT: [(&str, char); 9] = [
    ("na", 'N'),
    ("no", 'N'),
    ("fn", 'f'),
    ("st", 'S'),
    ("ld", 'D'),
    ("pa", 'p'),
    ("of", ' '),
    ("cl", 'n'),
    ("nr", 'n'),
];

/// A column of these words; `None` where they name none.
pub fn column(text: &str) -> Option<Column> {
    let mut letters: Vec<char> = Vec::new();
    let mut percent = text.contains('%');
    // `N/A` is one word.
    let bare = text.to_lowercase().replace("n/a", "na");
    for word in bare.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        letters.extend(parts(word)?);
    }
    // perf has `cpu` above `cnt`, in two lines.
    if bare.trim() == "cnt" {
        letters.push('c');
    }
    percent |= letters.contains(&'%');
    // Of `Loads RmtHitm` each is a column; `Load RmtHitm` is one, as perf has it in two lines.
    let all_loads = bare.split_whitespace().any(|word| matches!(word, "loads" | "reads"));
    if all_loads && letters.iter().any(|letter| matches!(letter, 'R' | 'L')) {
        return None;
    }
    letters.retain(|letter| !matches!(letter, ' ' | '%'));
    letters.sort_unstable();
    letters.dedup();
    let key: String = letters.into_iter().collect();
    Some(Column { name: text.trim().to_owned(), of: of(&key)?, percent })
}

fn of(key: &str) -> Option<Of> {
    Some(match key {
        "HR" | "R" | "DHR" => Of::Kind(0),
        "HL" | "L" | "DHL" => Of::Kind(1),
        "PR" => Of::Kind(2),
        "LP" => Of::Kind(3),
        "1h" | "1Sh" | "Sh" | "1S" => Of::Kind(4),
        "1m" | "1Sm" | "Sm" => Of::Kind(5),
        "N" | "NS" | "NSv" | "Nv" => Of::Kind(6),
        "H" | "HT" | "DH" => Of::Hitm,
        "S" | "ST" | "Sn" => Of::Stores,
        "D" | "DT" | "Dn" => Of::Loads,
        "r" | "Tr" | "nr" => Of::Records,
        "C" => Of::Cycles(None),
        "CHR" | "CR" => Of::Cycles(Some(0)),
        "CHL" | "CL" => Of::Cycles(Some(1)),
        "CD" => Of::Cycles(Some(2)),
        "c" | "cn" => Of::Cpus,
        "O" => Of::Offset,
        "A" => Of::Address,
        "K" | "AK" | "Al" => Of::Line,
        "a" | "Aa" => Of::Code,
        "d" => Of::Pid,
        "f" => Of::Symbol,
        "o" => Of::Object,
        "s" | "ls" => Of::Source,
        "k" => Of::Remark,
        // The share of a line, of nobody knows what.
        "l" => Of::Unknown,
        "n" | "np" | "t" => Of::Number,
        "F" => Of::Field,
        "M" | "x" => Of::Text,
        _ => return None,
    })
}

/// `storel1hit` as its words; `None` where something is left over.
fn parts(word: &str) -> Option<Vec<char>> {
    if let Some((_, letter)) = SHORT.iter().find(|(known, _)| *known == word) {
        return Some(vec![*letter]);
    }
    let mut out = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let (known, letter) = PARTS.iter().find(|(known, _)| rest.starts_with(known))?;
        out.push(*letter);
        rest = &rest[known.len()..];
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(texts: &[&str], of: Of, percent: bool) {
        for text in texts {
            let found = column(text).map(|column| (column.of, column.percent));
            assert_eq!(found, Some((of, percent)), "{text}");
        }
    }

    #[test]
    fn any_spelling_of_a_column() {
        check(
            &["RmtHitm", "rmt hitm", "HITM remote", "Remote HITM", "hitm_rmt"],
            Of::Kind(0),
            false,
        );
        check(&["Rmt%", "RmtHitm%", "Rmt HITM (%)", "% rmt", "RmtPct"], Of::Kind(0), true);
        check(&["Lcl", "LclHitm", "local_hitm", "Load LclHitm"], Of::Kind(1), false);
        check(&["StoreL1%", "L1 Hit %", "Store L1Hit%"], Of::Kind(4), true);
        check(&["L1Miss", "L1 Miss", "Stores L1 miss"], Of::Kind(5), false);
        check(&["N/A", "Stores N/A", "No level"], Of::Kind(6), false);
        check(&["rmt peer", "Peer Rmt"], Of::Kind(2), false);
        check(&["records", "Total records", "samples", "# samples"], Of::Records, false);
        check(&["Offset", "Off", "offset", "Data offset"], Of::Offset, false);
        check(&["addr", "Address", "Data address"], Of::Address, false);
        check(&["Code address", "IP"], Of::Code, false);
        check(&["cpu cnt", "CPUs", "cnt", "nr cpus"], Of::Cpus, false);
        check(&["Symbol", "Function", "Func"], Of::Symbol, false);
        check(&["Source:Line", "Source", "Src:Line"], Of::Source, false);
        check(&["Shared Object", "DSO"], Of::Object, false);
        check(&["cycles"], Of::Cycles(None), false);
        check(&["Remark", "remarks", "Comment", "comments", "note", "Notes"], Of::Remark, false);
        check(&["Field", "member"], Of::Field, false);
        check(&["comm"], Of::Text, false);
        check(&["node"], Of::Text, false);
    }

    #[test]
    fn other_words_are_no_columns() {
        for text in [
            "the",
            "Rmt Lcl",
            "Offset Symbol",
            "Lcl L1 Hit",
            "load records",
            "12",
            "",
            "Loads RmtHitm",
        ] {
            assert_eq!(column(text), None, "{text}");
        }
    }
}
