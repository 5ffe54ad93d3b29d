//! The words of a data source: `perf_script__meminfo_scnprintf()` and its like of `tools/perf/util/mem-events.c`.
//!
//! 6.1 and 6.12 were read and judge. Since then (6.5) the numbered level alone is named where there is one; before,
//! both are joined by "or". "LFB/MAB" was "LFB" before 6.1, and before 5.12 there is no "BLK" (4.19 read).

use crate::version::Version;

const TLB: [&str; 7] = ["N/A", "HIT", "MISS", "L1", "L2", "Walker", "Fault"];
const SNOOP: [&str; 5] = ["N/A", "None", "Hit", "Miss", "HitM"];
const SNOOP_MORE: [&str; 2] = ["Fwd", "Peer"];
const LEVEL: [&str; 14] = [
    "N/A",
    "HIT",
    "MISS",
    "L1",
    "LFB/MAB",
    "L2",
    "L3",
    "Local RAM",
    "Remote RAM (1 hop)",
    "Remote RAM (2 hops)",
    "Remote Cache (1 hop)",
    "Remote Cache (2 hops)",
    "I/O",
    "Uncached",
];

/// A data source word and what perf says of it.
#[derive(Debug, Clone, Copy)]
pub struct DataText {
    /// The word.
    pub word: u64,
    /// The version of perf.
    pub version: Version,
}

impl DataText {
    fn bits(self, shift: u32, width: u32) -> u64 {
        self.word >> shift & ((1 << width) - 1)
    }

    /// All of it, as `perf script` prints it.
    #[must_use]
    pub fn line(self) -> String {
        let mut out = format!(
            "|OP {}|LVL {}|SNP {}|TLB {}|LCK {}",
            self.operation(),
            self.level(),
            self.snoop(),
            self.tlb(),
            self.lock()
        );
        if self.version.counts_blocked() {
            out += &format!("|BLK {}", self.blocked());
        }
        out
    }

    fn operation(self) -> &'static str {
        match self.bits(0, 5) {
            op if op & 1 != 0 => "N/A",
            op if op & 2 != 0 => "LOAD",
            op if op & 4 != 0 => "STORE",
            op if op & 8 != 0 => "PFETCH",
            op if op & 16 != 0 => "EXEC",
            _ => "No",
        }
    }

    /// What answered.
    #[must_use]
    pub fn level(self) -> String {
        let (level, number, remote) = (self.bits(5, 14), self.bits(33, 4), self.bits(37, 1) != 0);
        let (hit, miss) = (level & 2 != 0, level & 4 != 0);
        let newer = self.version >= Version::V6_6;
        if newer {
            let answer = if hit {
                "hit"
            } else if miss {
                "miss"
            } else {
                ""
            };
            let front = if remote { "Remote " } else { "" };
            if number != 0 && number != 15 {
                return format!("{front}{} {answer}", self.number(number));
            }
            let names = joined(level & !7, &LEVEL);
            return if names.is_empty() { "N/A".to_owned() } else { format!("{names} {answer}") };
        }
        let mut names = joined(level & !6, &LEVEL);
        if number != 0 {
            let or = if names.is_empty() { "" } else { " or " };
            names += &format!("{or}{}", self.number(number));
        }
        if self.version < Version::V6_1 {
            names = names.replace("LFB/MAB", "LFB");
        }
        let front = if remote { "Remote " } else { "" };
        let nothing = if remote || !names.is_empty() { "" } else { "N/A" };
        let (hit, miss) = (if hit { " hit" } else { "" }, if miss { " miss" } else { "" });
        format!("{front}{names}{nothing}{hit}{miss}")
    }

    fn number(self, number: u64) -> String {
        match number {
            0x09 => "CXL".to_owned(),
            0x0a => "I/O".to_owned(),
            0x0b => "Any cache".to_owned(),
            0x0c => "LFB/MAB".to_owned(),
            0x0d => "RAM".to_owned(),
            0x0e => "PMEM".to_owned(),
            0x0f => "N/A".to_owned(),
            other => format!("L{other}"),
        }
    }

    /// What another core had.
    #[must_use]
    pub fn snoop(self) -> String {
        let first = joined(self.bits(19, 5), &SNOOP);
        let more = joined(self.bits(38, 2), &SNOOP_MORE);
        let parts: Vec<String> =
            [first, more].into_iter().filter(|part| !part.is_empty()).collect();
        if parts.is_empty() { "N/A".to_owned() } else { parts.join(" or ") }
    }

    /// How the address was translated.
    #[must_use]
    pub fn tlb(self) -> String {
        let tlb = self.bits(26, 7);
        let names = joined(tlb & !6, &TLB);
        let names = if names.is_empty() { "N/A".to_owned() } else { names };
        let hit = if tlb & 2 != 0 { " hit" } else { "" };
        let miss = if tlb & 4 != 0 { " miss" } else { "" };
        format!("{names}{hit}{miss}")
    }

    /// Whether the instruction was locked.
    #[must_use]
    pub fn lock(self) -> &'static str {
        match self.bits(24, 2) {
            lock if lock & 1 != 0 => "N/A",
            lock if lock & 2 != 0 => "Yes",
            _ => "No",
        }
    }

    /// What held it back.
    #[must_use]
    pub fn blocked(self) -> String {
        let blocked = self.bits(40, 3);
        if blocked == 0 || blocked & 1 != 0 {
            return " N/A".to_owned();
        }
        let data = if blocked & 2 != 0 { " Data" } else { "" };
        let address = if blocked & 4 != 0 { " Addr" } else { "" };
        format!("{data}{address}")
    }
}

fn joined(bits: u64, names: &[&str]) -> String {
    let set = names.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 != 0);
    set.map(|(_, name)| *name).collect::<Vec<_>>().join(" or ")
}
