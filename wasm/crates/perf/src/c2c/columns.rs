//! Which columns the rows of a line have, by the names above them. A column's kind comes from its words, never from its
//! place: `RmtHitm` under `HITM`, `rmt hitm` under `cycles`, `Rmt` over `Hitm%` in a table that somebody made.
//!
//! A new column of perf is one line in [`NAMES`].

use std::sync::Arc;

use facts::SnoopDisplay;
use mailtext::GAP;

use crate::tokens::Word;

/// A column of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    /// The line's own number, which rows do not have.
    Number,
    Share(Share),
    Offset,
    /// Memory nodes of the data.
    DataNode,
    PhysicalChanges,
    Pid,
    /// Thread and its name: `3346:demo`.
    Tid,
    Code,
    /// Mean cycles of loads of a kind.
    Cycles(Cycles),
    Records,
    Cpus,
    Symbol,
    Object,
    Source,
    /// Nodes of the CPUs.
    Nodes,
    /// One word that nobody knows.
    Other,
}

/// What the samples are of which a row has a share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Share {
    /// One of the kinds of [`super::kinds::Kinds`], by its number.
    Kind(usize),
    /// Something else, by its name.
    Named(String),
}

/// Of which loads a mean is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cycles {
    RemoteHitm,
    LocalHitm,
    RemotePeer,
    LocalPeer,
    Other,
}

const SYMBOL: &[&str] = &["symbol", "function"];

/// The names of columns, without blanks, signs and capitals, by themselves or behind the words above them. (`builtin-c2c.c`
/// of perf 4.10 to 6.12: `dim_*`; the words of the one form that people make, with `%` in its names.)
const NAMES: &[(Column, &[&str])] = &[
    (Column::Number, &["num", "index"]),
    (Column::Offset, &["offset", "off", "dataoffset", "cloff", "dataaddressoffset"]),
    (Column::PhysicalChanges, &["pacnt"]),
    (Column::Pid, &["pid"]),
    (Column::Tid, &["tid"]),
    (Column::Code, &["codeaddress"]),
    (Column::Records, &["records", "totalrecords"]),
    (Column::Cpus, &["cnt", "cpucnt"]),
    (Column::Symbol, SYMBOL),
    (Column::Object, &["object", "sharedobject"]),
    (Column::Source, &["sourceline"]),
    (Column::Cycles(Cycles::RemoteHitm), &["cyclesrmthitm"]),
    (Column::Cycles(Cycles::LocalHitm), &["cycleslclhitm"]),
    (Column::Cycles(Cycles::RemotePeer), &["cyclesrmtpeer"]),
    (Column::Cycles(Cycles::LocalPeer), &["cycleslclpeer", "cyclespeer"]),
    (Column::Cycles(Cycles::Other), &["cycles", "cyclesload", "loadcycles"]),
    (Column::Share(Share::Kind(0)), &["rmthitm", "hitmrmt"]),
    (Column::Share(Share::Kind(1)), &["lclhitm", "hitmlcl"]),
    (Column::Share(Share::Kind(2)), &["rmtpeer", "peersnooprmt"]),
    (Column::Share(Share::Kind(3)), &["lclpeer", "peersnooplcl", "snooppeer"]),
    (Column::Share(Share::Kind(4)), &["l1hit", "storel1hit", "storesl1hit"]),
    (Column::Share(Share::Kind(5)), &["l1miss", "storel1miss", "storesl1miss"]),
    (Column::Share(Share::Kind(6)), &["storerefsna", "storena", "storesna"]),
];

/// Names of two words, which a mailer may have broken between them.
const TWO_WORDS: [(&str, &str); 8] = [
    ("L1", "Hit"),
    ("L1", "Miss"),
    ("PA", "cnt"),
    ("Code", "address"),
    ("rmt", "hitm"),
    ("lcl", "hitm"),
    ("rmt", "peer"),
    ("lcl", "peer"),
];

