//! `perf c2c report --stdio`: `perf_c2c__hists_fprintf()` of `tools/perf/builtin-c2c.c`.
//!
//! Sources that were read: 6.1.192 and 6.12.117 (Debian's source packages, in full; they are also the judges),
//! 4.19.91 and its like (alibaba/cloud-kernel) for 4.18, 5.4 and 5.15 as the modules below say, 6.6
//! (Laminad/WSL2-Linux-Kernel), and a tree after 6.18 for what changed last.

mod callers;
mod columns;
pub mod pareto;
pub mod statistics;
mod table;

use std::fmt::Write;

use crate::recording::Recording;
use crate::scenario::Maker;
use crate::stats::Stats;
use crate::tables::{GroupKey, Heat, Line, Row, Tables};
use crate::version::Version;

/// `--display`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Display {
    /// Local and remote HITM.
    Total,
    /// Local HITM.
    Local,
    /// Remote HITM.
    Remote,
    /// Peer hits (6.0).
    Peer,
}

/// How `perf c2c report` was called. The default is the plain command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct C2c {
    /// `-d`
    pub display: Option<Display>,
    /// `-c`; empty: that of the version.
    pub coalesce: Vec<GroupKey>,
    /// How many `-N`.
    pub node_info: u8,
    /// `--no-source`
    pub no_source: bool,
    /// `--show-all`
    pub show_all: bool,
    /// `--full-symbols`
    pub full_symbols: bool,
    /// `--call-graph none`
    pub no_callers: bool,
    /// `--double-cl` (6.3)
    pub double_line: bool,
    /// `--stats`
    pub stats_only: bool,
}

impl C2c {
    /// The words that follow `perf c2c report --stdio`.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut add = |list: &[&str]| words.extend(list.iter().map(|word| (*word).to_owned()));
        match self.display {
            None => {}
            Some(Display::Total) => add(&["-d", "tot"]),
            Some(Display::Local) => add(&["-d", "lcl"]),
            Some(Display::Remote) => add(&["-d", "rmt"]),
            Some(Display::Peer) => add(&["-d", "peer"]),
        }
        if !self.coalesce.is_empty() {
            add(&["-c", &grouping(&self.coalesce)]);
        }
        (0..self.node_info).for_each(|_| add(&["-N"]));
        for (on, word) in [
            (self.no_source, "--no-source"),
            (self.show_all, "--show-all"),
            (self.full_symbols, "--full-symbols"),
            (self.double_line, "--double-cl"),
            (self.stats_only, "--stats"),
        ] {
            if on {
                add(&[word]);
            }
        }
        if self.no_callers {
            add(&["--call-graph", "none"]);
        }
        words
    }
}

fn grouping(keys: &[GroupKey]) -> String {
    keys.iter().map(|key| key.word()).collect::<Vec<_>>().join(",")
}

/// A report: what was asked for, of what, and what perf made of it.
#[derive(Debug)]
pub struct Report<'a> {
    /// What was recorded.
    pub recording: &'a Recording,
    /// The version of perf.
    pub version: Version,
    /// How it was called.
    pub options: C2c,
    /// What it sorts by.
    pub display: Display,
    /// What rows are grouped by.
    pub group: Vec<GroupKey>,
    /// Sorted.
    pub tables: Tables,
}

