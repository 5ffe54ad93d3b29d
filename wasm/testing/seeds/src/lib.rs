//! Where the random inputs of tests come from: the same in every run, unless asked otherwise.
//!
//! A test that fails for one person has to fail for the next. So every `proptest!` takes [`cases`], whose seed is
//! fixed; `HITMAP_RANDOM=1` draws another and prints it, `HITMAP_SEED=N` names one (as a run that drew it printed
//! it), and `PROPTEST_CASES=N` asks for another number of inputs.
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

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;

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
#[allow(clippy::panic, reason = "a seed that is not understood fails the test")]
pub fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    let variable = |name: &str| std::env::var(name).ok();
    *SEED.get_or_init(|| match choose(variable("HITMAP_SEED"), variable("HITMAP_RANDOM")) {
        Choice::Named(seed) => seed,
        Choice::Fixed => FIXED,
        Choice::Random => {
            let seed = RandomState::new().hash_one(std::process::id());
            eprintln!("HITMAP_SEED={seed}");
            seed
        }
        Choice::NotUnderstood(text) => panic!("HITMAP_SEED={text} is no number"),
    })
}

#[derive(Debug, PartialEq)]
enum Choice {
    Fixed,
    Random,
    Named(u64),
    NotUnderstood(String),
}

fn choose(named: Option<String>, random: Option<String>) -> Choice {
    match named {
        Some(text) => text.parse().map_or(Choice::NotUnderstood(text), Choice::Named),
        None if random.as_deref() == Some("1") => Choice::Random,
        None => Choice::Fixed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_unless_asked() {
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(choose(None, None), Choice::Fixed);
        assert_eq!(choose(None, text("0")), Choice::Fixed);
        assert_eq!(choose(None, text("1")), Choice::Random);
        assert_eq!(choose(text("7"), text("1")), Choice::Named(7));
        assert_eq!(choose(text("x"), None), Choice::NotUnderstood("x".to_owned()));
    }
}
