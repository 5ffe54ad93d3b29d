//! [`Dwarf`]: reads the sections, keeps the list, answers picks.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use facts::{
    CodeFacts, Diagnostic, Embedding, IndexStage, PerCpuType, RowKind, StructDesc, StructIndex,
    Target,
};
use rustc_hash::FxHashMap;

use crate::embed::embeddings_in;
use crate::sections::{SectionInfo, Sections};
use crate::summary::Summary;
use crate::wanted::Wanted;
use crate::{DescribeError, NothingUsable, TypeReader, per_cpu};
use facts::key;

use super::attach::{attach, attach_whole, detach_last, is_split};
use super::code::code;
use super::describe::describe;
use super::diagnose::Diagnose;
use super::layouts::Layouts;
use super::package::has_unit;
use super::part::{Half, find_middle};
use super::plan::FarReference;
use super::resolve::{FullNames, Resolver, TypeRef, unit_at, wants_supplementary};
use super::scan::{Found, Reason};
use super::split::{Skeleton, Skeletons};
use super::store::Store;
use super::strings::NameId;
use super::supplementary::supplementary_link;
use super::tables::Tables;
use super::unit::{Header, read_header, read_own_entry, unnamed_aggregate};

/// Bytes of `.debug_info` that are read at a time: little enough that progress shows and that the
/// copy that the caller makes is small, enough that the call does not count. A browser reads a
/// kernel's 163 MB in 340 ms by 4 MB, in 260 ms by 16 MB.
const PIECE_BYTES: usize = 8 << 20;

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
    sections: Rc<dyn Sections>,
    target: Target,
    store: Store,
    /// Numbers of the sections that hold entries, in the order of `store.infos`.
    numbers: Vec<usize>,
    /// Where this reader's part of the entries begins and ends, where it reads only a part.
    part: Option<Range<u64>>,
    /// Of that part: where the next unit begins, and up to where it has to be in memory.
    ahead: (usize, usize),
    /// Whether the part turned out to need the rest.
    needs_whole: bool,
    found: Found,
    rows: Vec<Row>,
    rows_of_name: FxHashMap<NameId, Vec<u32>>,
    /// The second stage, while it is under way.
    layouts: Layouts,
    next_unit: u32,
    signatures: FxHashMap<u64, TypeRef>,
    tables: RefCell<Tables>,
    full_names: RefCell<FullNames>,
    supplementary: Option<String>,
    skeletons: Skeletons,
    producer: Option<String>,
    diagnose: Diagnose,
    /// What was noticed before there was an index.
    diagnose_opening: Diagnose,
}

/// One row of the list.
#[derive(Debug, Clone)]
struct Row {
    group: u32,
    /// Where the first struct with this layout is.
    first: TypeRef,
    /// What the second stage found.
    members: Option<Members>,
}

#[derive(Debug, Clone)]
struct Members {
    hash: u64,
    count: u32,
    summary: Summary,
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

    /// Gives the file that dwz moved shared types to, before `index` (again). That it is the right one is
    /// for the caller to know.
    pub fn give_supplementary(&mut self, sections: Rc<dyn Sections>) -> Result<(), NothingUsable> {
        let store = &mut self.store;
        let (file, section) = (store.files.len() as u32, store.infos.len());
        attach_whole(store, &sections, "supplementary")
            .map_err(|error| NothingUsable::Dwarf(format!("supplementary file: {error}")))?;
        if store.infos.len() == section || store.abbrev.len() == store.files[file as usize].abbrev {
            detach_last(store);
            return Err(NothingUsable::Dwarf(
                "the supplementary file has no entries of debug information".to_owned(),
            ));
        }
        store.alt = Some(file);
        Ok(())
    }

    /// Gives a `.dwo` or `.dwp` file, after `index` and before the next one: whether units stand in it that
    /// are missing here. `file_name` is what it is called.
    ///
    /// # Errors
    /// When it cannot be read, or when it is called as one that is missing and its units are of another build.
    pub fn give_split(
        &mut self,
        sections: Rc<dyn Sections>,
        file_name: &str,
    ) -> Result<bool, NothingUsable> {
        let wants =
            match has_unit(sections.as_ref(), self.store.endian(), || self.skeletons.missing_ids())
            {
                // Packages are large: those of other programs are not read.
                Some(false) => false,
                _ if !is_split(sections.as_ref()) => false,
                _ => {
                    let first = self.store.infos.len() as u32;
                    attach_whole(&mut self.store, &sections, file_name)
                        .map_err(|error| NothingUsable::Dwarf(error.to_string()))?;
                    let wants =
                        (first..self.store.infos.len() as u32).any(|one| self.misses_of(one));
                    if !wants {
                        detach_last(&mut self.store);
                    }
                    wants
                }
            };
        if !wants && self.skeletons.names(file_name) {
            return Err(NothingUsable::SplitMismatch);
        }
        Ok(wants)
    }

