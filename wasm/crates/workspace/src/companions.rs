//! The other files that have some of a file's types.

use std::rc::Rc;

use container::{Opened, Source};
use debuginfo::NothingUsable;
use debuginfo::dwarf::{supplementary_id, supplementary_link};
use facts::Companion;

use crate::open::{Reader, Workspace, read_btf};
use crate::{FileSections, Refusal};

impl Workspace {
    /// Gives a file that `FileFacts` or the index ask for; a stage that it belongs to is to be read after it,
    /// or again. Whether it has anything that is missing.
    ///
    /// `name` is the file's own, which tells only which split file it means to be.
    ///
    /// # Errors
    /// When it cannot be read, or says itself that it belongs to another file. Whether the base of split BTF
    /// fits shows when its stage is read.
    pub fn give(
        &mut self,
        companion: Companion,
        name: &str,
        source: Rc<dyn Source>,
    ) -> Result<bool, Refusal> {
        match companion {
            Companion::BaseBtf => self.give_base(source),
            Companion::Supplementary => self.give_supplementary(source),
            Companion::Split => self.give_split(name, source),
            Companion::Debug => {
                let debug = debug_of(&self.opened, source)?;
                self.program = Some(std::mem::replace(&mut self.opened, debug));
                Ok(true)
            }
        }
    }

    fn give_base(&mut self, source: Rc<dyn Source>) -> Result<bool, Refusal> {
        let opened = container::identify(source)?;
        let base = read_btf(&opened, None).map_err(|refusal| match refusal {
            Refusal::Unusable(NothingUsable::BtfNeedsBase) => Refusal::BaseIsSplit,
            other => other,
        })?;
        self.base = Some(base);
        Ok(true)
    }

    fn give_supplementary(&mut self, source: Rc<dyn Source>) -> Result<bool, Refusal> {
        self.supplementary = Some(supplementary_of(&self.sections(), source)?);
        Ok(true)
    }

    fn give_split(&mut self, name: &str, source: Rc<dyn Source>) -> Result<bool, Refusal> {
        match &mut self.reader {
            Some(Reader::Dwarf(dwarf)) if dwarf.half().is_some() => Err(Refusal::HalfOnly),
            Some(Reader::Dwarf(dwarf)) => {
                let given = Rc::new(container::identify(source)?);
                Ok(dwarf.give_split(Rc::new(FileSections::new(given)), name)?)
            }
            _ if self.opened.has_dwarf() => Err(Refusal::SplitTooEarly),
            _ => Ok(false),
        }
    }
}

/// The file that dwz moved types to, for a file that names it.
fn supplementary_of(
    own: &FileSections,
    source: Rc<dyn Source>,
) -> Result<Rc<FileSections>, Refusal> {
    let link = supplementary_link(own).ok_or(Refusal::NamesNoSupplementary)?;
    let given = Rc::new(container::identify(source)?);
    let build_id = given.facts().build_id;
    let sections = FileSections::new(given);
    let ids = [build_id, supplementary_id(&sections)];
    if !link.id.is_empty() && !ids.iter().flatten().any(|id| *id == link.id) {
        return Err(Refusal::OtherSupplementary { name: link.name, build_id: link.id });
    }
    Ok(Rc::new(sections))
}

/// The file with the debug information of a stripped one.
fn debug_of(own: &Opened, source: Rc<dyn Source>) -> Result<Rc<Opened>, Refusal> {
    let given = container::identify(source)?;
    let build_id = own.facts().build_id;
    if !own.is_stripped() || given.facts().build_id != build_id || !given.has_dwarf() {
        return Err(Refusal::OtherDebug { build_id: build_id.unwrap_or_default() });
    }
    Ok(Rc::new(given))
}

/// The files of one program that its code is followed with.
#[derive(Debug)]
pub struct CodeFiles {
    opened: Rc<Opened>,
    debug: Option<Rc<Opened>>,
    supplementary: Option<Rc<FileSections>>,
    split: Vec<Rc<FileSections>>,
}

impl CodeFiles {
    /// The file that has the code.
    ///
    /// # Errors
    /// As [`Workspace::open`].
    pub fn open(source: Rc<dyn Source>) -> Result<CodeFiles, Refusal> {
        let opened = Rc::new(container::identify(source)?);
        Ok(CodeFiles { opened, debug: None, supplementary: None, split: Vec::new() })
    }

    /// As [`Workspace::give`]; what has no code or types for it is left out.
    ///
    /// # Errors
    /// When it cannot be read, or says itself that it belongs to another file.
    pub fn give(&mut self, companion: Companion, source: Rc<dyn Source>) -> Result<(), Refusal> {
        match companion {
            Companion::BaseBtf => {}
            Companion::Supplementary => {
                self.supplementary = Some(supplementary_of(&self.sections(), source)?);
            }
            Companion::Split => {
                let given = Rc::new(container::identify(source)?);
                self.split.push(Rc::new(FileSections::new(given)));
            }
            Companion::Debug => self.debug = Some(debug_of(&self.opened, source)?),
        }
        Ok(())
    }

    /// The code, and its debug information.
    pub fn sections(&self) -> Rc<FileSections> {
        let code = Rc::clone(&self.opened);
        Rc::new(match &self.debug {
            Some(debug) => FileSections::joined(code, Rc::clone(debug)),
            None => FileSections::new(code),
        })
    }

    /// The file that has the symbols.
    pub fn symbols(&self) -> &Rc<Opened> {
        self.debug.as_ref().unwrap_or(&self.opened)
    }

    /// What dwz moved to another file.
    pub fn supplementary(&self) -> Option<&Rc<FileSections>> {
        self.supplementary.as_ref()
    }

    /// Files of split DWARF.
    pub fn split(&self) -> &[Rc<FileSections>] {
        &self.split
    }
}
