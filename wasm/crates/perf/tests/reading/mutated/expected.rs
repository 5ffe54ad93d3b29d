//! What the reader loses today, and why. An entry whose fault has gone fails the test: take it off.

/// Mutation, kinds of text, why.
pub const EXPECTED_LOST: &[(&str, &[&str], &str)] = &[];
