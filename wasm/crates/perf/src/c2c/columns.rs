//! Which columns a report has, from its headers and its "grouping" line.

use facts::SnoopDisplay;

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
    /// Number of percentages.
    pub percents: Option<usize>,
    /// What is sorted by.
    pub display: Option<SnoopDisplay>,
    /// Peer hits stand where other reports have HITM.
    pub peer: bool,
    /// `--coalesce`.
    pub grouping: Vec<String>,
    /// `--double-cl`.
    pub double_line: bool,
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
    line.trim_start().starts_with('#')
        || WORDS.iter().any(|word| line.contains(word))
        || (line.contains("Offset") && line.contains("cnt"))
}

impl Columns {
    /// Learns from a header line.
    pub fn header(&mut self, line: &str) {
        let has = |word: &str| line.contains(word);
        self.seen = true;
        self.double_line |= has("Double-Cacheline");
        if has("- HITM -") && has("Snoop") {
            // A draft of 2022 had HITM and peer hits side by side.
            self.percents = Some(6);
            self.peer = false;
        } else if self.percents != Some(6) {
            self.peer |=
                has("Peer Snoop -") || has("rmt peer") || has("Load Peer -") || has("%peers");
        }
        let row_header = has("Offset") || has("cycles -") && has("L1 Miss");
        if row_header || has("Code address") {
            self.node = Some(has("PA cnt"));
            self.pid = Some(has(" Pid "));
            self.symbol = Some(has("Symbol"));
            self.source = Some(has("Source:Line"));
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

    /// Whether rows are grouped by this; `None` where the text does not say.
    pub fn groups_by(&self, key: &str) -> Option<bool> {
        (!self.grouping.is_empty()).then(|| self.grouping.iter().any(|known| known == key))
    }
}
