use std::rc::Rc;

use container::{Opened, Source};
use debuginfo::btf::Btf;
use debuginfo::dwarf::{Dwarf, is_split, may_be_shared, supplementary_link};
use debuginfo::sections::Sections;
use debuginfo::{NothingUsable, TypeReader};
use facts::{Companion, Diagnostic, FileFacts, FileKind, IndexStage, SupplementaryFile};

use crate::{FileSections, Refusal};

/// One open file and what was read of it.
pub struct Workspace {
    /// Of a stripped program, once that is given, the file with its debug information.
    pub(crate) opened: Rc<Opened>,
    /// The stripped program itself.
    pub(crate) program: Option<Rc<Opened>>,
    /// BTF that this file's continues.
    pub(crate) base: Option<Btf>,
    /// What dwz moved to another file.
    pub(crate) supplementary: Option<Rc<FileSections>>,
    /// The reader of the best stage so far: rows are its rows.
    pub(crate) reader: Option<Reader>,
    /// BTF of a file whose rows come from DWARF, read when it is first asked for.
    pub(crate) quick: Option<Btf>,
    /// Half of the DWARF, while it comes in.
    pub(crate) half: Option<Box<Dwarf>>,
    /// Which of BTF and DWARF could not be read, where the other is good.
    pub(crate) missing: Option<(IndexStage, Diagnostic)>,
}

/// A reader with its file's types.
pub(crate) enum Reader {
    Btf(Box<Btf>),
    Dwarf(Box<Dwarf>),
}

impl Reader {
    pub(crate) fn types(&self) -> &dyn TypeReader {
        match self {
            Reader::Btf(btf) => &**btf,
            Reader::Dwarf(dwarf) => &**dwarf,
        }
    }
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Workspace").field("opened", &self.opened).finish_non_exhaustive()
    }
}

impl Workspace {
    /// Tells what a file is. Of raw BTF the types are read at once: they tell the machine.
    ///
    /// # Errors
    /// When the file is of a kind that holds no types, or is damaged beyond use.
    pub fn open(source: Rc<dyn Source>) -> Result<(Workspace, FileFacts), Refusal> {
        let opened = Rc::new(container::identify(source)?);
        let mut facts = facts_of(&opened);
        let may_be_split = opened.kind() != FileKind::Elf && opened.find(".BTF").is_some();
        let reader = if may_be_split { split_btf(&opened, &mut facts)? } else { None };
        let workspace = Workspace {
            opened,
            program: None,
            base: None,
            supplementary: None,
            reader,
            quick: None,
            half: None,
            missing: None,
        };
        Ok((workspace, facts))
    }

    /// What is known of a file that was stripped, once its debug information was given.
    pub fn facts(&self) -> FileFacts {
        let mut facts = facts_of(&self.opened);
        if let Some(program) = &self.program {
            facts.code_shift_bytes = program.facts().code_shift_bytes;
        }
        facts
    }

    pub(crate) fn sections(&self) -> Rc<FileSections> {
        Rc::new(FileSections::new(Rc::clone(&self.opened)))
    }

    pub(crate) fn types(&self) -> Result<&dyn TypeReader, Refusal> {
        self.reader.as_ref().map(Reader::types).ok_or(Refusal::NothingRead)
    }
}

fn facts_of(opened: &Rc<Opened>) -> FileFacts {
    let sections = FileSections::new(Rc::clone(opened));
    let mut facts = opened.facts();
    facts.is_split_dwarf = is_split(&sections);
    facts.may_be_shared = may_be_shared(sections.list());
    facts.supplementary = supplementary_link(&sections)
        .map(|link| SupplementaryFile { name: link.name, build_id: link.id });
    facts
}

/// The BTF of a file that may continue another's, and in its facts what it needs or would gain by.
fn split_btf(opened: &Opened, facts: &mut FileFacts) -> Result<Option<Reader>, Refusal> {
    match read_btf(opened, None) {
        Ok(btf) => {
            // DWARF has all that the kernel would tell.
            if opened.find(".BTF.base").is_some() && !opened.has_dwarf() {
                facts.gains.push(Companion::BaseBtf);
            }
            facts.target = btf.target().clone();
            Ok(Some(Reader::Btf(Box::new(btf))))
        }
        // DWARF has all that the BTF beside it would have.
        Err(Refusal::Unusable(_)) if opened.has_dwarf() => {
            facts.stages.retain(|stage| *stage != IndexStage::Btf);
            Ok(None)
        }
        Err(Refusal::Unusable(NothingUsable::BtfNeedsBase)) => {
            facts.needs.push(Companion::BaseBtf);
            Ok(None)
        }
        Err(refusal) => Err(refusal),
    }
}

/// The BTF of a file over what it continues, where that was given.
pub(crate) fn read_btf(opened: &Opened, base: Option<&Btf>) -> Result<Btf, Refusal> {
    let section = opened.find(".BTF").ok_or(Refusal::NoBtf)?;
    let bytes = opened.read_section(section)?;
    let distilled = match opened.find(".BTF.base") {
        Some(section) => Some(opened.read_section(section)?),
        None => None,
    };
    Ok(Btf::open(bytes, distilled, base, opened.target().clone())?)
}
