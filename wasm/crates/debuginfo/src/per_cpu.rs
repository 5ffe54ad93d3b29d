//! Types that stand in per-CPU memory, from the variables there.

use std::collections::BTreeMap;

use facts::{PerCpuType, Variable};

/// A section that each CPU has a copy of: include/asm-generic/vmlinux.lds.h gathers `.data..percpu..first`
/// and the like into `.data..percpu`; in a module's object they may still stand apart.
pub(crate) fn is_per_cpu(section: &[u8]) -> bool {
    section
        .strip_prefix(b".data..percpu")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(b".."))
}

/// The structs that these variables are, or are arrays of; by name, then by size.
pub(crate) fn types_of(variables: Vec<Variable>) -> Vec<PerCpuType> {
    /// Names that are told of one type.
    const MAX_NAMES: usize = 4;

    let mut found: BTreeMap<(String, u64), Vec<String>> = BTreeMap::new();
    for Variable { name, of, size_bytes } in variables {
        let elements = of.count.unwrap_or(1.0);
        if let (Some(aggregate), Some(size_bytes), 0) = (of.aggregate, size_bytes, of.pointers)
            && elements >= 1.0
        {
            let key = (aggregate, (size_bytes / elements) as u64);
            found.entry(key).or_default().push(name);
        }
    }
    let as_type = |((name, size_bytes), mut variables): ((String, u64), Vec<String>)| {
        variables.sort();
        let count = variables.len() as u32;
        variables.truncate(MAX_NAMES);
        PerCpuType { name, size_bytes: size_bytes as f64, variables, count }
    };
    found.into_iter().map(as_type).collect()
}
