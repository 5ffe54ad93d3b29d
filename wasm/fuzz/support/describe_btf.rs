//! All that is asked of BTF.

#[path = "../../crates/debuginfo/tests/support/machine.rs"]
pub mod machine;

use debuginfo::TypeReader;
use debuginfo::btf::Btf;

/// Indexes, describes what is listed, finds it again, and asks who holds whom and what is per CPU.
pub fn describe_all(btf: &mut Btf) {
    let rows = btf.index(&mut |_, _| {}).sizes_bytes.len() as u32;
    for row in 0..rows.min(256) {
        if let Ok(desc) = btf.describe(row) {
            assert!(btf.find(&desc.key).is_some(), "{} is not found", desc.key);
        }
    }
    let _ = btf.held_counts();
    let _ = btf.embeddings(&["a*"]);
    let _ = btf.per_cpu(&[]);
}