/// The columns of rows, in their order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Layout {
    pub columns: Vec<Column>,
    /// Its end is there: perf prints the nodes last, a person the names.
    pub is_complete: bool,
    /// Somebody made the table: perf has the address of the code, or what else it groups by.
    pub by_hand: bool,
    /// Where the name of a share ends that is the first of all.
    first_share_end: Option<usize>,
    /// Names of shares in another order than perf's; none of them has a kind.
    pub exchanged: Vec<String>,
}

impl Layout {
    /// The columns that lines name which stand above rows; `None` where they do not name shares or an offset.
    pub fn of(lines: &[String]) -> Option<Self> {
        let lines: Vec<String> = lines.iter().map(|line| without_sign(line)).collect();
        let names_at = lines.iter().rposition(|line| is_names(line))?;
        let names = lines.get(names_at)?;
        let above = names_at.checked_sub(1).and_then(|at| lines.get(at));
        let mut cells = cells(names);
        // One blank between all names, as some tables have it that people make.
        if cells.len() < 3 && names.contains("% ") {
            let word = |text: &str| {
                let start = text.as_ptr().addr() - names.as_ptr().addr();
                (start, start + text.len())
            };
            let places = names.split_whitespace().map(word);
            cells =
                places.map(|(start, end)| Cell { text: &names[start..end], start, end }).collect();
        }
        let groups = above.map_or(Vec::new(), |above| self::cells(above));
        let of_share = |cell: &Cell| cell.text.contains('%') && !cell.text.contains('{');
        let mut named: Vec<(usize, String, String)> = Vec::new();
        for cell in &cells {
            let group =
                groups.iter().find(|group| group.start < cell.end && cell.start < group.end);
            let group = group.map_or("", |group| group.text);
            named.push((cell.start, group.to_owned(), cell.text.to_owned()));
        }
        // In tables that people make the name of a column may stand in the upper line alone.
        let alone = |group: &&Cell| {
            cells.iter().any(of_share)
                && cells.iter().all(|cell| cell.end <= group.start || group.end <= cell.start)
        };
        for group in groups.iter().filter(alone) {
            named.push((group.start, String::new(), group.text.to_owned()));
        }
        facts::sort_by(&mut named, |a, b| a.0.cmp(&b.0));
        let first_end = named.first().map_or(0, |(start, _, name)| start + name.len());
        let mut columns = Vec::new();
        for (_, group, name) in named {
            columns.push(column(&group, &name, &columns));
        }
        let has = |wanted: &Column| columns.contains(wanted);
        let grouped = [Column::Code, Column::Pid, Column::Tid, Column::PhysicalChanges];
        let mut layout = Self {
            exchanged: Vec::new(),
            by_hand: cells.iter().any(of_share) || !grouped.iter().any(has),
            is_complete: has(&Column::Nodes),
            first_share_end: matches!(columns.first(), Some(Column::Share(_))).then_some(first_end),
            columns,
        };
        layout.take_exchanged();
        layout.names_rows().then_some(layout)
    }

    /// Whether these are the columns of rows: at least two shares, or one and an offset or names.
    fn names_rows(&self) -> bool {
        let known = |column: &&Column| matches!(column, Column::Share(Share::Kind(_)));
        let known = self.columns.iter().filter(known).count();
        let has = |wanted: &Column| self.columns.contains(wanted);
        let places = has(&Column::Offset) || has(&Column::Symbol);
        // The table of lines numbers them, and has neither.
        let is_listed = has(&Column::Number) && !places;
        places && !is_listed && (known > 0 || self.shares().count() > 1)
    }

    /// Their shares.
    pub fn shares(&self) -> impl Iterator<Item = &Share> {
        self.columns.iter().filter_map(|column| match column {
            Column::Share(share) => Some(share),
            _ => None,
        })
    }

