//! Reads the sections with entries and hands each unit to the scan once it is in memory.

use facts::Diagnostic;
use rustc_hash::FxHashMap;

use super::found::Found;
use super::scan::Reason;
use crate::diagnose::Diagnose;
use crate::dwarf::files::split::{Skeleton, Skeletons};
use crate::dwarf::files::supplementary::wants_supplementary;
use crate::dwarf::headers::{Header, aggregate_at, read_header, read_own_entry};
use crate::dwarf::plans::plan::FarReference;
use crate::dwarf::store::Store;
use crate::dwarf::type_ref::TypeRef;
use crate::dwarf::unit::{Unit, unit_at};
use crate::messages;
use crate::sections::Sections;

/// Bytes of `.debug_info` that are read at a time: little enough that progress shows and that the
/// copy that the caller makes is small, enough that the call does not count. A browser reads a
/// kernel's 163 MB in 340 ms by 4 MB, in 260 ms by 16 MB.
const PIECE_BYTES: usize = 8 << 20;

/// As many units that cannot be read are no accident; a unit may take four bytes, and a section have many millions.
const MAX_ODD_UNITS: usize = 1000;

/// What the units that were read hold.
#[derive(Debug)]
pub(crate) struct UnitsRead {
    found: Found,
    /// Type units by their signature.
    signatures: FxHashMap<u64, TypeRef>,
    skeletons: Skeletons,
    producer: Option<String>,
    /// The name of the file that dwz moved types to.
    supplementary: Option<String>,
    diagnose: Diagnose,
    /// Whether another reader has the other half of the units.
    is_half: bool,
    /// Whether the half turned out to need the other one.
    needs_whole: bool,
}

impl UnitsRead {
    /// None read yet; `opening` is what was noticed before.
    pub fn new(supplementary: Option<String>, opening: Diagnose, is_half: bool) -> UnitsRead {
        UnitsRead {
            found: Found::new(),
            signatures: FxHashMap::default(),
            skeletons: Skeletons::default(),
            producer: None,
            supplementary,
            diagnose: opening,
            is_half,
            needs_whole: false,
        }
    }

    /// All units, in the order of the sections.
    #[inline(always)]
    pub fn units(&self) -> &[Unit] {
        &self.found.units
    }

    /// What is in them.
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// The type that a type unit of this signature holds.
    pub fn by_signature(&self, signature: u64) -> Option<TypeRef> {
        self.signatures.get(&signature).copied()
    }

    /// Units of which only a skeleton is in the program.
    pub fn skeletons(&self) -> &Skeletons {
        &self.skeletons
    }

    /// The compiler, as the first unit states it.
    pub fn producer(&self) -> Option<&str> {
        self.producer.as_deref()
    }

    /// The name of the file that dwz moved types to.
    pub fn supplementary(&self) -> Option<&str> {
        self.supplementary.as_deref()
    }

