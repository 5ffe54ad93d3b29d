//! The scenarios: what was published, and what makes a report difficult.
//!
//! Addresses, threads and latencies are made up where the publication has none; counts and functions of
//! `address_space` are those that were posted.

mod address_space;
mod build;
mod machines;
mod names;
mod published;
mod random;
mod small;

pub use address_space::{address_space_after, address_space_before};
pub use machines::{amd, arm, many_nodes, stores_not_sampled};
pub use names::{cpp, go, modules};
pub use published::{file_f_count, file_f_ref, mm_struct, pcpu_chunk};
pub use random::random_scenario;
pub use small::{demo, nothing_shared, two_processes, with_callers};

use crate::scenario::Scenario;

/// All that are not random.
#[must_use]
pub fn all() -> Vec<Scenario> {
    vec![
        demo(),
        nothing_shared(),
        two_processes(),
        with_callers(),
        cpp(),
        go(),
        modules(),
        arm(),
        amd(),
        stores_not_sampled(),
        many_nodes(),
        address_space_before(),
        address_space_after(),
        mm_struct(),
        file_f_ref(),
        file_f_count(),
        pcpu_chunk(),
    ]
}