    /// Whether a unit of an info section is one that is missing.
    fn misses_of(&mut self, section: u32) -> bool {
        let total = self.store.infos[section as usize].data.len();
        self.tables.get_mut().renew_budget();
        let mut at = 0;
        while at < total {
            at = match read_header(&self.store, section, at, total) {
                Header::Needs(_) | Header::Lost(_) => return false,
                Header::Odd(end, _) => end,
                Header::Unit(mut unit) => {
                    let table = self.tables.get_mut().get(&self.store, &unit);
                    read_own_entry(&self.store, &mut unit, &table);
                    if unit.dwo_id.is_some_and(|id| self.skeletons.misses(id)) {
                        return true;
                    }
                    unit.end
                }
            };
        }
        false
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
        let store = &mut dwarf.store;
        let abbrev_bytes = store.abbrev.len() as u64;
        let middle = find_middle(dwarf.sections.as_ref(), abbrev_bytes, store.is_big_endian);
        let (Some(middle), [number], None) = (middle, &dwarf.numbers[..], &dwarf.supplementary)
        else {
            return Ok(None);
        };
        let part = match half {
            Half::First => 0..middle,
            Half::Second => middle..dwarf.sections.list()[*number].size,
        };
        let total = usize::try_from(part.end - part.start).unwrap_or(usize::MAX);
        if store.infos[0].data.try_reserve_exact(total).is_err() {
            return Ok(None);
        }
        store.infos[0].base = part.start;
        dwarf.part = Some(part);
        Ok(Some(dwarf))
    }

    /// The bytes of a half: its section by its number, and where in it.
    pub fn half(&self) -> Option<(usize, Range<u64>)> {
        Some((*self.numbers.first()?, self.part.clone()?))
    }

    /// The bytes of a half that came so far; whoever reads them puts the next ones behind them, then
    /// calls [`Dwarf::take_in`].
    pub fn incoming(&mut self) -> &mut Vec<u8> {
        &mut self.store.infos[0].data
    }

    /// Indexes the units that are there now, of a half.
    pub fn take_in(&mut self) {
        let (next_unit, needed) = self.ahead;
        let have = self.store.infos[0].data.len();
        if have < needed || self.needs_whole {
            return;
        }
        let Some(part) = &self.part else { return };
        let total = (part.end - part.start) as usize;
        self.ahead = self.index_units(0, next_unit, have, total).unwrap_or((total, total));
    }

    /// The list of a half, once all of it came in. `None` where it is of no use: a unit lies across the
    /// middle, or types of one unit are used in another.
    pub fn end_half(&mut self) -> Option<StructIndex> {
        let (next_unit, _) = self.ahead;
        let part = self.part.as_ref()?;
        let is_complete = next_unit as u64 == part.end - part.start;
        if self.needs_whole || !is_complete {
            return None;
        }
        Some(self.list_found())
    }

