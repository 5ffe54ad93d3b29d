//! Functions by the names that reports have, whatever compilers and perf did to them.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Program;
use super::query::is_operator;

/// Functions of one name that are answered.
const MAX_INSTANCES: usize = 16;
/// Functions that a name that was cut may stand for.
const MAX_CUT_NAMES: usize = 3;

impl Program {
    /// Where functions of a name begin. A name counts up to its first `.` (`.isra.0`, `.cold`) where none is the
    /// same, and with or without leading underscores where none is the same up to there. A part that was split off
    /// stands for the function only where nothing else does. `name*` is the beginning of a name.
    pub(super) fn named(&self, name: &str) -> Vec<u64> {
        let addresses = |numbers: &mut dyn Iterator<Item = usize>| {
            let mut list: Vec<u64> =
                numbers.filter_map(|at| Some(self.symbols.functions.get(at)?.address)).collect();
            list.dedup();
            list.truncate(MAX_INSTANCES);
            list
        };
        if let Some(begin) = name.strip_suffix('*') {
            let whole = self.named(begin);
            if !whole.is_empty() || begin.is_empty() {
                return whole;
            }
            let found = self.symbols.functions.iter().enumerate();
            let found = found.filter(|(_, symbol)| symbol.name.starts_with(begin));
            let found: Vec<usize> = found.map(|(at, _)| at).collect();
            let stems: FxHashSet<&str> = found
                .iter()
                .filter_map(|&at| Some(stem(&self.symbols.functions.get(at)?.name)))
                .collect();
            let is_one = stems.len() <= MAX_CUT_NAMES;
            return if is_one { addresses(&mut found.into_iter()) } else { Vec::new() };
        }
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name: FxHashMap<Rc<str>, Vec<u32>> = FxHashMap::default();
            for (at, symbol) in (0u32..).zip(&self.symbols.functions) {
                by_name.entry(bare(&symbol.name).into()).or_default().push(at);
            }
            by_name
        });
        let none = Vec::new();
        let alike = by_name.get(bare(name)).unwrap_or(&none);
        let is_part = |found: &str| found.contains(".cold") || found.contains(".part");
        let ways: [&dyn Fn(&str) -> bool; 5] = [
            &|found| found == name,
            &|found| stem(found) == stem(name) && !is_part(found),
            &|found| stem(found) == stem(name),
            &|found| !is_part(found),
            &|_| true,
        ];
        for matches in ways {
            let found = alike.iter().map(|&at| at as usize);
            let found = &mut found
                .filter(|&at| self.symbols.functions.get(at).is_some_and(|f| matches(&f.name)));
            let list = addresses(found);
            if !list.is_empty() {
                return list;
            }
        }
        Vec::new()
    }

    pub(super) fn no_such_function(&self, query: &str) -> String {
        if self.symbols.functions.is_empty() {
            return "this file has no symbol table: ask by address, 0x…".to_owned();
        }
        let place = query.rsplit_once('+').filter(|(name, _)| !is_operator(name));
        let name = place.map_or(query, |(name, _)| name);
        format!("there is no function `{name}` in this file")
    }
}

/// A name without what compilers put behind it.
fn stem(name: &str) -> &str {
    name.split('.').next().unwrap_or_default()
}

/// The same without leading underscores: compilers and versions rename so. All of a name that has nothing else.
fn bare(name: &str) -> &str {
    let bare = stem(name).trim_start_matches('_');
    if bare.is_empty() { name } else { bare }
}
