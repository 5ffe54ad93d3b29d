//! Machine code to the structs and fields that it touches.
//!
//! [`Program`] decodes a function's instructions, follows which type each register and each slot of the frame
//! points to, and says of each memory access which struct it touches, where in it, and why. What is followed:
//! the locations of variables that the debug information states, and from there the flow of data through the
//! code ([`flow`]). docs/types.md explains it.
//!
//! Design constraints:
//!
//! - the types come from [`debuginfo::dwarf::located`]: there is one reader of DWARF;
//! - no I/O, no panic, bounded work on any bytes: instructions of a function, visits of a block, facts of a register
//!   and reasons are all limited, and a function that is too large says so;
//! - nothing is guessed: what is true on some paths only is marked, and what is not known has its reason.
//!
//! x86-64 only. Another architecture is another `decode` module: [`flow`] knows operations, not encodings, but for
//! the names of registers.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod answer;
mod flow;
mod globals;
mod graph;
mod later;
mod members;
mod operand;
mod program;
mod reasons;
mod seeds;
mod state;
mod strides;
mod symbols;
mod visit;

pub use program::{Program, Sources, Unfollowed};
pub use symbols::ProgramSymbol;
