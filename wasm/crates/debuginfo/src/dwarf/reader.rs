//! [`Dwarf`]: opens a file, has its units read, answers.

use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use facts::{
    CodeFacts, Diagnostic, Embedding, HeldCounts, PerCpuType, PointedType, StructDesc, StructIndex,
    Target, key,
};
use rustc_hash::FxHashMap;

use crate::messages;
use crate::sections::Sections;
use crate::{DescribeError, NothingUsable, TypeReader, embed, per_cpu};

use super::code::code;
use super::files::companions;
use super::files::supplementary::supplementary_link;
use super::list::List;
use super::list::containers::DwarfContainers;
use super::list::part::{Half, Part};
use super::list::read_units::UnitsRead;
use super::pick::describe::{describe, points_to};
use super::resolve::{FullNames, Resolver};
use super::store::Store;
use crate::diagnose::Diagnose;

/// The DWARF of one file.
///
/// Three parts, each of which knows only those before it: the bytes (`Store`), what reading the units makes of them
/// (`List`), and what questions look up in both (`Resolver`), with the names that they keep.
///
/// ```no_run
/// # use std::rc::Rc;
/// # use debuginfo::{TypeReader, dwarf::Dwarf, sections::Sections};
/// # fn example(sections: Rc<dyn Sections>, target: facts::Target) -> Option<()> {
/// let mut dwarf = Dwarf::open(sections, target).ok()?;
/// let index = dwarf.index(&mut |done, total| println!("{done} of {total} bytes"));
/// let first = dwarf.describe(0).ok()?;
/// # Some(())
/// # }
/// ```
pub struct Dwarf {
    sections: Rc<dyn Sections>,
    /// Numbers of the sections that hold entries; in the store they come first, in this order.
    numbers: Vec<usize>,
    /// This reader's half of the entries, where it reads only one.
    part: Option<Part>,
    target: Target,
    /// The name of the file that dwz moved types to.
    supplementary: Option<String>,
    /// What was noticed before there was an index.
    opening: Diagnose,
    store: Store,
    list: List,
    full_names: FullNames,
}

impl fmt::Debug for Dwarf {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Dwarf")
            .field("units", &self.list.read().units().len())
            .field("rows", &self.list.rows().len())
            .finish_non_exhaustive()
    }
}

impl Dwarf {
    /// Reads all sections but those that hold entries (`index` reads these) and source places
    /// (read when a struct is first described).
    pub fn open(sections: Rc<dyn Sections>, target: Target) -> Result<Dwarf, NothingUsable> {
        let mut opening = Diagnose::default();
        let mut store = Store::new(target.big_endian);
        let numbers = store.attach(&sections, |name, error| {
            opening.add(|| name.to_owned(), messages::section_unread(error));
        });
        if numbers.is_empty() {
            return Err(NothingUsable::Dwarf("there is no .debug_info section".to_owned()));
        }
        if store.abbrev().data.is_empty() {
            return Err(NothingUsable::Dwarf(
                "there is no .debug_abbrev section, without which .debug_info means nothing"
                    .to_owned(),
            ));
        }
        let supplementary = supplementary_link(sections.as_ref()).map(|link| link.name);
        let read = UnitsRead::new(supplementary.clone(), opening.clone(), false);
        Ok(Dwarf {
            sections,
            numbers,
            part: None,
            target,
            supplementary,
            opening,
            store,
            list: List::new(read),
            full_names: FullNames::default(),
        })
    }

    /// As `open`, but for one half of the entries. `None` where they cannot be divided.
    ///
    /// The rows of both halves together are those of the whole file: the second half's that the
    /// first does not have come after the first half's.
    pub fn open_half(
        sections: Rc<dyn Sections>,
        target: Target,
        half: Half,
    ) -> Result<Option<Dwarf>, NothingUsable> {
        let mut dwarf = Dwarf::open(sections, target)?;
        if dwarf.supplementary.is_some() || dwarf.numbers.len() != 1 {
            return Ok(None);
        }
        dwarf.part = Part::begin(&dwarf.sections, &mut dwarf.store, half);
        dwarf.list = List::new(UnitsRead::new(None, dwarf.opening.clone(), true));
        Ok(dwarf.part.is_some().then_some(dwarf))
    }

    /// The bytes of a half: its section by its number, and where in it.
    pub fn half(&self) -> Option<(usize, Range<u64>)> {
        Some((*self.numbers.first()?, self.part.as_ref()?.range()))
    }

    /// The bytes of a half that came so far; whoever reads them appends the next ones, then calls
    /// [`Dwarf::take_in`].
    pub fn incoming(&mut self) -> &mut Vec<u8> {
        self.store.info_mut(0)
    }

    /// Indexes the units that are there now, of a half.
    pub fn take_in(&mut self) {
        if let Some(part) = &mut self.part {
            part.take_in(&mut self.store, self.list.read_mut());
        }
    }

    /// The bytes of a half come in again, in order, from the first: what `summarize` would read by need. After each that
    /// is appended, call [`Dwarf::take_in_again`].
    pub fn rewind(&mut self) {
        self.store.rewind();
    }

    /// Compares the structs of the units that are there now, as [`Dwarf::summarize`].
    pub fn take_in_again(&mut self) {
        self.list.compare_again(&mut self.store, &self.full_names);
    }

    /// The list of a half, once all of it came in. `None` where it is of no use: a unit lies across the
    /// middle, or types of one unit are used in another.
    pub fn end_half(&mut self) -> Option<StructIndex> {
        let is_usable = self.part.as_ref()?.is_complete() && !self.list.read().needs_whole();
        is_usable.then(|| self.list.finish(&self.store))
    }

