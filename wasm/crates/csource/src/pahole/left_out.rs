//! Members that are not in the text, and the bytes that stand for them.

use facts::MemberFact;

/// What bytes are called that stand for members which are not in the text, before the byte at which they are.
pub const LEFT_OUT: &str = "left_out_at_";

/// Whether it stands for such members.
pub fn is_left_out(member: &MemberFact) -> bool {
    member.name.as_deref().is_some_and(|name| name.starts_with(LEFT_OUT))
}
