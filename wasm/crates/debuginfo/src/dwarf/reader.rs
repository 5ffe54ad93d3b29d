//! [`Dwarf`]: reads the sections, keeps the list, answers picks.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use facts::{
    CodeFacts, Diagnostic, Embedding, HeldCounts, PerCpuType, PointedType, StructDesc, StructIndex,
    Target,
};
use rustc_hash::FxHashMap;

use crate::sections::Sections;
use crate::{DescribeError, NothingUsable, TypeReader, embed, per_cpu};
use facts::key;

use super::code::code;
use super::diagnose::Diagnose;
use super::files::attach::attach;
use super::files::split::Skeletons;
use super::files::supplementary::supplementary_link;
use super::list::found::Found;
use super::list::holders::DwarfHolders;
use super::list::layouts::Layouts;
use super::list::rows::Row;
use super::pick::describe::{describe, points_to};
use super::plans::tables::Tables;
use super::resolve::{FullNames, Resolver, TypeRef, wants_supplementary};
use super::store::Store;
use super::strings::NameId;

/// The DWARF of one file.
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
    pub(crate) sections: Rc<dyn Sections>,
    pub(crate) target: Target,
    pub(crate) store: Store,
    /// Numbers of the sections that hold entries, in the order of `store.infos`.
    pub(crate) numbers: Vec<usize>,
    /// Where this reader's part of the entries begins and ends, where it reads only a part.
    pub(crate) part: Option<Range<u64>>,
    /// Of that part: where the next unit begins, and up to where it has to be in memory.
    pub(crate) ahead: (usize, usize),
    /// Whether the part turned out to need the rest.
    pub(crate) needs_whole: bool,
    pub(crate) found: Found,
    pub(crate) rows: Vec<Row>,
    pub(crate) rows_of_name: FxHashMap<NameId, Vec<u32>>,
    /// The second stage, while it is under way.
    pub(crate) layouts: Layouts,
    pub(crate) next_unit: u32,
    pub(crate) signatures: FxHashMap<u64, TypeRef>,
    pub(crate) tables: RefCell<Tables>,
    pub(crate) full_names: RefCell<FullNames>,
    pub(crate) supplementary: Option<String>,
    pub(crate) skeletons: Skeletons,
    pub(crate) producer: Option<String>,
    pub(crate) diagnose: Diagnose,
    /// What was noticed before there was an index.
    pub(crate) diagnose_opening: Diagnose,
}

impl fmt::Debug for Dwarf {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Dwarf")
            .field("units", &self.found.units.len())
            .field("rows", &self.rows.len())
            .finish_non_exhaustive()
    }
}

impl Dwarf {
    /// Reads all sections but those that hold entries (`index` reads these) and source places
    /// (read when a struct is first described).
    pub fn open(sections: Rc<dyn Sections>, target: Target) -> Result<Dwarf, NothingUsable> {
        let mut diagnose = Diagnose::default();
        let mut store = Store { is_big_endian: target.big_endian, ..Store::default() };
        let numbers = attach(&mut store, &sections, |name, error| {
            diagnose.warn(|| name.to_owned(), error.to_string());
        });
        if numbers.is_empty() {
            return Err(NothingUsable::Dwarf("there is no .debug_info section".to_owned()));
        }
        if store.abbrev.is_empty() {
            return Err(NothingUsable::Dwarf(
                "there is no .debug_abbrev section, without which .debug_info means nothing"
                    .to_owned(),
            ));
        }
        let supplementary = supplementary_link(sections.as_ref()).map(|link| link.name);
        Ok(Dwarf {
            sections,
            target,
            store,
            numbers,
            part: None,
            ahead: (0, 0),
            needs_whole: false,
            found: Found::new(),
            rows: Vec::new(),
            rows_of_name: FxHashMap::default(),
            layouts: Layouts::default(),
            next_unit: 0,
            signatures: FxHashMap::default(),
            tables: RefCell::new(Tables::default()),
            full_names: RefCell::new(FullNames::default()),
            supplementary,
            skeletons: Skeletons::default(),
            producer: None,
            diagnose: diagnose.clone(),
            diagnose_opening: diagnose,
        })
    }

    /// The compiler, as the first unit states it; known once the list is.
    pub fn producer(&self) -> Option<&str> {
        self.producer.as_deref()
    }

