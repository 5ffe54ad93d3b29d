//! What an instruction touches: the struct and the field behind a memory access.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What is known of one place that was queried: an address, a symbol with an offset, or a whole function.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TouchedAnswer {
    /// The question, as it was put.
    pub query: String,
    /// Accesses in the order of their addresses; those of the stack only where an address was asked.
    pub accesses: Vec<AccessFact>,
    /// Why there is none, as a sentence.
    pub nothing: Option<String>,
    /// What was left out or could not be followed.
    pub notes: Vec<String>,
}

/// One access of one instruction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AccessFact {
    /// Of the instruction, in hex.
    pub address: String,
    /// The function that has the instruction.
    pub function: String,
    /// From where that function begins.
    pub offset_bytes: f64,
    /// As assemblers write it: `0x40(%rdi)`.
    pub operand: String,
    /// Size of the access; 0 where the instruction does not tell.
    pub bytes: f64,
    /// What it does.
    pub does: AccessKind,
    /// What it may touch, the likeliest first; several where the same bytes have several types.
    pub objects: Vec<TouchedObject>,
    /// Why nothing is known of it, as a sentence.
    pub unknown: Option<String>,
}

/// What an access does to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AccessKind {
    /// A load.
    Read,
    /// A store.
    Write,
    /// Both, as an atomic operation does.
    Both,
}

/// How far a type is to be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Confidence {
    /// A variable's location list says what the register holds.
    Direct,
    /// It follows on every path to the instruction.
    Must,
    /// On some paths only.
    May,
    /// From what the register is used for afterwards, or through one member of a union.
    Later,
}

/// How the object was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ReachedBy {
    /// Through a pointer.
    Pointer,
    /// It is a variable of static storage.
    Global,
    /// It is a variable of which each CPU has its own.
    PerCpu,
    /// It is a variable of a frame.
    Stack,
}

/// A struct with the bytes of it that are touched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TouchedObject {
    /// Name of the struct or of the plain type.
    pub name: String,
    /// Whether it is a struct, union or class.
    pub is_aggregate: bool,
    /// `None` where it is not known.
    pub size_bytes: Option<f64>,
    /// Where the access begins in it.
    pub offset_bytes: f64,
    /// The member there, from the outside in: `f_lock.rlock`. Empty where there is none.
    pub path: String,
    /// Size of that member.
    pub member_bytes: Option<f64>,
    /// Structs within it that hold the same bytes, from the outside in.
    pub chain: Vec<TouchedPart>,
    /// How far this is to be trusted.
    pub confidence: Confidence,
    /// How it was reached.
    pub how: ReachedBy,
    /// The variable that it is, or that points to it.
    pub variable: Option<String>,
    /// An index was added: some element of an array.
    pub is_element: bool,
    /// Why, the newest first, a sentence each.
    pub reasons: Vec<String>,
}

/// A struct that lies in another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TouchedPart {
    /// Its name; empty where it has none.
    pub name: String,
    /// `None` where it is not known.
    pub size_bytes: Option<f64>,
    /// Where the access begins in it.
    pub offset_bytes: f64,
}
