//! What the reader loses today, and why. An entry whose fault has gone fails the test: take it off.

/// Mutation, kinds of text, why.
pub const EXPECTED_LOST: &[(&str, &[&str], &str)] = &[(
    "1 digits off the last cell of some rows",
    &["modules-6.1-script"],
    "a physical address that ends in four zeros has the same place in its page without one of them",
)];
