//! The list: every named struct of every unit, and in a second stage which of one name are the same, with their holes.

pub(crate) mod found;
pub(crate) mod holders;
pub(crate) mod layouts;
pub(crate) mod members;
pub(crate) mod part;
pub(crate) mod read_units;
pub(crate) mod rows;
pub(crate) mod scan;
pub(crate) mod signed;
pub(crate) mod sizes;
pub(crate) mod typedefs;
pub(crate) mod unit_plans;
