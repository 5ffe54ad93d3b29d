//! What lies where while code runs: functions by address, and in each the variables with their locations.
//!
//! A question is about one function, so one compilation unit is read for it, by its range in `.debug_info`; the
//! list of all structs is not needed. The unit becomes flat tables of types; the scopes of a function are read
//! when that function is asked for. gimli evaluates lists of locations and ranges.
//!
//! References are followed into any unit of the file, its supplementary file (dwz) and its split files, which are
//! read as far as something leads into them. What leads nowhere says so ([`Kind::Lost`]), and is never guessed.

mod body;
mod entry;
mod index;
mod location;
mod lookup;
mod reading;
mod types;
mod units;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use facts::SplitFile;
use gimli::RunTimeEndian;
use rustc_hash::FxHashMap;

use crate::NothingUsable;
use crate::sections::Sections;

use super::files::supplementary::supplementary_link;
use entry::Opener;
use units::{UnitBytes, Units};

pub use body::{Body, Call, Inlined, Pointee, Variable};
pub use location::{Frame, Location, Place};
pub use lookup::Types;
pub use types::{Function, Global, Kind, Lost, Member, Type, TypeId, UnitTypes};

/// Entries that are kept from one question to the next: functions that are asked for together often share units.
const MAX_KEPT_BYTES: usize = 48 << 20;

/// The DWARF of one file, asked by address.
pub struct Located {
    sections: Rc<dyn Sections>,
    supplementary: Option<Rc<dyn Sections>>,
    split: Vec<Rc<dyn Sections>>,
    endian: RunTimeEndian,
    units: OnceCell<Rc<Units>>,
    ranges: OnceCell<index::Ranges>,
    variables: OnceCell<index::Variables>,
    /// The unit of each skeleton's id, among split files.
    split_units: OnceCell<FxHashMap<u64, u32>>,
    skeletons: Rc<RefCell<FxHashMap<u32, u32>>>,
    definitions: Rc<OnceCell<index::Definitions>>,
    types: RefCell<Option<Rc<Types>>>,
}

impl std::fmt::Debug for Located {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Located").finish_non_exhaustive()
    }
}

/// The unit that has the code at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnitAt {
    /// By its number.
    Unit(u32),
    /// It was split into a file that was not given.
    Split(Rc<str>),
}

impl Located {
    /// Reads nothing yet.
    pub fn open(sections: Rc<dyn Sections>, is_big_endian: bool) -> Result<Located, NothingUsable> {
        if sections.find(".debug_info").is_none() {
            return Err(NothingUsable::Dwarf("there is no .debug_info section".to_owned()));
        }
        let endian = if is_big_endian { RunTimeEndian::Big } else { RunTimeEndian::Little };
        Ok(Located {
            sections,
            supplementary: None,
            split: Vec::new(),
            endian,
            units: OnceCell::new(),
            ranges: OnceCell::new(),
            variables: OnceCell::new(),
            split_units: OnceCell::new(),
            skeletons: Rc::default(),
            definitions: Rc::default(),
            types: RefCell::default(),
        })
    }

    /// Gives the file that dwz moved shared types to. That it is the right one is for the caller to know.
    pub fn give_supplementary(&mut self, sections: Rc<dyn Sections>) {
        self.supplementary = Some(sections);
        self.forget();
    }

    /// Gives a `.dwo` or `.dwp` file: what is in it is found by the ids that skeletons have.
    pub fn give_split(&mut self, sections: Rc<dyn Sections>) {
        self.split.push(sections);
        self.forget();
    }

    fn forget(&mut self) {
        self.units = OnceCell::new();
        self.split_units = OnceCell::new();
        self.skeletons = Rc::default();
        self.definitions = Rc::default();
        self.types = RefCell::default();
    }

    fn units(&self) -> &Rc<Units> {
        self.units.get_or_init(|| {
            let own = self.sections.clone();
            Rc::new(Units::read(own, self.supplementary.clone(), &self.split, self.endian))
        })
    }

    /// All types, to be asked for with what one question needs.
    pub fn types(&self) -> Rc<Types> {
        let mut kept = self.types.borrow_mut();
        kept.take_if(|types| types.bytes().read_bytes() > MAX_KEPT_BYTES);
        let new = || {
            let bytes = UnitBytes::new(self.units().clone(), self.skeletons.clone());
            Rc::new(Types::new(bytes, self.definitions.clone()))
        };
        kept.get_or_insert_with(new).clone()
    }

