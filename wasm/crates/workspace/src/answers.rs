//! What each question is answered by.

use debuginfo::TypeReader;
use facts::{Answer, Query};

use crate::Refusal;
use crate::open::{Reader, Workspace, read_btf};

impl Workspace {
    /// The answer to a question, of the question's own kind. Questions about single structs are answered by
    /// whatever gave the last index; those about the whole file by BTF where there is any.
    ///
    /// # Errors
    /// When nothing was read yet, when only half of the file was read here, or when a struct cannot be shown.
    pub fn ask(&mut self, query: &Query) -> Result<Answer, Refusal> {
        self.drop_much();
        Ok(match query {
            Query::Describe { row } => Answer::Describe(self.types()?.describe(*row)?),
            Query::DescribeAll { rows } => {
                self.types()?;
                let describe = |row: &u32| {
                    self.drop_much();
                    self.types().ok()?.describe(*row).ok()
                };
                Answer::DescribeAll(rows.iter().map(describe).collect())
            }
            Query::Find { key } => Answer::Find(self.types()?.find(key)),
            Query::PointsTo { key } => {
                let types = self.types()?;
                let row = types.find(key);
                Answer::PointsTo(row.map(|row| types.points_to(row)).transpose()?)
            }
            Query::Code { functions, variables } => {
                Answer::Code(self.whole()?.code(&names(functions), &names(variables)))
            }
            Query::Embeddings { inner } => {
                Answer::Embeddings(self.whole()?.embeddings(&names(inner)))
            }
            Query::HeldCounts => Answer::HeldCounts(self.whole()?.held_counts()),
            Query::PerCpu => {
                let symbols = container::per_cpu_variables(&self.opened);
                Answer::PerCpu(self.whole()?.per_cpu(&symbols))
            }
            Query::Symbols => Answer::Symbols(container::symbol_lines(&self.opened)),
            Query::Touches { .. } | Query::Visits { .. } => return Err(Refusal::CodeApart),
            Query::Mangled { .. } => return Err(Refusal::NamesApart),
        })
    }

    /// What answers to earlier questions had to read again does not stay in memory.
    fn drop_much(&mut self) {
        if let Some(Reader::Dwarf(dwarf)) = &mut self.reader {
            dwarf.drop_much();
        }
    }

    /// What answers for the whole file. BTF answers in milliseconds what takes DWARF seconds.
    fn whole(&mut self) -> Result<&dyn TypeReader, Refusal> {
        let is_dwarf = matches!(self.reader, Some(Reader::Dwarf(_)));
        if is_dwarf && self.quick.is_none() {
            self.quick = match read_btf(&self.opened, self.base.as_ref()) {
                Ok(btf) => Some(btf),
                // DWARF answers.
                Err(Refusal::NoBtf | Refusal::Unusable(_)) => None,
                Err(refusal) => return Err(refusal),
            };
        }
        match &self.quick {
            Some(btf) => Ok(btf),
            None if self.is_half() => Err(Refusal::HalfOnly),
            None => self.types(),
        }
    }
}

fn names(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).filter(|name| !name.is_empty()).collect()
}
