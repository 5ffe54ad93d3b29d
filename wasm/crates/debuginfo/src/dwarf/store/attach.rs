//! Takes the sections of a file into the store: of the file itself, and of others that hold some of its types.

use std::rc::Rc;

use crate::sections::{SectionError, Sections};

use super::{InfoSection, LazySection, Origin, Store};
use crate::dwarf::files::package::read_contributions;

/// Whether these are the sections of a `.dwo` file or of a `.dwp` package.
pub fn is_split(sections: &dyn Sections) -> bool {
    sections.find(".debug_info.dwo").is_some()
}

impl Store {
    /// Adds a file to the store: all but its entries, of which the numbers of the sections are returned, in the
    /// order of the new `Store::infos`. A section that cannot be read goes to `failed`.
    pub fn attach(
        &mut self,
        sections: &Rc<dyn Sections>,
        mut failed: impl FnMut(&str, SectionError),
    ) -> Vec<usize> {
        let is_dwo = is_split(sections.as_ref());
        let suffix = if is_dwo { ".dwo" } else { "" };
        let file = self.files.len() as u32;
        let line = sections.find(&format!(".debug_line{suffix}"));
        let mut origin = Origin {
            info: self.infos.len() as u32,
            line: line.map(|number| LazySection::new(sections.clone(), number)).unwrap_or_default(),
            is_dwo,
            ..Origin::default()
        };
        if is_dwo {
            origin.contributions = read_contributions(sections.as_ref(), self.endian());
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
        origin.abbrev = read(".debug_abbrev", &mut self.abbrev);
        origin.str = read(".debug_str", &mut self.str);
        origin.line_str = read(".debug_line_str", &mut self.line_str);
        origin.str_offsets = read(".debug_str_offsets", &mut self.str_offsets);
        self.files.push(origin);
        let mut numbers = Vec::new();
        for is_types in [false, true] {
            let name = format!("{}{suffix}", if is_types { ".debug_types" } else { ".debug_info" });
            for (number, section) in sections.list().iter().enumerate() {
                if section.name == name && section.size > 0 {
                    numbers.push(number);
                    let name = name.clone();
                    self.infos.push(InfoSection { is_types, name, file, ..InfoSection::default() });
                }
            }
        }
        numbers
    }

    /// As `attach`, for a file that holds types of another: its entries are read too, and `label` goes before
    /// their names. Where one of the sections cannot be read, the store is as it was.
    pub fn attach_whole(
        &mut self,
        sections: &Rc<dyn Sections>,
        label: &str,
    ) -> Result<(), SectionError> {
        let first = self.infos.len();
        let mut failure = None;
        let numbers = self.attach(sections, |_, error| failure = Some(error));
        for (number, info) in numbers.into_iter().zip(self.infos.iter_mut().skip(first)) {
            match sections.read(number) {
                Ok(data) => info.data = data,
                Err(error) => failure = Some(error),
            }
            info.name = format!("{label} {}", info.name);
        }
        match failure {
            None => Ok(()),
            Some(error) => {
                self.detach_last();
                Err(error)
            }
        }
    }

    /// As `attach_whole`, for the file that dwz moved types to: whether it has any entries. Without them the store is
    /// as it was.
    pub fn attach_supplementary(
        &mut self,
        sections: &Rc<dyn Sections>,
    ) -> Result<bool, SectionError> {
        let (file, first, abbrev) = (self.files.len() as u32, self.infos.len(), self.abbrev.len());
        self.attach_whole(sections, "supplementary")?;
        if self.infos.len() == first || self.abbrev.len() == abbrev {
            self.detach_last();
            return Ok(false);
        }
        self.alt = Some(file);
        Ok(true)
    }

    /// Takes out the file that was attached last.
    pub fn detach_last(&mut self) {
        if let Some(origin) = self.files.pop() {
            self.infos.truncate(origin.info as usize);
            self.abbrev.truncate(origin.abbrev);
            self.str.truncate(origin.str);
            self.line_str.truncate(origin.line_str);
            self.str_offsets.truncate(origin.str_offsets);
        }
    }
}
