//! One struct with every type that it holds by value, read with gimli.

pub(crate) mod aggregates;
pub(crate) mod describe;
pub(crate) mod shapes;
pub(crate) mod type_names;
pub(crate) mod unit_reader;
