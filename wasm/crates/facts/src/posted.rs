//! A patch as it was posted: its hunks, each with the C that it was and the C that it becomes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{HeaderDoc, Keyword, StructDesc};

/// A posted text that holds a patch, read for its hunks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PostedDiff {
    /// Of the mail, where the text is one.
    pub subject: Option<String>,
    /// Who sent it, as its head says.
    pub author: Option<String>,
    /// When, as its head says.
    pub date: Option<String>,
    /// Of the patches that are meant, in their order; one that a reply quotes or an HTML part repeats is there once.
    pub hunks: Vec<PostedHunk>,
    /// The patches that are meant, in the order in which they are applied: several where the text has a series.
    pub patches: Vec<PostedPatch>,
    /// The numbers of patches of that series of which the text has no mail.
    pub absent: Vec<u32>,
    /// Patches of the text that are not meant.
    pub others: Vec<OtherPatch>,
    /// Layouts that pahole printed, in the order of the text.
    pub layouts: Vec<PostedLayout>,
    /// The mails that the text has, in its order; none where nothing has a head.
    pub mails: Vec<PostedMail>,
    /// What else the text says, in its order.
    pub prose: Vec<ProseLine>,
    /// What cannot be read as a patch, and what to do.
    pub refused: Vec<RefusedPart>,
}

/// One patch of a posted text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PostedPatch {
    /// The line of its first hunk in the text, from 1.
    pub line: u32,
    /// Of its mail; empty where nothing names it.
    pub subject: String,
    /// 2 for `[PATCH v2 …]`, 1 where it states none.
    pub version: u32,
    /// 2 for `[PATCH 2/3]`; `None` where it states none.
    pub part: Option<u32>,
}

/// A patch of a posted text beside the one that is meant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OtherPatch {
    /// Which.
    pub patch: PostedPatch,
    /// Why it is not meant.
    pub why: OtherWhy,
    /// Of another version: all that it has.
    pub hunks: Vec<PostedHunk>,
}

/// Why a patch of a text is not the one that is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum OtherWhy {
    /// A newer version of it is in the text.
    Earlier,
    /// Somebody answers with a patch of their own.
    Answer,
    /// It is quoted and differs from the one that was sent.
    Quoted,
}

/// A struct as pahole printed it into a mail.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PostedLayout {
    /// What is written above it: `default v6.4-rc4`; empty where nothing is.
    pub label: String,
    /// The line of the text in which it begins, from 1.
    pub line: u32,
    /// The layout.
    pub desc: StructDesc,
}

/// The head of one mail of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PostedMail {
    /// Its first line in the text, from 1.
    pub line: u32,
    /// The mail that began its thread, by its place among the mails, from 0; its own where it began one.
    pub thread: u32,
    /// As its head says.
    pub subject: Option<String>,
    /// Who sent it, as its head says.
    pub author: Option<String>,
    /// When, as its head says.
    pub date: Option<String>,
}

/// A line that a person wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProseLine {
    /// Its line in the text, from 1.
    pub line: u32,
    /// Quote marks before it.
    pub depth: u32,
    /// Without them.
    pub text: String,
}

/// A part of a posted text that looks like a patch and cannot be read as one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RefusedPart {
    /// Its line in the text, from 1.
    pub line: u32,
    /// A sentence.
    pub reason: String,
}

/// One hunk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PostedHunk {
    /// The file after the patch; the one before where it is taken away. Empty where the text names none.
    pub file: String,
    /// Its `@@ … @@`, or its place in a context diff.
    pub range: String,
    /// What the diff names as the function or struct that the hunk lies in; empty where it names nothing.
    pub context: String,
    /// The struct that this names.
    pub head: Option<PostedHead>,
    /// Whether this reads as a function.
    pub in_function: bool,
    /// Whether a brace that it does not open is closed before its first change.
    pub closes_unseen: bool,
    /// The line of the text in which it begins, from 1.
    pub line: u32,
    /// The patch that it is of, by its place among `patches`.
    pub patch: u32,
    /// So many of its lines were cut out of the text.
    pub missing_lines: u32,
    /// Before the patch.
    pub old: PostedSide,
    /// After it.
    pub new: PostedSide,
}

