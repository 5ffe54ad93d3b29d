//! What the types of a unit lack where it is stated elsewhere: known once all of them are read.

use super::types::{Kind, Type, Types};
use crate::dwarf::place::sane_bytes;

/// `typedef struct { … } spinlock_t`: the struct has the name of the typedef.
pub(super) fn name_by_typedef(types: &mut Types) {
    for number in 0..types.all.len() {
        let Some(Type { name: Some(name), kind: Kind::Alias(Some(to)), .. }) =
            types.all.get(number)
        else {
            continue;
        };
        let (name, to) = (name.clone(), to.0 as usize);
        if let Some(target) = types.all.get_mut(to)
            && target.name.is_none()
            && matches!(target.kind, Kind::Aggregate { .. })
        {
            target.name = Some(name);
        }
    }
}

/// Arrays rarely state their size. Elements of an array of arrays come after it, so from the last to the first
/// one pass sizes most; a second takes what was declared before.
pub(super) fn size_arrays(types: &mut Types) {
    const PASSES: usize = 3;
    for _ in 0..PASSES {
        for number in (0..types.all.len()).rev() {
            let Some(Type { size_bytes: None, kind: Kind::Array(Some(of), Some(count)), .. }) =
                types.all.get(number)
            else {
                continue;
            };
            let (of, count) = (*of, *count);
            if let Some(size) = types.size(of)
                && let Some(array) = types.all.get_mut(number)
            {
                array.size_bytes = Some(sane_bytes(size.saturating_mul(count)));
            }
        }
    }
}
