//! Jumps of kernels that no branch shows: static keys, and exception tables.

use debuginfo::dwarf::located::Function;

use super::Program;

impl Program {
    /// include/linux/jump_label.h and arch/x86/include/asm/extable.h: entries count from themselves.
    pub(super) fn read_hidden(&self) -> Vec<(u64, u64)> {
        let mut hidden = Vec::new();
        for (name, entry_bytes) in [("jump_table", 16), ("ex_table", 12)] {
            let symbol = |end: &str| {
                let wanted = format!("__{end}___{name}");
                self.symbols
                    .variables
                    .iter()
                    .find(|symbol| *symbol.name == *wanted)
                    .map(|at| at.address)
            };
            const MAX_TABLE_BYTES: u64 = 16 << 20;
            let (Some(start), Some(stop)) = (symbol("start"), symbol("stop")) else { continue };
            if stop <= start || stop - start > MAX_TABLE_BYTES {
                continue;
            }
            let Some(bytes) = self.bytes(start, stop, false) else { continue };
            for (number, entry) in bytes.chunks_exact(entry_bytes).enumerate() {
                let at = start + (number * entry_bytes) as u64;
                let relative = |from: usize| {
                    let word = entry.get(from..from + 4)?.try_into().ok()?;
                    let place = at.wrapping_add(from as u64);
                    Some(place.wrapping_add_signed(i64::from(i32::from_le_bytes(word))))
                };
                hidden.extend(relative(0).zip(relative(4)));
            }
        }
        hidden.sort_unstable();
        hidden
    }

    /// Those that begin in a function: the range of its hot part is what static keys are in.
    pub(super) fn hidden_of(&self, function: &Function) -> &[(u64, u64)] {
        let begin = function.ranges.iter().map(|range| range.0).min().unwrap_or(0);
        let end = function.ranges.iter().map(|range| range.1).max().unwrap_or(0);
        let first = self.hidden.partition_point(|edge| edge.0 < begin);
        let last = self.hidden.partition_point(|edge| edge.0 < end);
        // A cold part far away would take in those of everything between.
        const MAX_EDGES: usize = 4096;
        if last.saturating_sub(first) <= MAX_EDGES {
            return self.hidden.get(first..last).unwrap_or_default();
        }
        let (begin, end) = function.ranges.first().copied().unwrap_or_default();
        let first = self.hidden.partition_point(|edge| edge.0 < begin);
        let last = self.hidden.partition_point(|edge| edge.0 < end);
        self.hidden.get(first..last.min(first + MAX_EDGES)).unwrap_or_default()
    }
}