/// The head of a struct.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PostedHead {
    /// What it is.
    pub keyword: Keyword,
    /// Its tag; empty where it has none.
    pub name: String,
}

/// One side of a hunk as C.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PostedSide {
    /// The number in its file of the first line.
    pub first_line: u32,
    /// Its lines.
    pub lines: Vec<PostedLine>,
    /// What `doc` was read from: the lines, with what began before the hunk opened before the first one and what ends
    /// after it closed behind the last, so that line N of the document is the Nth of `lines`. One byte a character.
    pub source: String,
    /// Of all conditions, those that hold their members are in `lines`: no chain is in the document.
    pub doc: HeaderDoc,
    /// So many of the first records of `doc` began before the hunk, the outermost first.
    pub begun: u32,
    /// The records of `doc` that go on after the hunk.
    pub unended: Vec<u32>,
    /// For each record of `doc`: the code between its braces, one blank between tokens.
    pub inside: Vec<String>,
    /// The code to the first `;`, which may end what begins before the hunk; `None` where there is none.
    pub first_end: Option<String>,
    /// Whether its last line goes on after the hunk: it ends with a comma or an open bracket.
    pub goes_on: bool,
}

/// A line of one side of a hunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PostedLine {
    /// Without its sign.
    pub text: String,
    /// Whether the other side lacks it.
    pub changed: bool,
    /// Its line in the posted text, from 1.
    pub number: u32,
    /// What it says.
    pub says: LineKind,
    /// The `#if` conditions around it as far as the hunk shows them, ` && ` between; `?` for one that began before it.
    pub condition: String,
    /// Whether one of these began before the hunk.
    pub is_cut: bool,
    /// Where an `#if`, `#else` or `#endif` begins on it: which, and as it is written without blanks and comments.
    pub mark: Option<ConditionMark>,
    /// Whether a word of code is on it.
    pub has_word: bool,
    /// Where it is changed: what it may do to a layout.
    pub effect: LineEffect,
    /// Where it changes a macro, an enum or a typedef: the names that may mean something else; none where that is not seen.
    pub redefines: Vec<String>,
    /// Of a changed `#define`: its value, where that is a whole number by itself.
    pub macro_value: Option<u32>,
}

/// An `#if`, `#else` or `#endif`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ConditionMark {
    /// Which.
    pub kind: MarkKind,
    /// Without blanks and comments; of an `#endif` only that word.
    pub text: String,
}

/// See [`ConditionMark`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum MarkKind {
    /// `#if`, `#ifdef`, `#ifndef`
    Open,
    /// `#elif`, `#else`
    Branch,
    /// `#endif`
    Close,
}

/// What a changed line may do to a layout, as far as the text of the patch says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum LineEffect {
    /// Nothing, whatever it says: a comment, a file that is no C.
    Nothing,
    /// What it does is for the struct to tell that it is in, or whose head it is.
    OfStruct,
    /// It reads like a member, and nothing in the hunk says of which struct.
    MayBeMember,
    /// It is of an enum, whose values may be sizes.
    OfEnum,
    /// It is a typedef, which may be the type of a member.
    OfTypedef,
    /// It is of a macro, which may be the size of a member, or a condition.
    OfMacro,
    /// It is a `#pragma`, which may pack the structs that follow.
    OfPragma,
    /// It is an attribute before the word `struct`, where compilers ignore it.
    Ignored,
}

/// What a line of source says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum LineKind {
    /// Nothing.
    Blank,
    /// It is all comment.
    Comment,
    /// `#if`, `#else`, `#endif`
    Condition,
    /// Any other directive.
    Directive,
    /// Code.
    Code,
}
