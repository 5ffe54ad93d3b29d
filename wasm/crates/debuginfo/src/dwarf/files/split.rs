//! Split DWARF: units of which only a skeleton stands in the program, and the `.dwo` files and `.dwp`
//! packages that hold the rest (DWARF 5, 7.3.2; GNU's form of it with DWARF 4).
//!
//! A skeleton names its file and an id. The file's unit states the same id, which compilers hash from what
//! they wrote: one of another build has another.

use std::rc::Rc;

use facts::SplitFile;

use crate::messages;
use rustc_hash::FxHashMap;

/// Names of missing files that one sentence has.
const MAX_NAMED: usize = 4;

/// What a skeleton says of the unit that it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Skeleton {
    /// `DW_AT_dwo_id`, or that of the header.
    pub id: u64,
    /// `DW_AT_dwo_name`
    pub name: String,
    /// `DW_AT_comp_dir`, which the name and those of sources are relative to.
    pub directory: Option<String>,
    /// `DW_AT_stmt_list`: a unit without a line table of its own counts its files by this one.
    pub line: Option<usize>,
}

/// The skeletons of a program, and which of them have found their unit.
#[derive(Debug, Default)]
pub(crate) struct Skeletons {
    list: Vec<(Rc<Skeleton>, String)>,
    by_id: FxHashMap<u64, u32>,
    joined: Vec<bool>,
}

impl Skeletons {
    /// A skeleton at a place. One that stands twice, as a program of equal files has them, counts once.
    pub fn add(&mut self, skeleton: Skeleton, place: impl FnOnce() -> String) {
        let next = self.list.len() as u32;
        if *self.by_id.entry(skeleton.id).or_insert(next) == next {
            self.list.push((Rc::new(skeleton), place()));
            self.joined.push(false);
        }
    }

    /// The skeleton of a unit that has come; `None` for a unit of another program, and for one that came
    /// before.
    pub fn join(&mut self, id: u64) -> Option<Rc<Skeleton>> {
        let number = *self.by_id.get(&id)? as usize;
        if std::mem::replace(self.joined.get_mut(number)?, true) {
            return None;
        }
        Some(self.list.get(number)?.0.clone())
    }

    /// Whether a unit of this id is missing.
    pub fn misses(&self, id: u64) -> bool {
        let joined = self.by_id.get(&id).and_then(|&number| self.joined.get(number as usize));
        joined == Some(&false)
    }

    fn missing(&self) -> impl Iterator<Item = &(Rc<Skeleton>, String)> {
        self.list.iter().zip(&self.joined).filter(|(_, joined)| !**joined).map(|(one, _)| one)
    }

    /// The files that are missing, each once.
    pub fn missing_files(&self) -> Vec<SplitFile> {
        let mut files: Vec<SplitFile> = Vec::new();
        let mut known = rustc_hash::FxHashSet::default();
        for (skeleton, _) in self.missing() {
            let directory = skeleton.directory.clone().unwrap_or_default();
            if known.insert((skeleton.name.as_str(), skeleton.directory.as_deref())) {
                files.push(SplitFile { name: skeleton.name.clone(), directory });
            }
        }
        files
    }

    /// How many units are missing, the place of the first, and a sentence; `None` where all are there.
    pub fn missing_message(&self) -> Option<(u32, &str, facts::Message)> {
        let (_, place) = self.missing().next()?;
        let units = self.missing().count() as u32;
        let files = self.missing_files();
        let named: Vec<&str> =
            files.iter().take(MAX_NAMED).map(|file| file.name.as_str()).collect();
        let mut named = named.join(", ");
        if files.len() > MAX_NAMED {
            named.push_str(&format!(" and {} more", files.len() - MAX_NAMED));
        }
        let sentence = messages::dwo_missing(named);
        Some((units, place, sentence))
    }

    /// The ids of the units that are missing.
    pub fn missing_ids(&self) -> impl Iterator<Item = u64> {
        self.missing().map(|(skeleton, _)| skeleton.id)
    }

    /// Whether a missing file is called as this one, folders apart.
    pub fn names(&self, file_name: &str) -> bool {
        self.missing().any(|(one, _)| last_part(&one.name) == last_part(file_name))
    }
}

fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or("")
}
