//! Location expressions, as far as they say where a pointer or an object lies.

use gimli::Operation;

use super::entry::Unit;
use crate::dwarf::bytes::Slice;

/// Where a variable is. Registers are DWARF's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    /// The register holds its value.
    Register(u16),
    /// Its value is what the register holds, plus this: a pointer that is no longer kept itself.
    Value(u16, i64),
    /// The register holds this part of it: what lies from this byte of it on.
    Part(u16, u64),
    /// It lies in memory, at what the register holds, plus this.
    Memory(u16, i64),
    /// It lies in memory, this far from the frame base.
    Frame(i64),
    /// It lies in memory, at this address.
    Address(u64),
}

/// What offsets of a frame count from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Frame {
    /// The canonical frame address: what the stack pointer was before the call.
    #[default]
    Cfa,
    /// What a register holds, plus this.
    Register(u16, i64),
    /// An expression that is not read.
    Unknown,
}

/// A location, and from where to where in the code it holds.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The first address.
    pub begin: u64,
    /// The address behind the last.
    pub end: u64,
    /// Whether the variable comes to lie there at `begin`; else its scope has several ranges and this is not the
    /// first.
    pub is_first: bool,
    /// Whether it is the only one that is stated, for all of the scope. gcc states such from before the variable is put
    /// there, while the register has something else.
    pub is_only: bool,
    /// Where it is.
    pub location: Location,
}

/// Operations of one expression: those that are read have few.
const MAX_OPERATIONS: usize = 16;

/// Registers that hold a part of a variable each, where compilers have taken a small struct apart: a register, or
/// nothing, before each size. Parts in memory, and those that begin within a byte, are left out.
pub(super) fn read_parts(
    unit: &Unit<'_>,
    expression: gimli::Expression<Slice<'_>>,
) -> Vec<Location> {
    let mut operations = expression.operations(unit.unit.encoding());
    let mut parts = Vec::new();
    let mut begin = 0_u64;
    let mut register = None;
    for _ in 0..MAX_OPERATIONS {
        match operations.next() {
            Ok(Some(Operation::Register { register: named })) => register = Some(named.0),
            Ok(Some(Operation::Piece { size_in_bits, bit_offset })) => {
                let Some(end) = begin.checked_add(size_in_bits / 8) else { break };
                if !size_in_bits.is_multiple_of(8) {
                    break;
                }
                let piece = register.take().filter(|_| bit_offset.unwrap_or(0) == 0);
                parts.extend(piece.map(|from| Location::Part(from, begin)));
                begin = end;
            }
            Ok(Some(_)) => register = None,
            Ok(None) | Err(_) => break,
        }
    }
    parts
}

/// What an expression says; `None` for those that say less (values at the function's entry) or other things, and for
/// what is in parts.
pub(super) fn read_expression(
    unit: &Unit<'_>,
    expression: gimli::Expression<Slice<'_>>,
) -> Option<Location> {
    let mut operations = expression.operations(unit.unit.encoding());
    let mut found = match operations.next().ok()?? {
        Operation::Register { register } => {
            // What follows a register makes a piece of it.
            return match operations.next() {
                Ok(None) => Some(Location::Register(register.0)),
                _ => None,
            };
        }
        Operation::RegisterOffset { register, offset, base_type } if base_type.0 == 0 => {
            Location::Memory(register.0, offset)
        }
        Operation::FrameOffset { offset } => Location::Frame(offset),
        Operation::Address { address } => Location::Address(address),
        Operation::AddressIndex { index } => {
            Location::Address(unit.dwarf.address(&unit.unit, index).ok()?)
        }
        _ => return None,
    };
    // A constant that waits to be added or taken away.
    let mut pending: Option<i64> = None;
    for _ in 0..MAX_OPERATIONS {
        let added = match operations.next().ok()? {
            None => return if pending.is_none() { Some(found) } else { None },
            Some(Operation::PlusConstant { value }) => value as i64,
            Some(Operation::UnsignedConstant { value }) => {
                pending = Some(value as i64);
                continue;
            }
            Some(Operation::SignedConstant { value }) => {
                pending = Some(value);
                continue;
            }
            Some(Operation::Plus) => pending.take()?,
            Some(Operation::Minus) => pending.take()?.wrapping_neg(),
            Some(Operation::Nop) => 0,
            Some(Operation::StackValue) => {
                if let Ok(Some(_)) = operations.next() {
                    return None;
                }
                return match found {
                    Location::Memory(register, offset) => Some(Location::Value(register, offset)),
                    // The address of a local or of a global is a value: nothing is pointed to that the code does
                    // not show by itself.
                    _ => None,
                };
            }
            Some(_) => return None,
        };
        found = match found {
            Location::Memory(register, offset) => {
                Location::Memory(register, offset.wrapping_add(added))
            }
            Location::Frame(offset) => Location::Frame(offset.wrapping_add(added)),
            Location::Address(address) => Location::Address(address.wrapping_add_signed(added)),
            other => other,
        };
    }
    None
}
