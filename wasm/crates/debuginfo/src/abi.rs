//! Natural alignment of scalars, from a [`Target`].

use facts::{Alignment, AlignmentSource, Target};

/// Alignment, in a struct, of a scalar of `size_bytes`: its size rounded up to a power of two,
/// at most the target's largest. (i386 System V ABI, 4th edition, fig. 2.1: `long long` and
/// `double` are aligned to 4 there, `long double` of 12 bytes too; x86-64 psABI, 3.1.2.)
///
/// For a complex number give the size of its part, for a vector use its whole size without
/// this function: neither follows the rule.
pub fn scalar_align_bytes(target: &Target, size_bytes: u64) -> u32 {
    let natural = size_bytes.max(1).checked_next_power_of_two().unwrap_or(u64::MAX);
    natural.min(u64::from(target.max_scalar_align_bytes.max(1))) as u32
}

/// The same as an [`Alignment`] that the ABI gives.
pub fn scalar_align(target: &Target, size_bytes: u64) -> Alignment {
    Alignment { bytes: scalar_align_bytes(target, size_bytes), from: AlignmentSource::Abi }
}
