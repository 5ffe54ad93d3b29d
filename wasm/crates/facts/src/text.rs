//! What is asked of C source beside its structs: directives, names, words at places, and how two texts differ.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Keyword, LineRange, SourcePoint, Span};

/// What a preprocessor line does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum DirectiveKind {
    /// `#if`, `#ifdef`, `#ifndef`
    Open,
    /// `#elif`, `#else` and their kin
    Branch,
    /// `#endif`
    Close,
    /// `#define` with a value
    Define,
    /// `#define X`: an include guard, or a switch.
    Switch,
    /// `#include <linux/types.h>`
    Include,
    /// `#include "types.h"`
    IncludeQuoted,
    /// `#pragma once`
    Once,
    /// Any other `#pragma`.
    Pragma,
    /// Any other.
    Other,
}

/// A preprocessor line with those that continue it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DirectiveText {
    /// What it does.
    pub kind: DirectiveKind,
    /// From its `#` to its end.
    pub span: Span,
    /// Its lines.
    pub lines: LineRange,
    /// The macro that it defines, or the path that it includes; empty for any other.
    pub name: String,
    /// For `Open`: whether it is an include guard, whose `#define` is right under it.
    pub guard: bool,
}

/// A macro that a body defines, between its braces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DefinedMacro {
    /// Its name.
    pub name: String,
    /// Where its `#` is.
    pub at: SourcePoint,
}

/// What a pasted line of pahole's says: `--- cacheline 1 boundary (64 bytes) was 8 bytes ago ---`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BoundaryText {
    /// The cache line that begins there, counted from 0.
    pub line: u32,
    /// The offset where it begins, where the comment states it.
    pub bytes: Option<u32>,
    /// How many bytes before the comment it begins.
    pub ago: u32,
}

/// What a macro that is known by its name makes of a place among the members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum KnownMacro {
    /// `struct_group`: declares its members twice, by name and without one.
    Group,
    /// `__cacheline_group_begin`, `randomized_struct_fields_start`: marks a place; an empty member at most.
    Mark,
}

/// What a name that was looked for is in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum NameKind {
    /// `#define name`
    Macro,
    /// `typedef unsigned int name;`
    Typedef,
    /// `struct name {`, `} name;`
    Record,
}

/// A name that was looked for and that a file defines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FoundName {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: NameKind,
    /// For a record with a tag: what it is.
    pub keyword: Option<Keyword>,
    /// Its line.
    pub line: u32,
    /// The whole definition as it is written; of a record its head.
    pub text: String,
    /// The words of a macro's body and of a typedef, its own name left out.
    pub words: Vec<String>,
}

/// What a file says of names that were looked for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FileNames {
    /// Those that it uses or defines, in comments too.
    pub used: Vec<String>,
    /// Those that it defines, in its order.
    pub found: Vec<FoundName>,
    /// Its `#include`s.
    pub includes: Vec<DirectiveText>,
}

/// What a text has at a line and column.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WordsAt {
    /// The words of the line from there on.
    pub words: Vec<String>,
    /// Whether one of them begins at the place itself.
    pub begins: bool,
    /// Whether the first of them may be a macro: it is in capitals, or has arguments. Without a column, whether any may.
    pub may_be_macro: bool,
}

/// How two versions of a text differ; white space is no difference.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TextDifference {
    /// A word that one has more often than the other; `#if` and `#endif` are no words.
    pub word: Option<String>,
    /// A comment that one has more often than the other.
    pub comment: Option<String>,
}

/// What a file makes of constants and types that are looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct NameUses {
    /// The structs that have one of them in their text, by all their names.
    pub structs: Vec<String>,
    /// Macros, enumerators and types that are made of one of them.
    pub names: Vec<String>,
    /// A condition or the text of a macro uses one in a way that may change any struct: the line, from 1; `None` for none.
    pub anywhere: Option<u32>,
}
