//! The versions of perf whose output is written here.

/// A version of perf: its sources say how it prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// RHEL 8.
    V4_18,
    /// Ubuntu 20.04.
    V5_4,
    /// Ubuntu 22.04.
    V5_15,
    /// Debian 12.
    V6_1,
    /// A long-term release.
    V6_6,
    /// Debian 13.
    V6_12,
    /// The newest whose sources were read: 6.18.
    V6_18,
}
