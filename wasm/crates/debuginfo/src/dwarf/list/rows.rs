//! The list, from what the scan found: its rows, their columns, and the second stage, which compares members.

use facts::{IndexStage, Keyword, StructIndex, key, visible_name};

use crate::summary::Summary;

use crate::dwarf::plans::plan::FarReference;
use crate::dwarf::reader::Dwarf;
use crate::dwarf::resolve::{TypeRef, unit_at};
use crate::dwarf::strings::NameId;
use crate::dwarf::unit::unnamed_aggregate;

/// One row of the list.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub group: u32,
    /// Where the first struct with this layout is.
    pub first: TypeRef,
    /// What the second stage found.
    pub members: Option<Members>,
}

/// What the second stage finds of a row.
#[derive(Debug, Clone)]
pub(crate) struct Members {
    hash: u64,
    count: u32,
    summary: Summary,
}

impl Dwarf {
    /// Once all units are there: a row for each group.
    pub(crate) fn list_found(&mut self) -> StructIndex {
        self.found.complete_languages();
        let (signatures, store, tables) = (&self.signatures, &self.store, self.tables.get_mut());
        self.found.resolve_far_typedefs(
            |units, section, to| match to {
                FarReference::Info(offset) => {
                    unit_at(units, store.referred_section(section, false)?, offset)
                }
                FarReference::Alt(offset) => {
                    unit_at(units, store.referred_section(section, true)?, offset)
                }
                FarReference::Signature(signature) => signatures.get(&signature).copied(),
            },
            |unit, offset| unnamed_aggregate(store, unit, &tables.get(store, unit), offset),
        );
        self.found.complete_signed_names(&self.signatures);
        self.found.forget_keys();
        let groups = self.found.groups.iter().enumerate();
        self.rows = groups
            .map(|(number, group)| Row { group: number as u32, first: group.first, members: None })
            .collect();
        self.rows_by_name();
        self.columns(IndexStage::Dwarf)
    }

    fn rows_by_name(&mut self) {
        self.rows.sort_unstable_by_key(|row| (row.first.unit, row.first.offset));
        self.rows_of_name.clear();
        for (number, row) in self.rows.iter().enumerate() {
            let name = self.found.groups[row.group as usize].name;
            self.rows_of_name.entry(name).or_default().push(number as u32);
        }
    }

    fn columns(&self, stage: IndexStage) -> StructIndex {
        let mut index = StructIndex { stage: Some(stage), ..StructIndex::default() };
        index.kinds.reserve_exact(self.rows.len());
        index.sizes_bytes.reserve_exact(self.rows.len());
        index.variants.reserve_exact(self.rows.len());
        for (number, row) in self.rows.iter().enumerate() {
            let group = &self.found.groups[row.group as usize];
            if number > 0 {
                index.names.push('\n');
            }
            // A line break in a name would shift all names behind it.
            index.names.push_str(&visible_name(&self.name_of(group.name)));
            index.kinds.push(group.kind as u8);
            index.sizes_bytes.push(group.size_bytes as f64);
            let same = &self.rows_of_name[&group.name];
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
                if self.part.is_some() {
                    index.member_hashes.push((members.hash >> 11) as f64);
                }
            }
        }
        index.split_files = self.skeletons.missing_files();
        index.diagnostics = self.diagnostics();
        index
    }

    pub(crate) fn name_of(&self, name: NameId) -> String {
        String::from_utf8_lossy(self.found.strings.get(name)).into_owned()
    }

    /// The content key of a row, once the second stage has hashed its members.
    pub(crate) fn quick_key(&self, row: u32) -> Option<String> {
        let row = self.rows.get(row as usize)?;
        let group = &self.found.groups[row.group as usize];
        let hash = row.members.as_ref()?.hash;
        Some(key::content_key(group.kind, &self.name_of(group.name), group.size_bytes, hash))
    }

    /// The place of the definition of a name, where there is just one.
    pub(crate) fn only_definition(&self, name: &str, is_union: bool) -> Option<TypeRef> {
        // Another one may stand in the other half.
        if self.part.is_some() {
            return None;
        }
        let name = self.found.strings.find(name.as_bytes())?;
        let mut fitting = self.rows_of_name.get(&name)?.iter().filter(|&&row| {
            let group = &self.found.groups[self.rows[row as usize].group as usize];
            (group.kind == Keyword::Union) == is_union
        });
        let only = *fitting.next()?;
        if fitting.next().is_some() { None } else { Some(self.rows[only as usize].first) }
    }

    /// The second stage, a slice of it: compares the members of all structs of one name and size in
    /// the next `units` units. Returns how many units are done, and of how many.
    ///
    /// Picks can be answered between slices; the rows stay those of `index` until
    /// [`Dwarf::summaries`] replaces them.
    pub fn summarize(&mut self, units: u32) -> (u32, u32) {
        let total = self.found.units.len() as u32;
        let until = self.next_unit.saturating_add(units).min(total);
        self.tables.get_mut().renew_budget();
        let mut layouts = std::mem::take(&mut self.layouts);
        let definitions = |name: &str, is_union| self.only_definition(name, is_union);
        let resolver = self.resolver(&definitions);
        let mut spent = Vec::new();
        for unit in self.next_unit..until {
            if !layouts.add_unit(&resolver, &self.found, unit) {
                spent.push(resolver.place(TypeRef { unit, offset: 0 }));
            }
        }
        if until == total && self.next_unit < total {
            layouts.add_far_instances(&resolver, &self.found);
        }
        for place in spent {
            self.diagnose.warn(
                || place,
                "A unit refers to the same members again and again; the rest of it was skipped.",
            );
        }
        self.layouts = layouts;
        self.next_unit = until;
        (until, total)
    }

    /// The second stage: the same list with members, holes and padding, and a row for each layout
    /// of a name. Does what of the work [`Dwarf::summarize`] has not done yet.
    pub fn summaries(&mut self) -> StructIndex {
        if self.rows.first().is_some_and(|row| row.members.is_some()) {
            return self.columns(IndexStage::Summaries);
        }
        self.summarize(u32::MAX);
        self.found.forget_instances();
        let layouts = std::mem::take(&mut self.layouts);
        self.rows = layouts
            .list
            .into_iter()
            .map(|layout| Row {
                group: layout.group,
                first: layout.first,
                members: Some(Members {
                    hash: layout.members_hash,
                    count: layout.member_count,
                    summary: layout.summary,
                }),
            })
            .collect();
        self.rows_by_name();
        self.columns(IndexStage::Summaries)
    }
}