    /// Takes the kind of columns that have another order than perf has in any version. (Rows count remote before local, and
    /// both before stores.)
    fn take_exchanged(&mut self) {
        let kinds: Vec<usize> = self.columns.iter().filter_map(kind_of).collect();
        if self.by_hand || kinds.is_sorted() {
            return;
        }
        let is_moved = |at: usize, kind: usize| {
            let mut others = kinds.iter().enumerate();
            others.any(|(other, known)| *known != kind && (other < at) != (*known < kind))
        };
        let pairs = kinds.iter().enumerate();
        let moved: Vec<usize> =
            pairs.filter(|(at, kind)| is_moved(*at, **kind)).map(|(_, kind)| *kind).collect();
        for column in &mut self.columns {
            if let Some(kind) = kind_of(column).filter(|kind| moved.contains(kind)) {
                let name = KIND_NAMES.get(kind).copied().unwrap_or_default();
                self.exchanged.push(name.to_owned());
                *column = Column::Share(Share::Named(name.to_owned()));
            }
        }
    }

    /// Whether the left side of a row, and of the names above it, is cut off: its first share ends below its name, and 100.00%
    /// has no room there.
    pub fn lacks_left(&self, row: &[Word]) -> bool {
        let share = row.first().filter(|word| word.percent().is_some());
        !self.by_hand
            && self.first_share_end.is_some_and(|end| end < "100.00%".len())
            && self.first_share_end == share.map(|share| share.end)
    }

    /// Names above shares that are none of perf's.
    pub fn unknown(&self) -> Vec<&str> {
        let named = self.shares().filter_map(|share| match share {
            Share::Named(name) => Some(name.as_str()),
            Share::Kind(_) => None,
        });
        named.filter(|name| self.exchanged.iter().all(|moved| moved != name)).collect()
    }
}

fn kind_of(column: &Column) -> Option<usize> {
    match column {
        Column::Share(Share::Kind(kind)) => Some(*kind),
        _ => None,
    }
}

/// perf's names of the kinds.
const KIND_NAMES: [&str; 7] = ["RmtHitm", "LclHitm", "Rmt", "Lcl", "L1 Hit", "L1 Miss", "N/A"];

/// Words of a line that stand together.
struct Cell<'a> {
    text: &'a str,
    start: usize,
    end: usize,
}

/// What gaps part, with the columns of characters that it fills; dashes draw how far a name reaches.
fn cells(line: &str) -> Vec<Cell<'_>> {
    let mut out = Vec::new();
    let mut from = 0;
    for part in line.split_inclusive("  ").flat_map(|part| part.split_inclusive(GAP)) {
        let start = from + part.len() - part.trim_start().len();
        from += part.len();
        let drawn = part.trim();
        let text = drawn.trim_matches('-').trim();
        let end = start + drawn.len();
        let last = out.last_mut().filter(|last: &&mut Cell| TWO_WORDS.contains(&(last.text, text)));
        match last {
            Some(last) => (last.text, last.end) = (&line[last.start..end], end),
            None if text.is_empty() => {}
            None => out.push(Cell { text, start, end }),
        }
    }
    out
}

/// A line without its `#` and the number that an editor has before it, each name where it was.
fn without_sign(line: &str) -> String {
    let is_number = |before: &str| before.trim().bytes().all(|byte| byte.is_ascii_digit());
    match line.find('#').filter(|at| is_number(&line[..*at])) {
        Some(at) => format!("{}{}", " ".repeat(at + 1), &line[at + 1..]),
        None => line.to_owned(),
    }
}