    /// The unit whose code has this address.
    pub fn unit_at(&self, types: &Types, address: u64) -> Option<UnitAt> {
        let number = self.ranges.get_or_init(|| index::read(self.units())).find(address)?;
        let unit = Opener::new(types.bytes()).open(number)?;
        let (Some(id), Some(name)) = (unit.unit.dwo_id, &unit.split_into) else {
            return Some(UnitAt::Unit(number));
        };
        match self.split_units.get_or_init(|| self.read_split_units(types)).get(&id.0) {
            Some(&split) => {
                self.skeletons.borrow_mut().insert(split, number);
                Some(UnitAt::Unit(split))
            }
            None => Some(UnitAt::Split(name.clone())),
        }
    }

    /// What the variable of an address is, whichever unit has it; `None` where there is too much to look through.
    pub fn variable_at(&self, types: &Types, address: u64) -> Option<TypeId> {
        let all = &self.variables().list;
        let at = all.binary_search_by_key(&address, |(address, _)| *address).ok()?;
        let opener = Opener::new(types.bytes());
        let (unit, entry) = opener.entry(all.get(at)?.1)?;
        opener.type_of(&unit, &entry)
    }

    /// The struct of a goroutine, of a program of Go.
    pub fn goroutine(&self) -> Option<TypeId> {
        self.variables().goroutine
    }

    fn variables(&self) -> &index::Variables {
        self.variables.get_or_init(|| index::read_variables(self.units()))
    }

    /// The files that its units were split into and that were not given, each once.
    pub fn missing_split(&self) -> Vec<SplitFile> {
        /// A skeleton has hardly any entries.
        const MAX_SKELETON_BYTES: u64 = 512;
        let types = self.types();
        let opener = Opener::new(types.bytes());
        let mut files = Vec::new();
        for (number, place) in (0..).zip(self.units().list()) {
            if place.file != 0 || place.length > MAX_SKELETON_BYTES || place.is_type_unit() {
                continue;
            }
            let Some(unit) = opener.open(number) else { continue };
            let (Some(id), Some(name)) = (unit.unit.dwo_id, &unit.split_into) else { continue };
            if !self.split_units.get_or_init(|| self.read_split_units(&types)).contains_key(&id.0) {
                let root = unit.unit.entry(unit.unit.header.root_offset()).ok();
                let directory = root.and_then(|root| unit.text(&root, gimli::DW_AT_comp_dir));
                let directory = directory.map(|directory| directory.to_string());
                let file =
                    SplitFile { name: name.to_string(), directory: directory.unwrap_or_default() };
                if !files.contains(&file) {
                    files.push(file);
                }
            }
        }
        files
    }

    fn read_split_units(&self, types: &Types) -> FxHashMap<u64, u32> {
        let mut units = FxHashMap::default();
        let first = 1 + u32::from(self.supplementary.is_some());
        for (number, place) in (0..).zip(self.units().list()) {
            if place.file < first || place.is_type_unit() {
                continue;
            }
            // Before DWARF 5 the unit's own entry has it.
            let opened = || Opener::new(types.bytes()).open(number)?.unit.dwo_id;
            if let Some(id) = place.dwo_id.or_else(|| Some(opened()?.0)) {
                units.entry(id).or_insert(number);
            }
        }
        units
    }

    /// The variables of a function of a unit, with what is inlined in it, and its calls.
    pub fn body(&self, types: &Types, unit: u32, function: &Function) -> Body {
        body::read(types, unit, function).unwrap_or_default()
    }

    /// Why a type is not there, as a sentence goes on: "its type …".
    pub fn why_lost(&self, why: Lost) -> String {
        match why {
            Lost::Supplementary => {
                match supplementary_link(self.sections.as_ref()) {
                    Some(link) if self.supplementary.is_none() => format!(
                        "is in the supplementary file {} of dwz (build-id {}), which is not open",
                        link.name, link.id
                    ),
                    _ => "is beyond the end of the supplementary file of dwz".to_owned(),
                }
            }
            Lost::TypeUnit if self.split.is_empty() => {
                "is in a type unit that this file does not have: it may be in a .dwo or .dwp file, which is not open".to_owned()
            }
            Lost::TypeUnit => "is in a type unit that no open file has".to_owned(),
            Lost::Outside => "is beyond the end of the debug information, which is damaged".to_owned(),
            Lost::Form => "is stated in a form that is not read here".to_owned(),
        }
    }
}
