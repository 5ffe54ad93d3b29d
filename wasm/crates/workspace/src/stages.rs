//! The index, stage by stage.

use debuginfo::dwarf::Dwarf;
use debuginfo::{DescribeError, TypeReader};
use facts::{IndexStage, StructIndex};

use crate::Refusal;
use crate::open::{Reader, Workspace, read_btf};

facts::messages! { "file";
    Warning part_unusable(lost, rest, reason) "The {lost} of this file cannot be used, so its types are from {rest}. {reason}";
}

impl Workspace {
    /// Reads a stage of the index. Rows of an earlier stage are no longer valid; `Query::Find` leads from a
    /// struct's key to its new row. `progress` is told bytes.
    ///
    /// Where a file has both BTF and DWARF and one of them cannot be read, the index of the other says so.
    ///
    /// # Errors
    /// When the stage cannot be read; what there was before stays.
    pub fn index(
        &mut self,
        stage: IndexStage,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<StructIndex, Refusal> {
        match self.read_stage(stage, progress) {
            Ok(mut index) => {
                // What came since may have mended it.
                self.missing.take_if(|(lost, _)| *lost == stage);
                if let Some((_, missing)) = &self.missing {
                    index.diagnostics.insert(0, missing.clone());
                }
                Ok(index)
            }
            Err(refusal) => {
                self.note_missing(stage, &refusal);
                Err(refusal)
            }
        }
    }

    /// Keeps a reader that is there already; another replaces it only once it has its index.
    fn read_stage(
        &mut self,
        stage: IndexStage,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<StructIndex, Refusal> {
        match (stage, &mut self.reader) {
            (IndexStage::Btf, Some(Reader::Btf(btf))) => {
                // A kernel that is not its own leaves what there was.
                if let Some(base) = self.base.take() {
                    **btf = read_btf(&self.opened, Some(&base))?;
                }
                Ok(btf.index(progress))
            }
            (IndexStage::Btf, _) => {
                let mut btf = read_btf(&self.opened, self.base.as_ref())?;
                let index = btf.index(progress);
                self.reader = Some(Reader::Btf(Box::new(btf)));
                Ok(index)
            }
            // More of its types may have come.
            (IndexStage::Dwarf, Some(Reader::Dwarf(dwarf))) if dwarf.half().is_none() => {
                if let Some(supplementary) = self.supplementary.take() {
                    dwarf.give_supplementary(supplementary)?;
                }
                Ok(dwarf.index(progress))
            }
            (IndexStage::Dwarf, _) => {
                let mut dwarf = Dwarf::open(self.sections(), self.opened.target().clone())?;
                if let Some(supplementary) = self.supplementary.take() {
                    dwarf.give_supplementary(supplementary)?;
                }
                let index = dwarf.index(progress);
                self.reader = Some(Reader::Dwarf(Box::new(dwarf)));
                Ok(index)
            }
            (IndexStage::Summaries, Some(Reader::Dwarf(dwarf))) => summaries(dwarf, progress),
            (IndexStage::Summaries, _) => Err(Refusal::SummariesTooEarly),
            (IndexStage::Text, _) => Err(Refusal::NoText),
        }
    }

    /// Damaged BTF beside good DWARF is no loss but for the time; damaged DWARF leaves what BTF has.
    fn note_missing(&mut self, stage: IndexStage, refusal: &Refusal) {
        let has_btf = self.opened.find(".BTF").is_some();
        let (lost, rest, place) = match stage {
            IndexStage::Btf if has_btf && self.opened.has_dwarf() => ("BTF", "DWARF alone", ".BTF"),
            IndexStage::Dwarf if has_btf => ("DWARF", "BTF", ".debug_info"),
            _ => return,
        };
        let missing = part_unusable(lost, rest, refusal).at(place, 1);
        self.missing = Some((stage, missing));
    }
}

fn summaries(
    dwarf: &mut Dwarf,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<StructIndex, Refusal> {
    /// Units between two reports: some ten milliseconds of a kernel's.
    const UNITS: u32 = 32;
    loop {
        let (done, total) = dwarf.summarize(UNITS);
        progress(u64::from(done), u64::from(total));
        if let Some(reason) = dwarf.failure() {
            return Err(DescribeError::Unread(reason.clone()).into());
        }
        if done >= total {
            return Ok(dwarf.summaries());
        }
    }
}