    /// What follows references.
    pub(crate) fn resolver<'a>(
        &'a self,
        definitions: &'a dyn Fn(&str, bool) -> Option<TypeRef>,
    ) -> Resolver<'a> {
        Resolver {
            store: &self.store,
            units: &self.found.units,
            signatures: &self.signatures,
            tables: &self.tables,
            full_names: &self.full_names,
            definitions,
            supplementary: self.supplementary.as_deref(),
        }
    }

    /// Where the struct of a row is, and its name; a new budget for what it takes to read it.
    fn picked(&self, row: u32) -> Result<(TypeRef, String), DescribeError> {
        let rows = self.rows.len() as u32;
        let picked = self.rows.get(row as usize).ok_or(DescribeError::NoSuchRow { row, rows })?;
        self.tables.borrow_mut().renew_budget();
        Ok((picked.first, self.name_of(self.found.groups[picked.group as usize].name)))
    }

    /// What was skipped so far.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnose.clone().into_list()
    }
}

impl TypeReader for Dwarf {
    fn index(&mut self, progress: &mut dyn FnMut(u64, u64)) -> StructIndex {
        self.found = Found::new();
        self.layouts = Layouts::default();
        self.next_unit = 0;
        self.signatures.clear();
        self.skeletons = Skeletons::default();
        self.diagnose = self.diagnose_opening.clone();
        self.full_names.get_mut().clear();
        self.tables.get_mut().renew_budget();
        if let (Some(name), None) = (&self.supplementary, self.store.alt) {
            // Whole units may stand there, which nothing here that is listed refers to.
            self.diagnose.warn(String::new, wants_supplementary(Some(name)));
        }
        let list = self.sections.list();
        let total: u64 = self.numbers.iter().map(|&number| list[number].size).sum();
        let mut before = 0;
        for section in 0..self.numbers.len() {
            self.index_section(section, &mut |done| progress(before + done, total));
            before += self.sections.list()[self.numbers[section]].size;
        }
        for section in self.numbers.len()..self.store.infos.len() {
            let total = self.store.infos[section].data.len();
            self.index_units(section, 0, total, total);
        }
        if let Some((units, place, sentence)) = self.skeletons.missing_sentence() {
            self.diagnose.warn_of(units, || place.to_owned(), sentence);
        }
        self.list_found()
    }

    fn describe(&self, row: u32) -> Result<StructDesc, DescribeError> {
        let (first, name) = self.picked(row)?;
        let definitions = |name: &str, is_union| self.only_definition(name, is_union);
        describe(&self.resolver(&definitions), first, &name, &self.target)
    }

    fn points_to(&self, row: u32) -> Result<Vec<PointedType>, DescribeError> {
        let (first, name) = self.picked(row)?;
        let definitions = |name: &str, is_union| self.only_definition(name, is_union);
        points_to(&self.resolver(&definitions), first, &name, &self.target)
    }

    fn find(&self, key: &str) -> Option<u32> {
        let name = self.found.strings.find(key::name_of(key)?.as_bytes())?;
        let rows = self.rows_of_name.get(&name)?;
        rows.iter().copied().find(|&row| match self.quick_key(row) {
            Some(of_row) => of_row == key,
            None => self.describe(row).is_ok_and(|desc| desc.key == key),
        })
    }

    fn code(&self, functions: &[&str], variables: &[&str]) -> CodeFacts {
        self.tables.borrow_mut().renew_budget();
        let definitions = |name: &str, is_union| self.only_definition(name, is_union);
        code(&self.resolver(&definitions), &self.target, functions, variables)
    }

    /// By name: a variable that is as large as its symbol says is taken for the one that is meant.
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
        self.tables.borrow_mut().renew_budget();
        let definitions = |name: &str, is_union| self.only_definition(name, is_union);
        embed::embeddings(&DwarfHolders::new(self, &self.resolver(&definitions)), names)
    }

    fn held_counts(&self) -> HeldCounts {
        self.tables.borrow_mut().renew_budget();
        let definitions = |name: &str, is_union| self.only_definition(name, is_union);
        embed::held_counts(&DwarfHolders::new(self, &self.resolver(&definitions)))
    }
}
