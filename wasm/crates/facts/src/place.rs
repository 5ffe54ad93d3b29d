//! Where something stands in a C source file.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Bytes of the file, `start` to before `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

/// Whole lines, counted from 1, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LineRange {
    /// The first line.
    pub first: u32,
    /// The last line.
    pub last: u32,
}

/// Where something stands, as compilers count (gcc's `DW_AT_decl_column` counts bytes, a tab is one).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SourcePoint {
    /// Byte offset.
    pub offset: u32,
    /// Counted from 1.
    pub line: u32,
    /// In bytes, counted from 1.
    pub column: u32,
}
