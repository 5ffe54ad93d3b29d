//! Who made a machine, and so what its samples can tell.

/// Maker and shape of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Maker {
    /// Loads and stores are two events.
    Intel,
    /// One stream of operations (IBS): HITM of loads, stores without HITM.
    Amd,
    /// One stream of operations (SPE): peer hits and no HITM; stores name no level.
    Arm,
}
