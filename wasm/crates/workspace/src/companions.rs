//! The other files that have some of a file's types.

use std::rc::Rc;

use container::Source;
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
        let link = supplementary_link(&*self.sections()).ok_or(Refusal::NamesNoSupplementary)?;
        let given = Rc::new(container::identify(source)?);
        let build_id = given.facts().build_id;
        let sections = FileSections::new(given);
        let ids = [build_id, supplementary_id(&sections)];
        if !link.id.is_empty() && !ids.iter().flatten().any(|id| *id == link.id) {
            return Err(Refusal::OtherSupplementary { name: link.name, build_id: link.id });
        }
        self.supplementary = Some(Rc::new(sections));
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