/// The column of a name below the words of its group; `before`: those to its left.
fn column(group: &str, name: &str, before: &[Column]) -> Column {
    let plain = |text: &str| {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.collect::<String>().to_lowercase()
    };
    let (own, both) = (plain(name), plain(group) + &plain(name));
    if own.starts_with("node") {
        // perf names the node of the data before the code, and the nodes of the CPUs last.
        let is_behind = before.iter().any(|column| {
            matches!(column, Column::Symbol | Column::Object | Column::Records | Column::Cpus)
        });
        return if is_behind || name.contains('{') { Column::Nodes } else { Column::DataNode };
    }
    let known = |wanted: &str| {
        NAMES.iter().find(|(_, names)| names.contains(&wanted)).map(|(column, _)| column.clone())
    };
    let has_offset = before.contains(&Column::Offset);
    // `hitm` behind the offset is no share, but cycles.
    if has_offset && !name.contains('%') {
        let cycles = own.strip_prefix("cycles").unwrap_or(&own);
        let of = known(&format!("cycles{cycles}")).or_else(|| known(&both)).or_else(|| known(&own));
        return of.filter(|column| !matches!(column, Column::Share(_))).unwrap_or(Column::Other);
    }
    let is_load = plain(group).contains("load") && !plain(group).contains("store");
    // What hits the first level below `Load` is no store.
    let is_other = |column: &Column| is_load && matches!(column, Column::Share(Share::Kind(4..)));
    if own == "na" {
        return Column::Share(Share::Kind(6));
    }
    match known(&own).or_else(|| known(&both)).filter(|column| !is_other(column)) {
        Some(column) => column,
        // `Rmt` below a group that was squeezed: what is anywhere above.
        None if own == "rmt" && both.contains("hitm") => Column::Share(Share::Kind(0)),
        None if own == "lcl" && both.contains("hitm") => Column::Share(Share::Kind(1)),
        None if own == "rmt" && both.contains("peer") => Column::Share(Share::Kind(2)),
        None if own == "lcl" && both.contains("peer") => Column::Share(Share::Kind(3)),
        None if !has_offset => {
            // `Hit` says nothing without the words above it.
            let is_short = matches!(name, "Hit" | "Miss") && !group.is_empty();
            Column::Share(Share::Named(if is_short {
                format!("{group} {name}")
            } else {
                name.to_owned()
            }))
        }
        None => Column::Other,
    }
}

/// Words of the names of columns.
const WORDS: &[&str] = &[
    "address",
    "cacheline",
    "cl",
    "cnt",
    "code",
    "core",
    "cpu",
    "cycles",
    "data",
    "dram",
    "fb",
    "hit",
    "hitm",
    "index",
    "l1",
    "l1hit",
    "l1miss",
    "l2",
    "lcl",
    "lclhit",
    "lclhitm",
    "ld",
    "llc",
    "load",
    "loads",
    "local",
    "mesi",
    "miss",
    "n/a",
    "node",
    "num",
    "object",
    "off",
    "offset",
    "pa",
    "peer",
    "pid",
    "records",
    "refs",
    "reference",
    "remote",
    "rmt",
    "rmthit",
    "rmthitm",
    "shared",
    "snoop",
    "source:line",
    "store",
    "storel1hit",
    "storel1miss",
    "stores",
    "symbol",
    "tid",
    "tot",
    "total",
];

/// Words of a line that are of names of columns, and all of its words.
fn known_words(line: &str) -> (usize, usize) {
    let (mut known, mut all) = (0, 0);
    for word in line.split_whitespace().filter(|word| word.contains(char::is_alphabetic)) {
        all += 1;
        let bare = word.trim_matches('-').trim_end_matches('%').to_lowercase();
        known += usize::from(WORDS.contains(&bare.as_str()) || word.contains(['{', '}']));
    }
    (known, all)
}

/// Whether a line names columns in words of its own, and not only the groups above them.
fn is_names(line: &str) -> bool {
    let own = [
        "Offset",
        "offset",
        "Off ",
        "Symbol",
        "symbol",
        "PA cnt",
        "Code address",
        "L1 Hit",
        "Hitm%",
    ];
    own.iter().any(|name| line.contains(name)) && known_words(line).0 >= 2
}

/// Whether a line names shares of rows, as a table that somebody made has it: `RmtHitm% LclHitm% Offset Symbol`.
pub fn names_rows(line: &str) -> bool {
    let has = |name: &str| line.contains(name);
    is_header(line) && (has("Hitm") || has("HITM") || has("Offset") && has("Symbol"))
}

