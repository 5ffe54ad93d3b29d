//! Walks along types: through typedefs and qualifiers, to sizes.

use super::raw::{Kind, RawMember, Type, TypeId, Types};

/// Arrays of arrays that are followed, and typedefs and qualifiers that are followed one by one.
pub const MAX_CHAIN: u32 = 64;

/// The type behind typedefs, qualifiers and tags; `None` where a number is out of range or the
/// chain does not end.
pub fn strip(types: &Types, mut id: TypeId) -> Option<(TypeId, Type<'_>)> {
    for _ in 0..MAX_CHAIN {
        let found = types.get(id)?;
        if !leads_on(found.kind) {
            return Some((id, found));
        }
        id = found.size_or_type;
    }
    // No program has as many, but a hostile file may ask for the same chain again and again.
    let end = *types.chain_ends.get_or_init(|| chain_ends(types)).get(id as usize)?;
    Some((end, types.get(end)?))
}

fn leads_on(kind: Kind) -> bool {
    matches!(kind, Kind::Typedef | Kind::Volatile | Kind::Const | Kind::Restrict | Kind::TypeTag)
}

/// Where the chain that begins with each type ends; of a circle no type's number.
fn chain_ends(types: &Types) -> Vec<TypeId> {
    const CIRCLE: TypeId = TypeId::MAX;
    const UNKNOWN: TypeId = CIRCLE - 1;
    let end_of = |id| if types.kind(id).is_some_and(leads_on) { UNKNOWN } else { id };
    let mut ends: Vec<TypeId> = (0..types.end_id()).map(end_of).collect();
    let mut chain = Vec::new();
    for start in 1..types.end_id() {
        let mut at = start;
        let end = loop {
            match ends.get_mut(at as usize) {
                Some(end) if *end == UNKNOWN => {
                    // Until its end is found: what comes back to it leads in a circle.
                    *end = CIRCLE;
                    chain.push(at);
                    at = types.get(at).map_or(CIRCLE, |found| found.size_or_type);
                }
                Some(end) => break *end,
                None => break CIRCLE,
            }
        };
        for id in chain.drain(..) {
            if let Some(slot) = ends.get_mut(id as usize) {
                *slot = end;
            }
        }
    }
    ends
}

/// Size in bytes; `None` where it is unknown.
pub fn size_bytes(types: &Types, id: TypeId, pointer_bytes: u8) -> Option<u64> {
    size_of(types, &strip(types, id)?.1, pointer_bytes)
}

fn size_of(types: &Types, found: &Type<'_>, pointer_bytes: u8) -> Option<u64> {
    let mut found = *found;
    let mut factor = 1u64;
    for _ in 0..MAX_CHAIN {
        let size = match found.kind {
            Kind::Int | Kind::Float | Kind::Struct | Kind::Union | Kind::Enum | Kind::Enum64 => {
                u64::from(found.size_or_type)
            }
            Kind::Ptr => u64::from(pointer_bytes),
            Kind::Array => {
                factor = factor.checked_mul(u64::from(found.word(2)))?;
                found = strip(types, found.word(0))?.1;
                continue;
            }
            _ => return None,
        };
        return factor.checked_mul(size);
    }
    None
}

/// A member with what its type says of it.
#[derive(Debug, Clone, Copy)]
pub struct Placed {
    pub offset_bits: u64,
    /// `None` where the type's size is unknown.
    pub size_bits: Option<u64>,
    /// Size of the declared type of a bit-field; 0 for an ordinary member.
    pub unit_bits: u64,
}

/// Offset and size of a member, for all three ways in which BTF has written bit-fields.
pub fn place(types: &Types, member: &RawMember, pointer_bytes: u8) -> Placed {
    let offset_bits = u64::from(member.offset_bits);
    let of = strip(types, member.type_id).map(|(_, of)| of);
    let size_bits =
        of.and_then(|of| size_of(types, &of, pointer_bytes)).and_then(|bytes| bytes.checked_mul(8));
    if member.bit_field_bits > 0 {
        return Placed {
            offset_bits,
            size_bits: Some(u64::from(member.bit_field_bits)),
            unit_bits: size_bits.unwrap_or(0).max(8),
        };
    }
    // Before kind_flag (Linux 4.20) a bit-field had an integer type of its own width, and a shift
    // within that integer.
    if let Some(int) = of
        && int.kind == Kind::Int
    {
        let (shift, width) = (u64::from(int.word(0) >> 16 & 0xff), u64::from(int.word(0) & 0xff));
        let whole = u64::from(int.size_or_type) * 8;
        if width > 0 && width != whole && width <= 128 {
            return Placed {
                offset_bits: offset_bits + shift,
                size_bits: Some(width),
                unit_bits: whole.max(8),
            };
        }
    }
    Placed { offset_bits, size_bits, unit_bits: 0 }
}
