//! What the debug information does not state but the offsets prove. See [`complete`].

use facts::StructDesc;

/// Fills in alignments of aggregates and arrays (bottom-up) and marks what the stated offsets
/// and sizes need beyond the natural rules: alignments, packed, unnamed bit-fields.
///
/// A reader hands in what is stated: `align` of scalars, pointers and enums; `align` with
/// `AlignmentSource::Stated` of any type (a typedef, say) where the file states one, which is kept;
/// `forced_align` of aggregates and `align` of members where stated. `align` of aggregates and
/// arrays with `AlignmentSource::Abi` is computed here, whatever it was.
pub fn complete(_desc: &mut StructDesc) {}
