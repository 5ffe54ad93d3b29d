//! Which member an offset is in.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::document::Member;
use crate::types::names::without_width;

/// What lies at an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Field {
    /// No member.
    Hole,
    /// The innermost member: its path from the outermost type, without the levels that have no name, and its size.
    Of { path: String, size_bytes: u64 },
    /// One whose path is longer than what may still be kept.
    TooLong,
}

/// The fields at the offsets, which ascend and are in bytes from the start of the outermost type, as those of all members
/// are. Of members that overlap it is the first. `budget` is how many bytes of paths may be kept, and becomes less.
pub(super) fn fields(members: &[Member], offsets: &[u64], budget: &mut usize) -> Vec<Field> {
    let mut found = vec![Field::Hole; offsets.len()];
    let mut search = Search { path: Vec::new(), path_bytes: 0, budget };
    search.level(members, offsets.iter().copied().zip(&mut found).collect(), None);
    found
}

struct Search<'a, 'b> {
    /// Names of the members that the level is in, and what they are long with a point each.
    path: Vec<&'a str>,
    path_bytes: usize,
    budget: &'b mut usize,
}

impl<'a> Search<'a, '_> {
    /// Finds the fields of those of the offsets that are in members of this level; the others are of `around`'s size, if
    /// there is something around. A type may have as many members as offsets: both are gone through once.
    fn level(
        &mut self,
        members: &'a [Member],
        offsets: Vec<(u64, &mut Field)>,
        around: Option<u64>,
    ) {
        let mut order: Vec<(usize, &Member)> = members.iter().enumerate().collect();
        order.sort_by_key(|(_, member)| member.offset);
        let mut next = order.into_iter().peekable();
        // Members that have begun, the first of the declaration on top.
        let mut begun: BinaryHeap<Reverse<usize>> = BinaryHeap::new();
        let mut inside: BTreeMap<usize, Vec<(u64, &mut Field)>> = BTreeMap::new();
        for (offset, field) in offsets {
            while let Some((member, _)) = next.next_if(|(_, member)| member.offset <= offset) {
                begun.push(Reverse(member));
            }
            let is_over = |member: &Member| offset - member.offset >= member.size;
            let first = |begun: &BinaryHeap<Reverse<usize>>| members.get(begun.peek()?.0);
            while first(&begun).is_some_and(is_over) {
                begun.pop();
            }
            match (begun.peek(), around) {
                (Some(Reverse(first)), _) => {
                    inside.entry(*first).or_default().push((offset, field))
                }
                (None, Some(size_bytes)) => *field = self.here(size_bytes),
                (None, None) => {}
            }
        }
        for (member, offsets) in inside {
            let Some(Member { name, size, children, .. }) = members.get(member) else { continue };
            let name = without_width(name);
            if !name.is_empty() {
                self.path.push(name);
                self.path_bytes += name.len() + 1;
            }
            self.level(children, offsets, Some(*size));
            if !name.is_empty() {
                self.path.pop();
                self.path_bytes -= name.len() + 1;
            }
        }
    }

    fn here(&mut self, size_bytes: u64) -> Field {
        match self.budget.checked_sub(self.path_bytes) {
            Some(left) => {
                *self.budget = left;
                Field::Of { path: self.path.join("."), size_bytes }
            }
            None => Field::TooLong,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, offset: u64, size: u64, children: Vec<Member>) -> Member {
        Member { name: name.to_owned(), offset, size, children }
    }

    fn check(members: &[Member], offsets: &[u64], expect: &[&str]) {
        let of = |field: &Field| match field {
            Field::Hole => "-".to_owned(),
            Field::Of { path, size_bytes } => format!("{path} {size_bytes}"),
            Field::TooLong => "?".to_owned(),
        };
        let mut budget = 1 << 20;
        let found: Vec<String> = fields(members, offsets, &mut budget).iter().map(of).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn the_innermost_and_of_several_the_first() {
        let members = [
            member("late", 32, 4, vec![]),
            member("head", 0, 16, vec![member("next", 0, 8, vec![]), member("prev", 8, 4, vec![])]),
            // A union: both members are there, and the second is longer.
            member("", 16, 8, vec![member("mode:3", 16, 4, vec![]), member("all", 16, 8, vec![])]),
        ];
        check(
            &members,
            &[0, 7, 8, 12, 16, 20, 24, 32, 35, 36],
            &[
                "head.next 8",
                "head.next 8",
                "head.prev 4",
                "head 16",
                "mode 4",
                "all 8",
                "-",
                "late 4",
                "late 4",
                "-",
            ],
        );
    }

    #[test]
    fn paths_have_a_budget() {
        let members = [member("abc", 0, 8, vec![])];
        let mut budget = 7;
        let found = fields(&members, &[0, 4], &mut budget);
        assert_eq!((&found[1], budget), (&Field::TooLong, 3));
    }

    #[test]
    fn as_many_members_as_offsets_are_gone_through_once() {
        // Each with each would be ten thousand million steps.
        let each = |n: u64| member("m", n * 4, 4, vec![]);
        let members: Vec<Member> = (0..100_000).map(each).collect();
        let offsets: Vec<u64> = (0..100_000).map(|n| n * 4).collect();
        let mut budget = usize::MAX;
        let found = fields(&members, &offsets, &mut budget);
        assert!(found.iter().all(|field| matches!(field, Field::Of { size_bytes: 4, .. })));
    }
}