impl<'a> Report<'a> {
    /// Makes a report.
    #[must_use]
    pub fn new(recording: &'a Recording, version: Version, options: C2c) -> Self {
        // Before 6.0 there was no other default; `perf_c2c__report()`.
        let peer = version.counts_peers() && recording.scenario.machine.maker == Maker::Arm;
        let display = options.display.unwrap_or(if peer { Display::Peer } else { Display::Total });
        let group = if !options.coalesce.is_empty() {
            options.coalesce.clone()
        } else if version >= Version::V5_15 {
            vec![GroupKey::Code]
        } else {
            // `coalesce_default`, changed in 5.6.
            vec![GroupKey::Pid, GroupKey::Code]
        };
        let double = options.double_line && version.has_double_line();
        let line_bytes = if double { 128 } else { 64 };
        let mut tables = Tables::new(recording, version, &group, line_bytes);
        let (lines, rows) = heats(display);
        tables.sort(lines, rows);
        Self { recording, version, options, display, group, tables }
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        statistics::trace(&mut out, &self.tables.all, self.version);
        out.push('\n');
        statistics::shared(&mut out, &self.tables, self.version);
        out.push('\n');
        self.details(&mut out);
        if self.options.stats_only {
            return out;
        }
        out.push('\n');
        title(&mut out, "           Shared Data Cache Line Table          ");
        out += "#\n";
        table::print(self, &mut out);
        out.push('\n');
        title(&mut out, "      Shared Cache Line Distribution Pareto      ");
        out += "#\n";
        pareto::print(self, &mut out);
        out
    }

    fn details(&self, out: &mut String) {
        title(out, "                 c2c details                     ");
        for (n, event) in self.recording.scenario.machine.events().into_iter().enumerate() {
            let key = if n == 0 { "  Events" } else { "" };
            let _ = writeln!(out, "{key:<36}: {event}");
        }
        let sort = match self.display {
            Display::Total => "Total HITMs",
            Display::Local => "Local HITMs",
            Display::Remote => "Remote HITMs",
            Display::Peer => "Peer Snoop",
        };
        let _ = writeln!(out, "  Cachelines sort on                : {sort}");
        let _ =
            writeln!(out, "  Cacheline data grouping           : offset,{}", grouping(&self.group));
    }

    /// Lines that are listed: `he__display()`.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.tables.lines.iter().filter(|line| {
            let (part, whole) = (self.heat(&line.stats), self.heat(&self.tables.shared));
            let share = f64::from(part) / f64::from(whole);
            self.options.show_all || (whole > 0 && share >= self.display_limit())
        })
    }

    /// `DISPLAY_LINE_LIMIT`: 0.0005 before 5.6.
    fn display_limit(&self) -> f64 {
        if self.version >= Version::V5_15 { 0.001 } else { 0.0005 }
    }

    /// Rows that are listed: `is_valid_hist_entry()` (`valid_hitm_or_store()` before 6.0).
    pub fn rows<'r>(&'r self, line: &'r Line) -> impl Iterator<Item = &'r Row> {
        line.rows.iter().filter(|row| row.stats.store > 0 || self.heat(&row.stats) > 0)
    }

    /// What is sorted by.
    #[must_use]
    pub fn heat(&self, stats: &Stats) -> u32 {
        match self.display {
            Display::Total => stats.hitm(),
            Display::Local => stats.lcl_hitm,
            Display::Remote => stats.rmt_hitm,
            Display::Peer => stats.peer(),
        }
    }

    /// A line's share of all that is sorted by, in percent.
    #[must_use]
    pub fn share_percent(&self, line: &Line) -> f64 {
        let (part, whole) = (self.heat(&line.stats), self.heat(&self.tables.all));
        let share = if whole > 0 { f64::from(part) / f64::from(whole) } else { 0.0 };
        100.0 * share
    }
}

/// `sort_str` of `perf_c2c__report()` and of `setup_coalesce()`.
fn heats(display: Display) -> (Heat, Heat) {
    match display {
        Display::Total => (|s| (s.hitm(), 0), |s| (s.hitm(), 0)),
        Display::Local => (|s| (s.lcl_hitm, 0), |s| (s.lcl_hitm, s.rmt_hitm)),
        Display::Remote => (|s| (s.rmt_hitm, 0), |s| (s.rmt_hitm, s.lcl_hitm)),
        Display::Peer => (|s| (s.peer(), 0), |s| (s.peer(), 0)),
    }
}

fn title(out: &mut String, text: &str) {
    let rule = "=================================================";
    let _ = write!(out, "{rule}\n{text}\n{rule}\n");
}
