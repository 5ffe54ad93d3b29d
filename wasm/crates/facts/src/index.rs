//! The list of structs and unions, as columns.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Diagnostic, IndexStage, SplitFile, visible_name};

/// Every named struct, union and class of a file with a known size, one row each; a name with
/// several layouts has a row for each. All columns have the same length; a row number is the
/// handle for `describe`, valid until the next stage replaces the index. Columns of numbers cross the boundary
/// as typed arrays: seventy thousand as text would take as long as to read them out of a kernel's BTF. The names become
/// an array on arrival (`web/core/facts/structTable.ts`).
///
/// A typedef of an unnamed struct (`typedef struct { … } atomic_t`) is a row under the typedef's name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct StructIndex {
    /// The stage that these columns come from.
    pub stage: Option<IndexStage>,
    /// Names joined with `\n` (one string crosses the boundary faster than ten thousand).
    pub names: String,
    /// [`Keyword`] of each row: 0 struct, 1 union, 2 class.
    #[ts(type = "Uint8Array")]
    pub kinds: Vec<u8>,
    /// Size of each in bytes.
    #[ts(type = "Float64Array")]
    pub sizes_bytes: Vec<f64>,
    /// Which layout of its name a row is, counted from 1 in the file's order (`foo#2`); 0 where the name has only one.
    #[ts(type = "Uint16Array")]
    pub variants: Vec<u16>,
    /// Direct members of each; empty until known.
    #[ts(type = "Uint32Array")]
    pub member_counts: Vec<u32>,
    /// Number of holes between the members, by pahole's count (bit holes apart); empty until known.
    #[ts(type = "Uint32Array")]
    pub hole_counts: Vec<u32>,
    /// Bytes in those holes; empty until known.
    #[ts(type = "Uint32Array")]
    pub hole_bytes: Vec<u32>,
    /// Bytes of padding after the last member; empty until known.
    #[ts(type = "Uint32Array")]
    pub padding_bytes: Vec<u32>,
    /// Other names of structs in the list, that typedefs of C give them: `PyObject\t_object`, each with its line end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub typedefs: String,
    /// Hash of the members of each (53 bits), by which the rows of two halves of a file are the same; left
    /// out of a whole file's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<f64>>", optional)]
    pub member_hashes: Vec<f64>,
    /// Files that hold more of its types and were not given (split DWARF); left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<SplitFile>>", optional)]
    pub split_files: Vec<SplitFile>,
    /// What was skipped while indexing.
    pub diagnostics: Vec<Diagnostic>,
}

/// Of a damaged file, which may name a long struct again and again; a kernel's have some 20 KB.
const MAX_TYPEDEF_BYTES: usize = 8 << 20;

impl StructIndex {
    /// Adds a typedef to `typedefs`, where both have names that differ.
    pub fn add_typedef(&mut self, name: &[u8], of: &[u8]) {
        let is_one = !name.is_empty() && !of.is_empty() && name != of;
        if is_one && self.typedefs.len() < MAX_TYPEDEF_BYTES {
            let [name, of] = [name, of].map(String::from_utf8_lossy);
            self.typedefs.push_str(&visible_name(&name));
            self.typedefs.push('\t');
            self.typedefs.push_str(&visible_name(&of));
            self.typedefs.push('\n');
        }
    }
}
