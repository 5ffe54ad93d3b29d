//! Which columns a report has, from its headers and its "grouping" line.

use facts::SnoopDisplay;
use pasted::GAP;

/// What the text says about its columns. `None`: it does not say.
#[derive(Debug, Default, Clone)]
pub struct Columns {
    /// Rows have "Node" and "PA cnt" (since 4.17).
    pub node: Option<bool>,
    /// Rows have "Pid".
    pub pid: Option<bool>,
    /// Rows have "Source:Line".
    pub source: Option<bool>,
    /// Rows have "Symbol".
    pub symbol: Option<bool>,
    /// Which of the numbers behind the code address rows have: cycles remote, local, other, records, CPU count.
    pub numbers: Option<[bool; 5]>,
    /// A header of rows names the address of their code, whole.
    pub code: Option<bool>,
    /// Rows end in "Node".
    pub node_list: bool,
    /// Stores of the table of lines have a column "N/A" (since 6.0).
    pub no_level: Option<bool>,
    /// The table of lines has the share before the records (since 5.11).
    pub share_first: Option<bool>,
    /// The table of lines is that of a draft of 2022.
    pub draft: bool,
    /// Number of percentages.
    pub percents: Option<usize>,
    /// Lines have their number before their counts.
    pub numbered: bool,
    /// What is sorted by.
    pub display: Option<SnoopDisplay>,
    /// Peer hits stand where other reports have HITM.
    pub peer: bool,
    /// `--coalesce`.
    pub grouping: Vec<String>,
    /// `--double-cl`.
    pub double_line: bool,
    /// The names of columns say that the first are HITM.
    pub hitm: bool,
    /// The right edge cut the name of the last column.
    pub cut: bool,
    /// It cut the name of any other one.
    pub torn: bool,
    /// Characters of the line with the names of a row's columns, blanks at its end too.
    pub names_chars: Option<usize>,
    /// Whether any header was seen.
    pub seen: bool,
}

/// Whether a line is one of the column headers, with or without its `#`.
pub fn is_header(line: &str) -> bool {
    const WORDS: [&str; 9] = [
        "- HITM -",
        "Store Refs",
        "Store Reference",
        "Load Hitm -",
        "Load Peer -",
        "Peer Snoop -",
        "Code address",
        "PA cnt",
        "Ld Miss",
    ];
    line.trim_start().strip_prefix('#').is_some_and(has_names_of_columns)
        || WORDS.iter().any(|word| line.contains(word))
        || (line.contains("Offset") && line.contains("cnt"))
}

/// Words of the names of columns.
const NAMES: [&str; 54] = [
    "index",
    "num",
    "cacheline",
    "address",
    "node",
    "pa",
    "cnt",
    "tot",
    "total",
    "hitm",
    "rmthitm",
    "lclhitm",
    "rmt",
    "lcl",
    "peer",
    "snoop",
    "local",
    "remote",
    "records",
    "loads",
    "stores",
    "load",
    "store",
    "refs",
    "reference",
    "l1hit",
    "l1miss",
    "l1",
    "l2",
    "hit",
    "miss",
    "n/a",
    "fb",
    "core",
    "llc",
    "ld",
    "lclhit",
    "rmthit",
    "dram",
    "mesi",
    "offset",
    "data",
    "code",
    "pid",
    "tid",
    "cycles",
    "cpu",
    "symbol",
    "shared",
    "object",
    "source:line",
    "node{cpus",
    "%hitms",
    "%stores}",
];

/// Whether most words behind a `#` are of names of columns, or none is a word: others are a person's remark.
fn has_names_of_columns(line: &str) -> bool {
    let (mut known, mut all) = (0, 0);
    for word in line.split_whitespace().filter(|word| word.contains(char::is_alphabetic)) {
        all += 1;
        let word = word.trim_matches('-').to_lowercase();
        known += usize::from(NAMES.contains(&word.as_str()) || word.contains(['{', '%']));
    }
    known * 2 >= all
}

/// What is known of a table's columns before a row of it is read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shape {
    /// The first group counts peer hits.
    pub peer: bool,
    /// Whether stores have a column "N/A" (since 6.0); `None` where that is not known.
    pub no_level: Option<bool>,
    /// Whether the share stands before the records (since 5.11); `None` where that is not known.
    pub share_first: Option<bool>,
    /// A draft of 2022, which has peer hits behind the HITM.
    pub draft: bool,
    /// The right edge went through the row: its last word may be the beginning of one.
    pub cut: bool,
}

impl Columns {
    /// What they say of the table's rows.
    pub fn shape(&self, cut: bool) -> Shape {
        let Self { peer, no_level, share_first, draft, .. } = *self;
        Shape { peer, no_level, share_first, draft, cut }
    }

