//! Files that hold some of a program's types: what dwz moved, and what the compiler split off.

use std::rc::Rc;

use crate::NothingUsable;
use crate::sections::Sections;

use super::attach::{attach_whole, detach_last, is_split};
use super::package::has_unit;
use crate::dwarf::reader::Dwarf;
use crate::dwarf::unit::{Header, read_header, read_own_entry};

impl Dwarf {
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
}
