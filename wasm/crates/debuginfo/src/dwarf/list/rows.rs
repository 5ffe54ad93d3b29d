//! The rows of the list, and the columns that they become.

use facts::{IndexStage, Keyword, StructIndex, key, visible_name};
use rustc_hash::FxHashMap;

use super::found::Found;
use crate::dwarf::strings::NameId;
use crate::dwarf::type_ref::TypeRef;
use crate::summary::Summary;

/// One row of the list.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// Its name, kind and size: an index into `Found::groups`.
    pub group: u32,
    /// Where the first struct with this layout is.
    pub first: TypeRef,
    /// What the second stage found.
    pub members: Option<Members>,
}

/// What the second stage finds of a row.
#[derive(Debug, Clone)]
pub(crate) struct Members {
    /// As in the content key.
    pub hash: u64,
    pub count: u32,
    pub summary: Summary,
}

/// All rows, in the order of the file.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    list: Vec<Row>,
    of_name: FxHashMap<NameId, Vec<u32>>,
}

impl Rows {
    /// These rows.
    pub fn new(found: &Found, mut list: Vec<Row>) -> Rows {
        list.sort_unstable_by_key(|row| (row.first.unit, row.first.offset));
        let mut of_name = FxHashMap::<NameId, Vec<u32>>::default();
        for (number, row) in list.iter().enumerate() {
            let name = found.group(row.group).name;
            of_name.entry(name).or_default().push(number as u32);
        }
        Rows { list, of_name }
    }

    /// A row for each group.
    pub fn of_groups(found: &Found) -> Rows {
        let groups = (0..).zip(&found.groups);
        let row = |(group, one): (u32, &super::found::Group)| Row {
            group,
            first: one.first,
            members: None,
        };
        Rows::new(found, groups.map(row).collect())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The row of a number.
    pub fn get(&self, row: u32) -> Option<&Row> {
        self.list.get(row as usize)
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Row> {
        self.list.iter()
    }

    /// Whether they are those of the second stage.
    pub fn have_members(&self) -> bool {
        self.list.first().is_some_and(|row| row.members.is_some())
    }

    /// The rows of a name.
    pub fn named(&self, found: &Found, name: &str) -> &[u32] {
        let rows = found.strings.find(name.as_bytes()).and_then(|name| self.of_name.get(&name));
        rows.map_or(&[], Vec::as_slice)
    }

    /// The content key of a row, once the second stage has hashed its members.
    pub fn key(&self, found: &Found, row: u32) -> Option<String> {
        let row = self.get(row)?;
        let group = found.group(row.group);
        let hash = row.members.as_ref()?.hash;
        Some(key::content_key(group.kind, &found.name(group.name), group.size_bytes, hash))
    }

    /// The place of the definition of a name, where there is just one.
    pub fn only_definition(&self, found: &Found, name: &str, is_union: bool) -> Option<TypeRef> {
        let mut fitting = self.named(found, name).iter().filter_map(|&row| {
            let row = self.get(row)?;
            let group = found.group(row.group);
            ((group.kind == Keyword::Union) == is_union).then_some(row.first)
        });
        let only = fitting.next()?;
        if fitting.next().is_some() { None } else { Some(only) }
    }

    /// The columns; of half of a file with what tells its rows from those of the other half.
    pub fn columns(&self, found: &Found, stage: IndexStage, is_half: bool) -> StructIndex {
        let mut index = StructIndex { stage: Some(stage), ..StructIndex::default() };
        index.kinds.reserve_exact(self.list.len());
        index.sizes_bytes.reserve_exact(self.list.len());
        index.variants.reserve_exact(self.list.len());
        for (number, row) in self.list.iter().enumerate() {
            let group = found.group(row.group);
            if number > 0 {
                index.names.push('\n');
            }
            // A line break in a name would shift all names behind it.
            index.names.push_str(&visible_name(&found.name(group.name)));
            index.kinds.push(group.kind as u8);
            index.sizes_bytes.push(group.size_bytes as f64);
            let same = self.of_name.get(&group.name).map_or(&[][..], Vec::as_slice);
            let variant = match same.len() {
                1 => 0,
                _ => same.partition_point(|&other| (other as usize) < number) + 1,
            };
            index.variants.push(variant.min(usize::from(u16::MAX)) as u16);
            if let Some(members) = &row.members {
                index.member_counts.push(members.count);
                index.hole_counts.push(members.summary.holes);
                index.hole_bytes.push(members.summary.hole_bytes);
                index.padding_bytes.push(members.summary.padding_bytes);
                if is_half {
                    index.member_hashes.push((members.hash >> 11) as f64);
                }
            }
        }
        for &(name, of) in &found.typedefs {
            if self.of_name.contains_key(&of) {
                let [name, of] = [name, of].map(|name| found.strings.get(name));
                index.add_typedef(name, of);
            }
        }
        index
    }
}