    /// Learns from a header line.
    pub fn header(&mut self, line: &str) {
        let line = line.replace(GAP, " ");
        let has = |word: &str| line.contains(word);
        self.seen = true;
        self.double_line |= has("Double-Cacheline");
        self.draft |= has("Load Hitm -") && has("Snoop");
        // "LclHitm" alone is a column of the table of lines in a peer report too.
        self.hitm |= has("- HITM -") || has("Load Hitm -") || has("RmtHitm") && has("L1 Hit");
        self.hitm |= has("rmt hitm");
        if has("- HITM -") && has("Snoop") {
            // A draft of 2022 had HITM and peer hits side by side.
            self.percents = Some(6);
            self.peer = false;
        } else if self.percents != Some(6) {
            self.peer |=
                has("Peer Snoop -") || has("rmt peer") || has("Load Peer -") || has("%peers");
        }
        if has("Load Hitm -") || has("Load Peer -") {
            self.share_first = Some(!has("LLC Load Hitm"));
        }
        if has("L1Miss") && (has("N/A") || has("FB")) {
            self.no_level = Some(has("N/A"));
        }
        let row_header = has("Offset") || has("cycles -") && has("L1 Miss");
        if row_header || has("Code address") {
            // What a header that was cut does not name may be there all the same.
            let known = |word: &str, follows: bool| (has(word) || follows).then(|| has(word));
            let complete = line.trim_end().ends_with("Node") || has("Node{");
            let numbers = complete || has("Code address") || has("cycles");
            self.code = Some(has("Code address"));
            self.node_list |= complete;
            self.numbered |= complete && line.split_whitespace().any(|word| word == "Num");
            // `Nod`: the right edge went through the last name.
            let last = line.split_whitespace().last().unwrap_or_default();
            self.cut |= "Node".starts_with(last) && !complete && !last.is_empty()
                || line.split_once("Node{").is_some_and(|(_, list)| !list.contains('}'));
            // `loa`: not where somebody took the last columns out.
            let word = last.to_lowercase();
            let is_begun = |name: &&str| name.len() > word.len() && name.starts_with(&word);
            self.torn |= !complete && !NAMES.contains(&word.as_str()) && NAMES.iter().any(is_begun);
            self.node = known("PA cnt", numbers);
            self.pid = known(" Pid ", numbers);
            // Somebody may have taken columns out, and their names with them.
            let behind = line.rsplit_once("Code address").map_or("", |(_, behind)| behind);
            let has_one = |names: [&str; 2]| names.iter().any(|name| behind.contains(name));
            let word = |name: &str| behind.split_whitespace().any(|word| word == name);
            let numbers = [
                has_one(["rmt hitm", "rmt peer"]),
                has_one(["lcl hitm", "lcl peer"]),
                word("load"),
                word("records"),
                word("cnt"),
            ];
            let named = numbers.iter().filter(|is_there| **is_there).count();
            self.numbers = (complete && named >= 2 && self.percents != Some(6)).then_some(numbers);
            self.symbol = known("Symbol", complete);
            self.source = known("Source:Line", complete);
            if has("L1 Miss") && self.percents != Some(6) {
                self.percents = Some(if has("N/A") { 5 } else { 4 });
            }
        }
    }

    /// Learns from a line of "c2c details".
    pub fn detail(&mut self, key: &str, value: &str) {
        if key == "Cachelines sort on" {
            self.display = match value.trim() {
                "Total HITMs" => Some(SnoopDisplay::TotalHitm),
                "Local HITMs" => Some(SnoopDisplay::LocalHitm),
                "Remote HITMs" => Some(SnoopDisplay::RemoteHitm),
                "Peer Snoop" => Some(SnoopDisplay::Peer),
                _ => None,
            };
            self.peer |= self.display == Some(SnoopDisplay::Peer);
        }
        // Spelt "groupping" in 2016.
        if key.starts_with("Cacheline data group") || key.starts_with("Double-Cacheline data group")
        {
            let keys = value.split(',').map(|key| key.trim().to_owned());
            self.grouping = keys.filter(|key| !key.is_empty()).collect();
        }
    }

    /// Whether rows have a process: perf groups by it where it says so, whatever is left of the names of its columns.
    pub fn has_pid(&self) -> Option<bool> {
        self.groups_by("pid").filter(|groups| *groups).or(self.pid)
    }

    /// Whether rows are grouped by this; `None` where the text does not say.
    pub fn groups_by(&self, key: &str) -> Option<bool> {
        (!self.grouping.is_empty()).then(|| self.grouping.iter().any(|known| known == key))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_rows_are_grouped_by_says_that_they_have_a_process() {
        // A mailer broke the names of columns, and that of the process is gone.
        let text = |grouping: &str| {
            format!(
                "  Cacheline data grouping           : {grouping}\n#  Num  RmtHitm  LclHitm  L1 Hit  L1 Miss  Offset  Node  PA cnt  Code address  rmt hitm  lcl hitm  load  records  cnt  Symbol  Object  Source:Line  Node{{cpus}}\n   0  2  8  0  0  0x4040c0\n  50.00%  50.00%  0.00%  0.00%  0x8  0  1  1000  0x401150  751  234  0  115  3  [.] f  app  a.c:8  0{{1}}\n"
            )
        };
        for (grouping, pid) in [("offset,pid,iaddr", Some(1000)), ("offset,iaddr", None)] {
            let profile = crate::read(text(grouping).as_bytes(), crate::Options::default());
            let profile = profile.unwrap_or_else(|error| unreachable!("{error}"));
            assert_eq!(profile.lines[0].rows[0].pid, pid, "{grouping}");
        }
    }
}