    /// What was skipped so far.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnose.clone().into_list()
    }

    /// Whether these are the units of half of a file.
    pub fn is_half(&self) -> bool {
        self.is_half
    }

    /// Whether the half is of no use alone.
    pub fn needs_whole(&self) -> bool {
        self.needs_whole
    }

    /// The file that dwz moved types to was not given: whole units may be there, to which nothing that is listed
    /// refers.
    pub fn note_supplementary(&mut self) {
        self.diagnose.add(String::new, wants_supplementary(self.supplementary()));
    }

    /// Units that took more work than any honest one.
    pub fn note_spent(&mut self, places: Vec<String>) {
        for place in places {
            self.diagnose.add(|| place, messages::members_repeated());
        }
    }

    /// Entries whose children do not end where their sibling is.
    pub fn note_misnested(&mut self, places: Vec<String>) {
        for place in places {
            self.diagnose.add(|| place, messages::misnested());
        }
    }

    /// Structs that hold themselves by value, and the first of them.
    pub fn note_circles(&mut self, count: u32, first: String) {
        self.diagnose.add_times(count, || first, messages::holds_itself());
    }

    /// Drops what only the second stage needs.
    pub fn forget_instances(&mut self) {
        self.found.forget_instances();
    }

    /// Finds what units say of each other, once all of them are there.
    pub fn complete(&mut self, store: &Store) {
        if let Some((units, place, sentence)) = self.skeletons.missing_message() {
            self.diagnose.add_times(units, || place.to_owned(), sentence);
        }
        self.found.complete_languages();
        let signatures = &self.signatures;
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
            |unit, offset| aggregate_at(store, unit, &store.table(unit), offset),
        );
        self.found.complete_signed_names(&self.signatures);
        self.found.forget_keys();
    }

    /// Reads a section with entries, number `number` of the file and `section` of the store, piece by piece, and
    /// indexes each unit once it is there. `progress` is told bytes.
    pub fn read_section(
        &mut self,
        sections: &dyn Sections,
        number: usize,
        store: &mut Store,
        section: u32,
        progress: &mut dyn FnMut(u64),
    ) {
        let Some(info) = sections.list().get(number) else { return };
        let name = store.info_name(section).to_owned();
        let Ok(total) = usize::try_from(info.size) else {
            self.diagnose.add(|| name, messages::section_too_large());
            return;
        };
        if total > 0 && store.info(section).data.len() == total {
            // Read by an earlier call.
            self.index_units(store, section, 0, total, total);
            progress(total as u64);
            return;
        }
        if !info.plain {
            match sections.read(number) {
                Ok(data) => *store.info_mut(section) = data,
                Err(error) => {
                    self.diagnose.add(|| name, messages::section_unread(error));
                    return;
                }
            }
            let total = store.info(section).data.len();
            self.index_units(store, section, 0, total, total);
            progress(total as u64);
            return;
        }
        if !store.make_room(section, total) {
            self.diagnose.add(|| name, messages::no_memory());
            return;
        }
        let (mut next_unit, mut needed) = (0, 0);
        let mut have = 0;
        while have < total {
            let until = needed.max(have + PIECE_BYTES).min(total);
            let data = store.info_mut(section);
            data.resize(until, 0);
            let new = data.get_mut(have..).unwrap_or_default();
            if let Err(error) = sections.read_range(number, have as u64, new) {
                data.truncate(have);
                self.diagnose.add(|| name, messages::section_unread(error));
                return;
            }
            have = until;
            progress(have as u64);
            match self.index_units(store, section, next_unit, have, total) {
                Some((unit, upto)) => (next_unit, needed) = (unit, upto),
                None => return,
            }
        }
    }

    /// Indexes the units from `start` on that lie below `have`. Returns where the next one begins
    /// and up to where it needs the section, or `None` at the end.
    pub fn index_units(
        &mut self,
        store: &Store,
        section: u32,
        start: usize,
        have: usize,
        total: usize,
    ) -> Option<(usize, usize)> {
        let mut at = start;
        let mut odd = 0;
        while at < have {
            match read_header(store, section, at, total) {
                Header::Needs(upto) => return Some((at, upto)),
                Header::Lost(_) if self.is_half => {
                    self.needs_whole = true;
                    return None;
                }
                Header::Lost(reason) => {
                    self.diagnose.add(|| store.place(section, at), messages::rest_skipped(reason));
                    return None;
                }
                Header::Odd(..) if odd == MAX_ODD_UNITS => {
                    self.diagnose.add(|| store.place(section, at), messages::many_units_skipped());
                    return None;
                }
                Header::Odd(end, reason) => {
                    odd += 1;
                    self.diagnose.add(|| store.place(section, at), messages::unit_skipped(reason));
                    at = end;
                }
                Header::Unit(unit) => {
                    at = unit.end;
                    self.index_unit(store, unit);
                }
            }
            if self.needs_whole {
                return None;
            }
        }
        if at < total { Some((at, 0)) } else { None }
    }

    fn index_unit(&mut self, store: &Store, mut unit: Unit) {
        let number = self.found.units.len() as u32;
        let table = store.table(&unit);
        if self.is_half && table.refers_far {
            self.needs_whole = true;
            return;
        }
        let (section, start) = (unit.section, unit.start);
        let facts = read_own_entry(store, &mut unit, &table);
        let is_own = store.is_own(section);
        if is_own && !store.file_of(section).is_dwo {
            if let (Some(name), Some(id)) = (facts.split_into, unit.dwo_id) {
                if self.is_half {
                    self.needs_whole = true;
                    return;
                }
                let (directory, line) = (facts.directory, facts.line);
                let skeleton = Skeleton { id, name, directory, line };
                self.skeletons.add(skeleton, || store.place(section, start));
            }
        } else if let (false, Some(id)) = (is_own, unit.dwo_id) {
            unit.skeleton = self.skeletons.join(id);
            if unit.skeleton.is_none() {
                // It is another program's, or there already.
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
        if let Err(trouble) = self.found.scan_unit(store, unit, &table) {
            let place = || store.place(section, trouble.at);
            let message = match (trouble.reason, unknown_form) {
                (Reason::NoSuchAbbreviation, Some(form)) => {
                    messages::unknown_form(format!("{form:#x}"))
                }
                (Reason::NoSuchAbbreviation, None) => messages::no_abbreviation(),
                (Reason::CutOff, _) => messages::unit_cut(),
                (Reason::TooDeep, _) => messages::too_deep(),
                (Reason::LostName, _) => messages::name_lost(),
                (Reason::Misnested, _) => messages::misnested(),
                (Reason::Supplementary, _) => wants_supplementary(self.supplementary()),
            };
            self.diagnose.add(place, message);
        }
    }
}
