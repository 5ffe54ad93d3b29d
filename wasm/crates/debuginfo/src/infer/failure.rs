//! Why no order of an aggregate can be recomputed.

use facts::{MemberRole, TypeFact, TypeShape};

/// What could not be explained; numbers are those of members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The aggregate's own size is unknown.
    NoSize,
    /// It has a size and no members.
    NoMembers,
    /// A member's size is unknown.
    UnknownSize { member: usize },
    /// A member lies before the one that is declared before it.
    OutOfOrder { member: usize },
    /// A member begins before the one before it ends.
    Overlap { member: usize },
    /// A member of a union is not at its start.
    UnionOffset { member: usize },
    /// A member ends after its aggregate.
    PastEnd { member: usize },
    /// A gap before a member.
    Gap { member: usize, bits: u64 },
    /// The stated alignment of a member does not fit its offset.
    Misaligned { member: usize },
    /// The members are fine, the size is not.
    Size { end_bits: u64 },
}

impl Failure {
    /// The sentence that the user sees.
    pub fn sentence(self, fact: &TypeFact, types: &[TypeFact]) -> String {
        let members = match &fact.shape {
            TypeShape::Aggregate { members, .. } => members.as_slice(),
            _ => &[],
        };
        let name = |index: usize| match members.get(index) {
            Some(member) => match &member.name {
                Some(name) => format!("`{name}`"),
                None => "an unnamed member".to_owned(),
            },
            None => "a member".to_owned(),
        };
        let before = |index: usize| name(index.wrapping_sub(1));
        let size_bytes = fact.size_bytes.unwrap_or(0.0) as u64;
        match self {
            Self::NoSize => "Its own size is unknown.".to_owned(),
            Self::NoMembers => {
                "Its members are not known, only its size (an empty C++ class, or a type that is described in another file)."
                    .to_owned()
            }
            Self::UnknownSize { member } => format!(
                "The size of {} is unknown (its type is only declared, or damaged), so nothing can be placed after it.",
                name(member)
            ),
            Self::OutOfOrder { member } => format!(
                "{} lies before {}, which is declared before it: the struct is randomized or not laid out by the rules of C.",
                name(member),
                before(member)
            ),
            Self::Overlap { member } => {
                let previous = members.get(member.wrapping_sub(1));
                let is_base = previous.is_some_and(|previous| previous.role == MemberRole::Base);
                let is_empty = previous.and_then(|previous| types.get(previous.type_index as usize)).is_some_and(
                    |fact| matches!(&fact.shape, TypeShape::Aggregate { members, .. } if members.is_empty()),
                );
                let why = match (is_base, is_empty) {
                    (true, true) => ", an empty C++ base that takes no room",
                    (true, false) => ", a C++ base whose tail padding it uses",
                    _ => "",
                };
                format!("{} begins before the end of {}{why}.", name(member), before(member))
            }
            Self::UnionOffset { member } => {
                format!("{} is not at the start of the union.", name(member))
            }
            Self::PastEnd { member } => {
                format!("{} ends after the end of its struct.", name(member))
            }
            Self::Gap { member, bits } => {
                let gap = if bits % 8 == 0 {
                    format!("{} bytes", bits / 8)
                } else {
                    format!("{bits} bits")
                };
                format!("No alignment explains the {gap} before {}.", name(member))
            }
            Self::Misaligned { member } => {
                format!("{} is not where its stated alignment puts it.", name(member))
            }
            Self::Size { .. } if members.is_empty() => format!(
                "It takes {} bytes, and no member of it is recorded (unnamed bit-fields never are).",
                size_bytes
            ),
            Self::Size { end_bits } => format!(
                "No alignment explains its size of {} bytes when its members end at {}.",
                size_bytes,
                end_bits.div_ceil(8)
            ),
        }
    }
}