    /// Gives the file that dwz moved shared types to, before `index` (again). That it is the right one is
    /// for the caller to know.
    ///
    /// # Errors
    /// When it cannot be read or has no entries.
    pub fn give_supplementary(&mut self, sections: Rc<dyn Sections>) -> Result<(), NothingUsable> {
        companions::give_supplementary(&mut self.store, &sections)
    }

    /// Gives a `.dwo` or `.dwp` file, after `index` and before the next one: whether units are in it that
    /// are missing here. `file_name` is what it is called.
    ///
    /// # Errors
    /// When it cannot be read, or when it is called as one that is missing and its units come from another build.
    pub fn give_split(
        &mut self,
        sections: Rc<dyn Sections>,
        file_name: &str,
    ) -> Result<bool, NothingUsable> {
        let skeletons = self.list.read().skeletons();
        companions::give_split(&mut self.store, skeletons, &sections, file_name)
    }

    /// The second stage, a slice of it: compares the members of all structs of one name and size in
    /// the next `units` units. Returns how many units are done, and of how many.
    ///
    /// Picks can be answered between slices; the rows stay those of `index` until
    /// [`Dwarf::summaries`] replaces them.
    pub fn summarize(&mut self, units: u32) -> (u32, u32) {
        self.list.summarize(&mut self.store, &self.full_names, units)
    }

    /// The second stage: the same list with members, holes and padding, and a row for each layout
    /// of a name. Does what of the work [`Dwarf::summarize`] has not done yet.
    pub fn summaries(&mut self) -> StructIndex {
        self.list.summaries(&mut self.store, &self.full_names)
    }

    /// The compiler, as the first unit states it; known once the list is.
    pub fn producer(&self) -> Option<&str> {
        self.list.read().producer()
    }

    /// What was skipped so far.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.list.read().diagnostics()
    }

    /// Before a question: what the last ones had to read again is dropped, where it is much.
    pub fn drop_much(&mut self) {
        self.store.drop_much();
    }

    /// Why entries could not be read again that were asked for since [`Dwarf::drop_much`].
    pub fn failure(&self) -> Option<&String> {
        self.store.failure()
    }

    /// An answer that was made of all the entries that it needed.
    fn complete<T>(&self, answer: Result<T, DescribeError>) -> Result<T, DescribeError> {
        match self.failure() {
            Some(reason) => Err(DescribeError::Unread(reason.clone())),
            None => answer,
        }
    }

    /// For a question: what it looks things up in, with a new budget for what it takes.
    fn asked(&self) -> Resolver<'_> {
        self.store.renew_budget();
        self.list.resolver(&self.store, &self.full_names)
    }
}

impl TypeReader for Dwarf {
    fn index(&mut self, progress: &mut dyn FnMut(u64, u64)) -> StructIndex {
        self.full_names.clear();
        self.store.renew_budget();
        let read =
            UnitsRead::new(self.supplementary.clone(), self.opening.clone(), self.part.is_some());
        // What an earlier call read is gone before memory is needed for it again.
        self.list = List::new(read);
        let read = self.list.read_mut();
        if self.supplementary.is_some() && self.store.alt().is_none() {
            read.note_supplementary();
        }
        let sections = self.sections.as_ref();
        let size = |number: &usize| sections.list().get(*number).map_or(0, |section| section.size);
        let total: u64 = self.numbers.iter().map(size).sum();
        let mut before = 0;
        for (section, number) in (0..).zip(&self.numbers) {
            let mut progress = |done| progress(before + done, total);
            read.read_section(sections, *number, &mut self.store, section, &mut progress);
            before += size(number);
        }
        for section in self.numbers.len() as u32..self.store.info_count() {
            let total = self.store.info(section).data.len();
            read.index_units(&self.store, section, 0, total, total);
        }
        self.list.finish(&self.store)
    }

    fn describe(&self, row: u32) -> Result<StructDesc, DescribeError> {
        let (first, name) = self.list.picked(row)?;
        self.complete(describe(&self.asked(), first, &name, &self.target))
    }

    fn points_to(&self, row: u32) -> Result<Vec<PointedType>, DescribeError> {
        let (first, name) = self.list.picked(row)?;
        self.complete(points_to(&self.asked(), first, &name, &self.target))
    }

    fn find(&self, key: &str) -> Option<u32> {
        let (rows, found) = (self.list.rows(), self.list.read().found());
        let named = rows.named(found, key::name_of(key)?);
        named.iter().copied().find(|&row| match rows.key(found, row) {
            Some(of_row) => of_row == key,
            None => self.describe(row).is_ok_and(|desc| desc.key == key),
        })
    }

    fn code(&self, functions: &[&str], variables: &[&str]) -> CodeFacts {
        code(&self.asked(), &self.target, functions, variables)
    }

    /// Variables are looked up by name: the one as large as its symbol says is taken for the one that is meant.
    fn per_cpu(&self, symbols: &[(String, u64)]) -> Vec<PerCpuType> {
        let sizes: FxHashMap<&str, u64> =
            symbols.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
        let names: Vec<&str> = sizes.keys().copied().collect();
        let mut variables = self.code(&[], &names).variables;
        variables.retain(|one| {
            sizes.get(one.name.as_str()).map(|bytes| *bytes as f64) == one.size_bytes
        });
        per_cpu::types_of(variables)
    }

    fn embeddings(&self, names: &[&str]) -> Vec<Embedding> {
        embed::embeddings(&DwarfContainers::new(&self.asked()), names)
    }

    fn held_counts(&self) -> HeldCounts {
        embed::held_counts(&DwarfContainers::new(&self.asked()))
    }
}
