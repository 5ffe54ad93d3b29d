//! Files that hold some of a program's types: what dwz moved, and what the compiler split off.

use std::rc::Rc;

use crate::NothingUsable;
use crate::sections::Sections;

use super::package::has_unit;
use super::split::Skeletons;
use crate::dwarf::headers::{Header, read_header, read_own_entry};
use crate::dwarf::store::Store;
use crate::dwarf::store::attach::is_split;

/// Adds the file that dwz moved shared types to.
///
/// # Errors
/// When it cannot be read or has no entries.
pub(crate) fn give_supplementary(
    store: &mut Store,
    sections: &Rc<dyn Sections>,
) -> Result<(), NothingUsable> {
    let refused = |reason: String| NothingUsable::Dwarf(reason);
    match store.attach_supplementary(sections) {
        Ok(true) => Ok(()),
        Ok(false) => {
            Err(refused("the supplementary file has no entries of debug information".to_owned()))
        }
        Err(error) => Err(refused(format!("supplementary file: {error}"))),
    }
}

/// Adds a `.dwo` or `.dwp` file that is called `file_name`: whether units are in it that are missing. Without them
/// the store stays as it was.
///
/// # Errors
/// When it cannot be read, or when it is called as one that is missing and its units come from another build.
pub(crate) fn give_split(
    store: &mut Store,
    skeletons: &Skeletons,
    sections: &Rc<dyn Sections>,
    file_name: &str,
) -> Result<bool, NothingUsable> {
    let wants = match has_unit(sections.as_ref(), store.endian(), || skeletons.missing_ids()) {
        // Packages are large: those of other programs are not read.
        Some(false) => false,
        _ if !is_split(sections.as_ref()) => false,
        _ => {
            let first = store.info_count();
            store
                .attach_whole(sections, file_name)
                .map_err(|error| NothingUsable::Dwarf(error.to_string()))?;
            let wants = (first..store.info_count()).any(|one| misses_of(store, skeletons, one));
            if !wants {
                store.detach_last();
            }
            wants
        }
    };
    if !wants && skeletons.names(file_name) {
        return Err(NothingUsable::SplitMismatch);
    }
    Ok(wants)
}

/// Whether a unit of a section with entries is one that is missing.
fn misses_of(store: &Store, skeletons: &Skeletons, section: u32) -> bool {
    let total = store.info(section).data.len();
    store.renew_budget();
    let mut at = 0;
    while at < total {
        at = match read_header(store, section, at, total) {
            Header::Needs(_) | Header::Lost(_) => return false,
            Header::Odd(end, _) => end,
            Header::Unit(mut unit) => {
                let table = store.table(&unit);
                read_own_entry(store, &mut unit, &table);
                if unit.dwo_id.is_some_and(|id| skeletons.misses(id)) {
                    return true;
                }
                unit.end
            }
        };
    }
    false
}
