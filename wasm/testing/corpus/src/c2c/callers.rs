//! The callers under a row, where call chains were recorded.

use super::Report;
use crate::tables::{Line, Row};

pub(super) fn print(_report: &Report, _line: &Line, _row: &Row, _out: &mut String) {}
