//! Writes an explanation into the facts.

use facts::{Alignment, AlignmentSource, BitField, MemberFact, MemberRole, TypeFact, TypeShape};

use super::solution::{Filler, Mark, Solution};

/// Marks what was inferred; returns the aggregate's alignment.
pub fn apply(fact: &mut TypeFact, solution: &Solution) -> Alignment {
    let TypeShape::Aggregate { members, packed, forced_align, .. } = &mut fact.shape else {
        return fact.align;
    };
    *packed = solution.packed;
    if let Some(bits) = solution.forced {
        *forced_align = Some(inferred(bits));
    }
    for (number, mark) in &solution.marks {
        let Some(member) = members.get_mut(*number) else { continue };
        match mark {
            Mark::Align(bits) => member.align = Some(inferred(*bits)),
            Mark::Packed => member.packed = true,
            Mark::PackedAlign(bits) => {
                member.packed = true;
                member.align = Some(inferred(*bits));
            }
        }
    }
    // From the back, so that the numbers of those before stay right; several before one member
    // stand in their own order.
    for filler in solution.fillers.iter().rev() {
        if let Some(member) = unnamed_bits(members, filler) {
            members.insert(filler.before, member);
        }
    }
    solution.align
}

fn unnamed_bits(members: &[MemberFact], filler: &Filler) -> Option<MemberFact> {
    let like = members.get(filler.like)?;
    Some(MemberFact {
        name: None,
        type_index: like.type_index,
        role: MemberRole::InferredBits,
        offset_bits: filler.offset as f64,
        size_bits: Some(filler.width as f64),
        bit_field: Some(BitField {
            width_bits: filler.width as u32,
            unit_bits: like.bit_field.map_or(8, |bits| bits.unit_bits),
        }),
        align: None,
        packed: false,
        declared: None,
    })
}

/// An alignment that nothing states.
pub fn inferred(bits: u64) -> Alignment {
    Alignment { bytes: u32::try_from(bits / 8).unwrap_or(1 << 31), from: AlignmentSource::Inferred }
}