    /// The compiler, as the first unit states it; known once the list is.
    pub fn producer(&self) -> Option<&str> {
        self.producer.as_deref()
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

    fn resolver<'a>(
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

    /// Reads a section piece by piece and indexes each unit once it is there.
    fn index_section(&mut self, section: usize, progress: &mut dyn FnMut(u64)) {
        let number = self.numbers[section];
        let info: SectionInfo = self.sections.list()[number].clone();
        let name = self.store.infos[section].name.clone();
        let Ok(total) = usize::try_from(info.size) else {
            self.diagnose.warn(|| name, "The section is larger than memory; it was skipped.");
            return;
        };
        if total > 0 && self.store.infos[section].data.len() == total {
            // Read by an earlier call.
            self.index_units(section, 0, total, total);
            progress(total as u64);
            return;
        }
        if !info.plain {
            match self.sections.read(number) {
                Ok(data) => self.store.infos[section].data = data,
                Err(error) => {
                    self.diagnose.warn(|| name, error.to_string());
                    return;
                }
            }
            let total = self.store.infos[section].data.len();
            self.index_units(section, 0, total, total);
            progress(total as u64);
            return;
        }
        if self.store.infos[section].data.try_reserve_exact(total).is_err() {
            self.diagnose
                .warn(|| name, "There is not enough memory for the section; it was skipped.");
            return;
        }
        let (mut next_unit, mut needed) = (0, 0);
        let mut have = 0;
        while have < total {
            let until = needed.max(have + PIECE_BYTES).min(total);
            let data = &mut self.store.infos[section].data;
            data.resize(until, 0);
            if let Err(error) = self.sections.read_range(number, have as u64, &mut data[have..]) {
                data.truncate(have);
                self.diagnose.warn(|| name, error.to_string());
                return;
            }
            have = until;
            progress(have as u64);
            match self.index_units(section, next_unit, have, total) {
                Some((unit, upto)) => (next_unit, needed) = (unit, upto),
                None => return,
            }
        }
    }

    /// Indexes the units from `start` on that lie below `have`. Returns where the next one begins
    /// and up to where it needs the section, or `None` at the end.
    fn index_units(
        &mut self,
        section: usize,
        start: usize,
        have: usize,
        total: usize,
    ) -> Option<(usize, usize)> {
        let mut at = start;
        while at < have {
            match read_header(&self.store, section as u32, at, total) {
                Header::Needs(upto) => return Some((at, upto)),
                Header::Lost(_) if self.part.is_some() => {
                    self.needs_whole = true;
                    return None;
                }
                Header::Lost(reason) => {
                    self.diagnose.warn(
                        || self.store.place(section as u32, at),
                        format!("The rest of the section was skipped: {reason}."),
                    );
                    return None;
                }
                Header::Odd(end, reason) => {
                    self.diagnose.warn(
                        || self.store.place(section as u32, at),
                        format!("A unit was skipped: {reason}."),
                    );
                    at = end;
                }
                Header::Unit(unit) => {
                    at = unit.end;
                    self.index_unit(unit);
                }
            }
            if self.needs_whole {
                return None;
            }
        }
        if at < total { Some((at, 0)) } else { None }
    }

    fn index_unit(&mut self, mut unit: super::unit::Unit) {
        let number = self.found.units.len() as u32;
        let table = self.tables.get_mut().get(&self.store, &unit);
        if self.part.is_some() && table.refers_far {
            self.needs_whole = true;
            return;
        }
        let (section, start) = (unit.section, unit.start);
        let facts = read_own_entry(&self.store, &mut unit, &table);
        let is_own = self.store.infos[section as usize].file == 0;
        if is_own && !self.store.files[0].is_dwo {
            if let (Some(name), Some(id)) = (facts.split_into, unit.dwo_id) {
                if self.part.is_some() {
                    self.needs_whole = true;
                    return;
                }
                let (directory, line) = (facts.directory, facts.line);
                let skeleton = Skeleton { id, name, directory, line };
                self.skeletons.add(skeleton, || self.store.place(section, start));
            }
        } else if let (false, Some(id)) = (is_own, unit.dwo_id) {
            unit.skeleton = self.skeletons.join(id);
            if unit.skeleton.is_none() {
                // Of another program, or there already.
                return;
            }
        }
        if self.producer.is_none() {
            self.producer = facts.producer;
        }
        if let Some((signature, offset)) = unit.type_unit {
            self.signatures.entry(signature).or_insert(TypeRef { unit: number, offset });
        }
        let unknown_form = table.unknown_form;
        if let Err(trouble) = self.found.scan_unit(&self.store, unit, &table) {
            let place = || self.store.place(section, trouble.at);
            let rest = "the rest of the unit was skipped";
            let message = match (trouble.reason, unknown_form) {
                (Reason::NoSuchAbbreviation, Some(form)) => {
                    format!("An entry uses the form {form:#x}, which is not known; {rest}.")
                }
                (Reason::NoSuchAbbreviation, None) => {
                    format!("An entry's abbreviation is not in the table; {rest}.")
                }
                (Reason::CutOff, _) => format!("An entry ends behind its unit; {rest}."),
                (Reason::TooDeep, _) => format!("Entries are nested too deep; {rest}."),
                (Reason::Supplementary, _) => wants_supplementary(self.supplementary.as_deref()),
            };
            self.diagnose.warn(place, message);
        }
    }

    /// Once all units are there: a row for each group.
    fn list_found(&mut self) -> StructIndex {
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
            index.names.push_str(&self.name_of(group.name).replace('\n', " "));
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

    fn name_of(&self, name: NameId) -> String {
        String::from_utf8_lossy(self.found.strings.get(name)).into_owned()
    }

    /// The content key of a row, once the second stage has hashed its members.
    fn quick_key(&self, row: u32) -> Option<String> {
        let row = self.rows.get(row as usize)?;
        let group = &self.found.groups[row.group as usize];
        let keyword = match group.kind {
            RowKind::Struct => "struct",
            RowKind::Union => "union",
            RowKind::Class => "class",
        };
        let hash = row.members.as_ref()?.hash;
        Some(key::content_key(keyword, &self.name_of(group.name), group.size_bytes, hash))
    }

    /// What was skipped so far.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnose.clone().into_list()
    }

    /// The place of the definition of a name, where there is just one.
    fn only_definition(&self, name: &str, is_union: bool) -> Option<TypeRef> {
        // Another one may stand in the other half.
        if self.part.is_some() {
            return None;
        }
        let name = self.found.strings.find(name.as_bytes())?;
        let mut fitting = self.rows_of_name.get(&name)?.iter().filter(|&&row| {
            let group = &self.found.groups[self.rows[row as usize].group as usize];
            (group.kind == RowKind::Union) == is_union
        });
        let only = *fitting.next()?;
        if fitting.next().is_some() { None } else { Some(self.rows[only as usize].first) }
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
        let rows = self.rows.len() as u32;
        let picked = self.rows.get(row as usize).ok_or(DescribeError::NoSuchRow { row, rows })?;
        let name = self.name_of(self.found.groups[picked.group as usize].name);
        self.tables.borrow_mut().renew_budget();
        let definitions = |name: &str, is_union| self.only_definition(name, is_union);
        describe(&self.resolver(&definitions), picked.first, &name, &self.target)
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
        let wanted = Wanted::new(names);
        let mut list = Vec::new();
        for row in 0..self.rows.len() as u32 {
            if let Ok(desc) = self.describe(row) {
                embeddings_in(&desc, &wanted, &mut list);
            }
        }
        list
    }
}
