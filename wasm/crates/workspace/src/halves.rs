//! The DWARF of one file, shared by two workspaces.

use std::ops::Range;

use debuginfo::dwarf::{Dwarf, Half};
use facts::StructIndex;

use crate::Refusal;
use crate::open::{Reader, Workspace};

impl Workspace {
    /// Begins the stage `dwarf` of half of the file, of which another workspace reads the other half. The bytes
    /// of the file to feed; `None` where it cannot be divided.
    ///
    /// # Errors
    /// When its DWARF cannot be read at all.
    pub fn begin_half(&mut self, half: Half) -> Result<Option<Range<u64>>, Refusal> {
        let dwarf = Dwarf::open_half(self.sections(), self.opened.target().clone(), half)?;
        self.half = dwarf.map(Box::new);
        let Some((section, range)) = self.half.as_ref().and_then(|dwarf| dwarf.half()) else {
            return Ok(None);
        };
        let start = self.opened.place_in_file(section);
        Ok(start.map(|start| start + range.start..start + range.end))
    }

    /// The next bytes of the half, in order: `append` puts them after those that came before.
    pub fn feed(&mut self, append: impl FnOnce(&mut Vec<u8>)) {
        if let Some(dwarf) = &mut self.half {
            append(dwarf.incoming());
            dwarf.take_in();
        } else if let Some(Reader::Dwarf(dwarf)) = &mut self.reader
            && dwarf.half().is_some()
        {
            append(dwarf.incoming());
            dwarf.take_in_again();
        }
    }

    /// Before the stage `summaries` of a half, which reads all of it again: the bytes of the file to feed, for whoever
    /// reads them in a better way than by range. `None` where this is no half.
    pub fn rewind_half(&mut self) -> Option<Range<u64>> {
        let Some(Reader::Dwarf(dwarf)) = &mut self.reader else { return None };
        let (section, range) = dwarf.half()?;
        let start = self.opened.place_in_file(section)?;
        dwarf.rewind();
        Some(start + range.start..start + range.end)
    }

    /// The list of the half, once it has come in; summaries that follow are of this half too. `None` where the
    /// halves turned out to need each other: then the stage is to be read whole.
    pub fn end_half(&mut self) -> Option<StructIndex> {
        let mut dwarf = self.half.take()?;
        let index = dwarf.end_half()?;
        self.reader = Some(Reader::Dwarf(dwarf));
        Some(index)
    }

    /// Whether what was read here is half of the file.
    pub(crate) fn is_half(&self) -> bool {
        matches!(&self.reader, Some(Reader::Dwarf(dwarf)) if dwarf.half().is_some())
    }
}
