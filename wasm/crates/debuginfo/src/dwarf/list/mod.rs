//! The list: every named struct of every unit, and in a second stage which of one name are the same, with their holes.

pub(crate) mod containers;
pub(crate) mod found;
pub(crate) mod layouts;
pub(crate) mod members;
pub(crate) mod part;
pub(crate) mod read_units;
pub(crate) mod rows;
pub(crate) mod scan;
pub(crate) mod signed;
pub(crate) mod sizes;
pub(crate) mod typedefs;
pub(crate) mod unit_plans;

use facts::{IndexStage, StructIndex};

use self::layouts::Layouts;
use self::read_units::UnitsRead;
use self::rows::Rows;
use super::resolve::{FullNames, Resolver};
use super::store::Store;
use super::type_ref::TypeRef;
use super::unit::Unit;
use crate::DescribeError;

/// What reading the units builds up, and the rows that it becomes.
#[derive(Debug)]
pub(crate) struct List {
    read: UnitsRead,
    rows: Rows,
    /// The second stage, while it is under way.
    layouts: Layouts,
    next_unit: u32,
}

impl List {
    /// The list of units that are still to be read.
    pub fn new(read: UnitsRead) -> List {
        List { read, rows: Rows::default(), layouts: Layouts::default(), next_unit: 0 }
    }

    /// What the units gave so far.
    pub fn read(&self) -> &UnitsRead {
        &self.read
    }

    /// For reading units.
    pub fn read_mut(&mut self) -> &mut UnitsRead {
        &mut self.read
    }

    /// The rows.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// What follows references.
    pub fn resolver<'a>(&'a self, store: &'a Store, full_names: &'a FullNames) -> Resolver<'a> {
        Resolver::new(store, &self.read, &self.rows, full_names)
    }

    /// Where the struct of a row is, and its name.
    pub fn picked(&self, row: u32) -> Result<(TypeRef, String), DescribeError> {
        let rows = self.rows.len() as u32;
        let picked = self.rows.get(row).ok_or(DescribeError::NoSuchRow { row, rows })?;
        let found = self.read.found();
        Ok((picked.first, found.name(found.group(picked.group).name)))
    }

    /// The first stage, once all units are there: a row for each name, kind and size.
    pub fn finish(&mut self, store: &Store) -> StructIndex {
        self.read.complete(store);
        self.rows = Rows::of_groups(self.read.found());
        self.columns(IndexStage::Dwarf)
    }

    /// A slice of the second stage: compares the members of all structs of one name and size in the next `units`
    /// units. Returns how many units are done, and of how many: none where one could not be read again.
    pub fn summarize(
        &mut self,
        store: &mut Store,
        full_names: &FullNames,
        units: u32,
    ) -> (u32, u32) {
        let total = self.read.units().len() as u32;
        self.compare(store, full_names, self.next_unit.saturating_add(units).min(total));
        (self.next_unit, total)
    }

    /// The same for the units of a half that came in again, which are dropped then.
    pub fn compare_again(&mut self, store: &mut Store, full_names: &FullNames) {
        let units = self.read.units();
        let is_there = |unit: &&Unit| unit.end <= store.have() && store.is_same(unit);
        let next = units.get(self.next_unit as usize..).unwrap_or_default();
        let until = self.next_unit + next.iter().take_while(is_there).count() as u32;
        self.compare(store, full_names, until);
        if let Some(last) = self.read.units().get((self.next_unit as usize).wrapping_sub(1)) {
            store.drop_to(last.end);
        }
    }

    fn compare(&mut self, store: &mut Store, full_names: &FullNames, until: u32) {
        let total = self.read.units().len() as u32;
        store.renew_budget();
        let (mut spent, mut misnested) = (Vec::new(), Vec::new());
        for unit in self.next_unit..until {
            store.drop_much();
            let resolver = Resolver::new(store, &self.read, &self.rows, full_names);
            let done = self.layouts.add_unit(&resolver, self.read.found(), unit);
            if store.failure().is_some() {
                // What could not be read has no members now: whoever asks again begins again.
                (self.layouts, self.next_unit) = (Layouts::default(), 0);
                return;
            }
            if done.is_spent {
                spent.push(resolver.place(TypeRef { unit, offset: 0 }));
            }
            if let (Some(at), Some(read)) = (done.misnested, self.read.units().get(unit as usize)) {
                misnested.push(store.place(read.section, at));
            }
        }
        if until == total && self.next_unit < total {
            let resolver = Resolver::new(store, &self.read, &self.rows, full_names);
            self.layouts.add_far_instances(&resolver, self.read.found());
        }
        self.read.note_spent(spent);
        self.read.note_misnested(misnested);
        self.next_unit = until;
    }

    /// The second stage, as far as it is not done yet: a row for each layout of a name.
    pub fn summaries(&mut self, store: &mut Store, full_names: &FullNames) -> StructIndex {
        if !self.rows.have_members() {
            self.summarize(store, full_names, u32::MAX);
            let resolver = Resolver::new(store, &self.read, &self.rows, full_names);
            let circles = self.layouts.in_circles(&resolver);
            let first = circles
                .first()
                .map(|&at| resolver.full_name(at).unwrap_or_else(|| resolver.place(at)));
            if let Some(first) = first {
                self.read.note_circles(circles.len() as u32, first);
            }
            self.read.forget_instances();
            let layouts = std::mem::take(&mut self.layouts);
            self.rows = Rows::new(self.read.found(), layouts.into_rows());
        }
        self.columns(IndexStage::Summaries)
    }

    fn columns(&self, stage: IndexStage) -> StructIndex {
        let mut index = self.rows.columns(self.read.found(), stage, self.read.is_half());
        index.split_files = self.read.skeletons().missing_files();
        index.diagnostics = self.read.diagnostics();
        index
    }
}