/// Whether a line is one of the headers of columns, with or without its `#`.
pub fn is_header(line: &str) -> bool {
    const SURE: [&str; 9] = [
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
    let bare = line.trim_start();
    let (known, all) = known_words(bare);
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let has_number = bare.split_whitespace().skip(1).any(is_number);
    match bare.strip_prefix('#') {
        Some(_) => known * 2 >= all,
        None => {
            SURE.iter().any(|word| line.contains(word))
                || known >= 3 && known * 4 >= all * 3 && !has_number
        }
    }
}

/// What the text says about its columns. `None`: it does not say.
#[derive(Debug, Default, Clone)]
pub struct Columns {
    /// Of the rows.
    pub layout: Option<Arc<Layout>>,
    /// Stores of the table of lines have a column "N/A" (since 6.0).
    pub no_level: Option<bool>,
    /// The table of lines has the share before the records (since 5.11).
    pub share_first: Option<bool>,
    /// The table of lines is that of a draft of 2022.
    pub draft: bool,
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
}

impl Columns {
    /// What they say of the table's rows.
    pub fn shape(&self) -> Shape {
        let Self { peer, no_level, share_first, draft, .. } = *self;
        Shape { peer, no_level, share_first, draft }
    }

    /// Learns from the lines of a header.
    pub fn header(&mut self, lines: &[String]) {
        let line = lines.join(" ").replace(GAP, " ");
        let has = |word: &str| line.contains(word);
        self.double_line |= has("Double-Cacheline");
        self.draft |= has("Load Hitm -") && has("Snoop");
        // "LclHitm" alone is a column of the table of lines in a peer report too.
        self.hitm |= ["- HITM -", "Load Hitm -", "rmt hitm"].iter().any(|name| has(name));
        self.hitm |= (has("RmtHitm") || has("Hitm%")) && has("L1") || has("RmtHitm%");
        let is_draft = self.draft || has("- HITM -") && has("Snoop");
        if !is_draft {
            let names = ["Peer Snoop -", "rmt peer", "Load Peer -", "%peers"];
            self.peer |= names.iter().any(|name| has(name));
        }
        if has("Load Hitm -") || has("Load Peer -") {
            self.share_first = Some(!has("LLC Load Hitm"));
        }
        if has("L1Miss") && (has("N/A") || has("FB")) {
            self.no_level = Some(has("N/A"));
        }
        if let Some(layout) = Layout::of(lines) {
            self.layout = Some(Arc::new(layout));
        }
    }

    /// Learns from a line of "c2c details".
    pub fn detail(&mut self, key: &str, value: &str) {
        if key == "Cachelines sort on" {
            self.sorted_on(value.trim());
        }
        // Spelt "groupping" in 2016.
        if key.starts_with("Cacheline data group") || key.starts_with("Double-Cacheline data group")
        {
            let keys = value.split(',').map(|key| key.trim().to_owned());
            self.grouping = keys.filter(|key| !key.is_empty()).collect();
        }
    }

    /// What perf says that it sorts by, in its details or above the table of its screen.
    pub fn sorted_on(&mut self, value: &str) {
        self.display = match value {
            "Total HITMs" => Some(SnoopDisplay::TotalHitm),
            "Local HITMs" => Some(SnoopDisplay::LocalHitm),
            "Remote HITMs" => Some(SnoopDisplay::RemoteHitm),
            "Peer Snoop" => Some(SnoopDisplay::Peer),
            _ => None,
        };
        self.peer |= self.display == Some(SnoopDisplay::Peer);
    }

    /// Whether rows are grouped by this; `None` where the text does not say.
    pub fn groups_by(&self, key: &str) -> Option<bool> {
        (!self.grouping.is_empty()).then(|| self.grouping.iter().any(|known| known == key))
    }
}
