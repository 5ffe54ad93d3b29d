//! One file with what belongs to it: its companions, its stages, its questions.
//!
//! A [`Workspace`] owns the file that was opened and the other files that have some of its types (the BTF of
//! its kernel, dwz's file, split DWARF). It decides which reader answers: BTF beside DWARF answers at once what
//! takes DWARF seconds, and DWARF replaces BTF that is damaged. Two workspaces can share the DWARF of one
//! file, each reading half.
//!
//! Design constraints:
//!
//! - no I/O: files are read by range through [`container::Source`];
//! - a stage that fails leaves the one before; a companion that does not fit leaves what there was;
//! - a question about the whole file is refused by a workspace that has half of it.
//!
//! ```
//! use facts::{Answer, IndexStage, Query};
//! use workspace::Workspace;
//! # fn example(source: std::rc::Rc<dyn container::Source>) -> Result<(), workspace::Refusal> {
//! let (mut workspace, facts) = Workspace::open(source)?;
//! for stage in facts.stages {
//!     let index = workspace.index(stage, &mut |_done, _total| {})?;
//! }
//! let Answer::PerCpu(structs) = workspace.ask(&Query::PerCpu)? else { return Ok(()) };
//! # Ok(())
//! # }
//! ```

mod answers;
mod companions;
mod file_sections;
mod halves;
mod open;
mod refusal;
mod stages;

pub use companions::CodeFiles;
pub use debuginfo::dwarf::Half;
pub use file_sections::FileSections;
pub use open::Workspace;
pub use refusal::Refusal;
