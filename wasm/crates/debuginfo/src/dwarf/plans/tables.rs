//! Compiled abbreviation tables, kept for the units that share them.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::forms::Format;
use super::plan::Table;
use crate::dwarf::bytes::Bytes;
use crate::dwarf::unit::Unit;

/// Abbreviations kept at most (some 1 MB); compilers write a table for each unit, and most are
/// never asked for again.
const MAX_PLANS: usize = 1 << 13;

/// Tables by their offset and format.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    kept: FxHashMap<(usize, Format), Rc<Table>>,
    plans: usize,
    /// Bytes of `.debug_abbrev` compiled since `renew_budget`.
    spent_bytes: u64,
}

/// Each unit has its own table or shares one that is kept, so all of them together are read about
/// once. A damaged file can let each of its units begin in the middle of the same long table.
fn budget_bytes(abbrev: Bytes<'_>) -> u64 {
    (256 << 20) + 4 * abbrev.data.len() as u64
}

impl Tables {
    /// To be called before work of which the amount is bounded otherwise.
    pub fn renew_budget(&mut self) {
        self.spent_bytes = 0;
    }

    /// The table of a unit, from all of `.debug_abbrev`; an empty one where a damaged file asks for too many.
    pub fn get(&mut self, abbrev: Bytes<'_>, unit: &Unit) -> Rc<Table> {
        let key = (unit.abbrev, unit.format);
        if let Some(table) = self.kept.get(&key) {
            return table.clone();
        }
        let table = Rc::new(if self.spent_bytes > budget_bytes(abbrev) {
            Table::default()
        } else {
            Table::compile(abbrev, unit.abbrev, unit.format)
        });
        self.spent_bytes += table.bytes as u64;
        if self.plans > MAX_PLANS {
            self.kept.clear();
            self.plans = 0;
        }
        self.plans += table.len();
        self.kept.insert(key, table.clone());
        table
    }
}
