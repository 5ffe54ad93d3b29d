//! The fewest marks that explain one aggregate.

use super::solution::Solution;
use super::walk::Walk;
use super::{Failure, Problem};

/// Tries the aggregate as it is and as packed; the smaller explanation wins. With equal numbers
/// a packed struct is likelier than packed members: `} __packed` is what people write.
pub fn solve(problem: &Problem<'_>) -> Result<Solution, Failure> {
    let plain = attempt(problem, false);
    match &plain {
        Ok(solution) if !solution.packs_members() => return plain,
        _ => {}
    }
    match (plain, attempt(problem, true)) {
        (Ok(plain), Ok(packed)) if plain.cost() < packed.cost() => Ok(plain),
        (_, Ok(packed)) => Ok(packed),
        (plain, Err(_)) => plain,
    }
}

fn attempt(problem: &Problem<'_>, packed: bool) -> Result<Solution, Failure> {
    let size = problem.size_bits.ok_or(Failure::NoSize)?;
    if problem.items.is_empty() && size > 0 && problem.forced.is_none() {
        return Err(Failure::NoMembers);
    }
    let mut walk = Walk::new(problem, packed);
    for (number, item) in problem.items.iter().enumerate() {
        if problem.is_union {
            walk.union_member(number, item)?;
        } else {
            walk.member(number, item)?;
        }
        if item.end() > size {
            return Err(Failure::PastEnd { member: number });
        }
    }
    walk.finish(size)
}
