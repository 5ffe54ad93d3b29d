//! A file's sections as they are stored: where they are, and what it takes to read them.

use std::rc::Rc;

use crate::elf::Machine;
use crate::placed::Placed;
use crate::section::Section;
use crate::source::Source;
use crate::unpack::Room;

/// The sections of one file.
pub(crate) struct Stored {
    pub source: Rc<dyn Source>,
    /// How much of it may be unpacked.
    pub room: Room,
    /// Those with content that lie within the file.
    pub sections: Vec<Section>,
    /// Addresses in a relocatable object, which has none of its own.
    pub placed: Placed,
    /// `None` for raw BTF.
    pub elf: Option<Machine>,
    /// Whether it is relocatable.
    pub is_object: bool,
}

impl Stored {
    /// Where the first section of a name is in `sections`.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.sections.iter().position(|section| section.name == name)
    }
}
