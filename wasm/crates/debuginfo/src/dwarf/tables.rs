//! Compiled abbreviation tables, kept for the units that share them.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::plan::{Format, Table};
use super::store::Store;
use super::unit::Unit;

/// Abbreviations kept at most (some 10 MB); compilers write a table for each unit, and most are
/// never asked for again.
const MAX_PLANS: usize = 1 << 16;

/// Tables by their offset and format.
#[derive(Debug, Default)]
pub(super) struct Tables {
    kept: FxHashMap<(usize, Format), Rc<Table>>,
    plans: usize,
}

impl Tables {
    /// The table of a unit.
    pub fn get(&mut self, store: &Store, unit: &Unit) -> Rc<Table> {
        let key = (unit.abbrev, unit.format);
        if let Some(table) = self.kept.get(&key) {
            return table.clone();
        }
        let table = Rc::new(Table::compile(store.abbrev(), unit.abbrev, unit.format));
        if self.plans > MAX_PLANS {
            self.kept.clear();
            self.plans = 0;
        }
        self.plans += table.len();
        self.kept.insert(key, table.clone());
        table
    }
}
