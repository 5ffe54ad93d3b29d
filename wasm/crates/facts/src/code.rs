//! What a binary's functions and variables have to do with its types, and which structs hold which.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Keyword, visible_name};

/// A type as a function is handed it, or as a variable has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UsedType {
    /// As C writes it: "struct `rw_semaphore` *".
    pub name: String,
    /// The name under which the struct, union or class behind pointers and arrays is listed;
    /// `None` where there is none behind them.
    pub aggregate: Option<String>,
    /// The typedef through which it was reached ("`spinlock_t`"): members are named by it too.
    pub alias: Option<String>,
    /// How many pointers stand before it.
    pub pointers: u32,
    /// Elements of an array that is no pointer; `None` for any other type.
    pub count: Option<f64>,
}

/// What a type of pointer in a struct leads to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PointedType {
    /// Index of the pointer into `StructDesc::types`.
    pub type_index: u32,
    /// The struct, union or class behind it, as the index lists it if it is more than declared.
    pub name: String,
    /// How many pointers stand before it: 2 for `struct file **`.
    pub pointers: u32,
}

/// What a function is handed and gives back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Prototype {
    /// The name of the query; a last `*` stands for any end.
    pub query: String,
    /// The function's.
    pub name: String,
    /// Types of its parameters.
    pub parameters: Vec<UsedType>,
    /// `None` for `void`.
    pub returns: Option<UsedType>,
}

/// A global variable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub of: UsedType,
    /// Its size, where the type has one.
    pub size_bytes: Option<f64>,
}

/// What is known of some functions and variables, by their names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeFacts {
    /// One for each function that was found.
    pub prototypes: Vec<Prototype>,
    /// One for each variable that was found.
    pub variables: Vec<Variable>,
}

/// A struct of which each CPU has its own: what per-CPU variables are, or are arrays of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PerCpuType {
    /// As the index lists it.
    pub name: String,
    /// Its size; tells several layouts of one name apart.
    pub size_bytes: f64,
    /// Names of these variables, sorted; of many the first four.
    pub variables: Vec<String>,
    /// How many variables there are.
    pub count: u32,
}

/// A struct that holds another by value, at whatever depth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Embedding {
    /// What is held, as it was asked for.
    pub inner: String,
    /// What holds it, as the index lists it.
    pub outer: String,
    /// What the outer one is.
    pub kind: Keyword,
    /// Size of the outer one.
    pub size_bytes: f64,
    /// Where the inner one begins, each time; of long arrays only the first elements.
    pub offsets_bytes: Vec<f64>,
    /// Whether one of these places is not inside another named struct.
    pub direct: bool,
}

/// By how many listed structs each is held by value, at whatever depth.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct HeldCounts {
    /// Names of those that are held at all, joined with `\n`.
    pub names: String,
    /// How many structs hold each.
    pub counts: Vec<u32>,
}

impl HeldCounts {
    /// One more name.
    pub fn push(&mut self, name: &str, count: u32) {
        if !self.counts.is_empty() {
            self.names.push('\n');
        }
        // As in the index, so that the two can be joined.
        self.names.push_str(&visible_name(name));
        self.counts.push(count);
    }
}
