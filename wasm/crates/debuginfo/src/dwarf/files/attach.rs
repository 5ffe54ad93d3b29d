//! Takes the sections of a file into the store: of the file itself, and of others that hold some of its types.

use std::rc::Rc;

use crate::sections::{SectionError, Sections};

use super::package::read_contributions;
use crate::dwarf::store::{InfoSection, LazySection, Origin, Store};

/// Whether these are the sections of a `.dwo` file or of a `.dwp` package.
pub fn is_split(sections: &dyn Sections) -> bool {
    sections.find(".debug_info.dwo").is_some()
}

/// Adds a file to the store: all but its entries, of which the numbers of the sections are returned, in the
/// order of the new `Store::infos`. A section that cannot be read goes to `failed`.
pub(crate) fn attach(
    store: &mut Store,
    sections: &Rc<dyn Sections>,
    mut failed: impl FnMut(&str, SectionError),
) -> Vec<usize> {
    let is_dwo = is_split(sections.as_ref());
    let suffix = if is_dwo { ".dwo" } else { "" };
    let file = store.files.len() as u32;
    let line = sections.find(&format!(".debug_line{suffix}"));
    let mut origin = Origin {
        info: store.infos.len() as u32,
        line: line.map(|number| LazySection::new(sections.clone(), number)).unwrap_or_default(),
        is_dwo,
        ..Origin::default()
    };
    if is_dwo {
        origin.contributions = read_contributions(sections.as_ref(), store.endian());
    }
    let mut read = |name: &str, all: &mut Vec<u8>| {
        let start = all.len();
        if let Some(number) = sections.find(&format!("{name}{suffix}")) {
            match sections.read(number) {
                Ok(data) if start == 0 => *all = data,
                Ok(data) => all.extend(data),
                Err(error) => failed(name, error),
            }
        }
        start
    };
    origin.abbrev = read(".debug_abbrev", &mut store.abbrev);
    origin.str = read(".debug_str", &mut store.str);
    origin.line_str = read(".debug_line_str", &mut store.line_str);
    origin.str_offsets = read(".debug_str_offsets", &mut store.str_offsets);
    store.files.push(origin);
    let mut numbers = Vec::new();
    for is_types in [false, true] {
        let name = format!("{}{suffix}", if is_types { ".debug_types" } else { ".debug_info" });
        for (number, section) in sections.list().iter().enumerate() {
            if section.name == name && section.size > 0 {
                numbers.push(number);
                let name = name.clone();
                store.infos.push(InfoSection { is_types, name, file, ..InfoSection::default() });
            }
        }
    }
    numbers
}

/// As `attach`, for a file that holds types of another: its entries are read too, and `label` goes before
/// their names. Where one of the sections cannot be read, the store is as it was.
pub(crate) fn attach_whole(
    store: &mut Store,
    sections: &Rc<dyn Sections>,
    label: &str,
) -> Result<(), SectionError> {
    let first = store.infos.len();
    let mut failure = None;
    let numbers = attach(store, sections, |_, error| failure = Some(error));
    for (number, info) in numbers.into_iter().zip(&mut store.infos[first..]) {
        match sections.read(number) {
            Ok(data) => info.data = data,
            Err(error) => failure = Some(error),
        }
        info.name = format!("{label} {}", info.name);
    }
    match failure {
        None => Ok(()),
        Some(error) => {
            detach_last(store);
            Err(error)
        }
    }
}

/// Takes out the file that was attached last.
pub(crate) fn detach_last(store: &mut Store) {
    if let Some(origin) = store.files.pop() {
        store.infos.truncate(origin.info as usize);
        store.abbrev.truncate(origin.abbrev);
        store.str.truncate(origin.str);
        store.line_str.truncate(origin.line_str);
        store.str_offsets.truncate(origin.str_offsets);
    }
}
