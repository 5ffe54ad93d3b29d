//! Where the random inputs of tests come from: the same in every run, unless asked otherwise.
//!
//! A test that fails for one person has to fail for the next. So every `proptest!` takes [`cases`], whose seed is
//! fixed; `HITMAP_SEED=N` names another (`npm run test:random` draws one and prints it), and `PROPTEST_CASES=N` asks
//! for another number of inputs.
//!
//! ```
//! use proptest::prelude::*;
//!
//! proptest! {
//!     #![proptest_config(seeds::cases(64))]
//!     fn doubled_is_even(n in 0..1000u32) {
//!         prop_assert_eq!(n * 2 % 2, 0);
//!     }
//! }
//! ```

use proptest::test_runner::{Config, RngSeed};

/// "Hitmap" in ASCII; any number would do.
const FIXED: u64 = 0x4869_746d_6170;

/// This many inputs, from the seed of the run. A failure is not written to a file: the seed brings it back.
#[must_use]
pub fn cases(number: u32) -> Config {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok());
    Config {
        cases: asked.unwrap_or(number),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed()),
        ..Config::default()
    }
}

/// The seed of the run.
///
/// # Panics
///
/// Where `HITMAP_SEED` is no number: a run from another seed than the named one would say nothing.
#[must_use]
#[allow(clippy::panic, reason = "a seed that is not understood fails the test")]
pub fn seed() -> u64 {
    let Ok(named) = std::env::var("HITMAP_SEED") else { return FIXED };
    named.parse().unwrap_or_else(|_| panic!("HITMAP_SEED={named} is no number"))
}
