//! What happens in the same visit of a function: which blocks every way passes.

use crate::graph::Graph;

/// Whether each visit that runs a block also runs one of some others: every way to it passes one of them, or every way
/// from it out of the function.
///
/// Blocks to which no branch leads count as beginnings, as something else jumps there. Ways that end where code never
/// goes on (BUG, panic) do not count: such visits are not among those that were sampled.
pub fn runs_with(graph: &Graph, block: usize, others: &[usize]) -> bool {
    if others.contains(&block) {
        return true;
    }
    let begins = (0..)
        .zip(&graph.blocks)
        .filter(|(number, block)| *number == 0 || block.is_orphan)
        .map(|(number, _)| number);
    if reached(graph, begins, others).get(block) != Some(&true) {
        return true;
    }
    let is_left = |reached: &[bool]| {
        reached.iter().zip(&graph.blocks).any(|(is_reached, block)| *is_reached && block.is_left)
    };
    !is_left(&reached(graph, [block], others)) && is_left(&reached(graph, [block], &[]))
}

/// The blocks to which ways lead that pass none of the closed ones.
fn reached(graph: &Graph, from: impl IntoIterator<Item = usize>, closed: &[usize]) -> Vec<bool> {
    let mut reached = vec![false; graph.blocks.len()];
    let mut open: Vec<usize> = from.into_iter().collect();
    while let Some(number) = open.pop() {
        let (Some(is_reached), Some(block)) = (reached.get_mut(number), graph.blocks.get(number))
        else {
            continue;
        };
        if *is_reached || closed.contains(&number) {
            continue;
        }
        *is_reached = true;
        open.extend(&block.next);
    }
    reached
}
