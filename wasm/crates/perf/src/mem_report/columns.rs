//! Where the columns of a table stand.

use super::row::{Kind, kind_of};
use crate::breakdown::{Column, Dimension, Groups, columns};

/// Columns of which nothing is read: the key of perf's order and the name.
const UNREAD: [(&str, &str); 3] =
    [("tlb", "TLB access"), ("locked", "Locked"), ("blocked", "Blocked")];

/// The place of each column that is read, by the header of its table. Found once: a header may have as many
/// columns as the table has rows.
#[derive(Debug, Default)]
pub(super) struct Columns {
    pub samples: Option<usize>,
    pub local_weight: Option<usize>,
    pub weight: Option<usize>,
    pub access: Option<usize>,
    pub symbol: Option<usize>,
    pub object: Option<usize>,
    pub data_symbol: Option<usize>,
    pub data_object: Option<usize>,
    pub snoop: Option<usize>,
    /// Those behind it of which nothing is read, as the keys of perf's order call them.
    unread: Vec<&'static str>,
    /// The columns of `-F overhead,op,cache,mem,snoop,dtlb`, which break the same samples down.
    pub groups: Vec<Dimension>,
    /// What all samples of the table did, where the only column of its operations says so.
    pub only_operation: Option<&'static str>,
    /// How many columns there are.
    pub number: usize,
    /// What the words of each look like.
    pub kinds: Vec<Kind>,
    /// The right edge cut the header, at so many characters: rows go on beyond it.
    pub cut_at: Option<usize>,
}

impl Columns {
    /// The columns of a header whose first line names groups; `None` where its lines do not fit each other.
    pub fn with_groups(groups: &Groups, header: &str) -> Option<Self> {
        let all = columns(groups, header)?;
        let name = |column: &Column| match column {
            // A column of a group never is the column of that name that a sort key has.
            Column::Part(_) => String::new(),
            Column::Named(name) => name.clone(),
        };
        let names: Vec<String> = all.iter().map(name).collect();
        let mut found = Self::of(names.iter().map(String::as_str));
        for (column, kind) in all.iter().zip(&mut found.kinds) {
            let Column::Part(part) = column else { continue };
            *kind = Kind::Percent;
            if part.dimension == Dimension::Operation && part.of_columns == 1 {
                found.only_operation = Some(part.name);
            }
            if !found.groups.contains(&part.dimension) {
                found.groups.push(part.dimension);
            }
        }
        Some(found)
    }

    /// The columns that a header names; of two with one name the first.
    pub fn of<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut found = Self::default();
        for (at, name) in names.enumerate() {
            found.number = at + 1;
            found.kinds.push(kind_of(name));
            let place = match name {
                "Samples" => &mut found.samples,
                "Local Weight" => &mut found.local_weight,
                "Weight" => &mut found.weight,
                "Memory access" => &mut found.access,
                "Symbol" => &mut found.symbol,
                "Shared Object" => &mut found.object,
                "Data Symbol" => &mut found.data_symbol,
                "Data Object" => &mut found.data_object,
                "Snoop" => &mut found.snoop,
                _ => {
                    found
                        .unread
                        .extend(UNREAD.iter().find(|(_, of)| *of == name).map(|(key, _)| *key));
                    continue;
                }
            };
            place.get_or_insert(at);
        }
        found
    }

    /// Whether a column is missing that the keys of perf's order name (`# Sort order   : local_weight,mem,sym,…`).
    pub fn lacks(&self, keys: &str) -> bool {
        keys.split(',').any(|key| match key.trim() {
            "mem" => self.access.is_none(),
            "sym" => self.symbol.is_none(),
            "dso" => self.object.is_none(),
            "symbol_daddr" => self.data_symbol.is_none(),
            "dso_daddr" => self.data_object.is_none(),
            "snoop" => self.snoop.is_none(),
            // The edge that cut one of these off may have gone through the column before it.
            key => UNREAD.iter().any(|(of, _)| *of == key) && !self.unread.contains(&key),
        })
    }
}
