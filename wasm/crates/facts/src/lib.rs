//! The plain data that crosses from Rust to TypeScript.
//!
//! Everything here is a *fact*: what a file states about a type, or what was
//! inferred from what it states (and then says so). What an *order* of members
//! would give is not here: that is the layout engine's (`web/core/layout`).
//!
//! Units are in the names: `*_bits`, `*_bytes`. Numbers are `f64`-safe (below
//! 2^53); addresses and build-ids are hex strings.
//!
//! `cargo xtask types` writes these types to `web/core/facts/generated.ts`; serde
//! renames fields to camelCase there.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod access;
mod code;
mod declared;
mod file;
mod hazard;
mod index;
pub mod key;
mod machine;
mod message;
mod place;
mod posted;
mod profile;
mod query;
mod sort;
mod source;
mod target;
mod text;
mod touched;
mod types;
mod visible;
mod words;

pub use access::{
    AccessCounts, AccessRow, CodeLevel, CpuSamples, Latencies, NamedCount, ProfileLine,
    ProfileVariable, RowNode, RowShares,
};
pub use code::{
    CodeFacts, Embedding, HeldCounts, PerCpuType, PointedType, Prototype, UsedType, Variable,
};
pub use declared::{
    AlignmentText, AlignmentValue, ArrayCount, AttributeText, DeclaratorText, DeclaredType,
    LayoutAttributes, TypeBase, UnknownAttribute,
};
pub use file::{Companion, FileFacts, FileKind, IndexStage, SplitFile, SupplementaryFile};
pub use hazard::{
    Asserted, Container, FileHazards, Hazard, HazardKind, HazardQuery, MacroName, MacroText,
    MacroUse, OffsetName, OpenCast, StandIn,
};
pub use index::StructIndex;
pub use machine::{Machine, UnknownMachine};
pub use message::{Diagnostic, Message, Refused, Refusing, Severity};
pub use place::{LineRange, SourcePoint, Span};
pub use posted::{
    ConditionMark, LineEffect, LineKind, MarkKind, OtherPatch, OtherWhy, PostedDiff, PostedHead,
    PostedHunk, PostedLayout, PostedLine, PostedMail, PostedPatch, PostedSide, ProseLine,
    RefusedPart,
};
pub use profile::{
    AccessProfile, HeatUnit, MappedBuildId, MappedCode, MeasuredState, NamedProfile, NodeCpus,
    ProfileKind, SnoopDisplay, TraceStat, TraceTable, TypeProfile, TypeRow,
};
pub use query::{Answer, Query};
pub use sort::sort_by;
pub use source::{
    Blocked, BodyNode, BranchText, Comparison, Condition, Declares, DocMember, HeaderDoc,
    InitialisedMember, KernelDoc, MacroExpansion, Marker, MemberText, Operand, OrderedText,
    PackLimit, PieceText, PlaceDemand, RecordText, ScalarFact, TypedefText, WallKind, WallText,
};
pub use target::Target;
pub use text::{
    BoundaryText, DefinedMacro, DirectiveKind, DirectiveText, FileNames, FoundName, KnownMacro,
    NameKind, NameUses, TextDifference, WordsAt,
};
pub use touched::{
    AccessFact, AccessKind, Confidence, ReachedBy, TouchedAnswer, TouchedObject, TouchedPart,
};
pub use types::{
    Alignment, AlignmentSource, BitField, ContentKey, Declared, MemberFact, MemberRole, StructDesc,
    TypeFact, TypeShape,
};
pub use visible::{push_visible, visible_name};
pub use words::{Encoding, Keyword, TagKeyword};

/// The TypeScript declarations of every type that crosses the boundary, with their docs, in the
/// order in which they are written to `web/core/facts/generated.ts`.
pub fn typescript_declarations() -> Vec<String> {
    fn declare<T: ts_rs::TS>() -> String {
        let docs = T::docs().unwrap_or_default();
        format!("{}export {}", docs, T::decl())
    }
    vec![
        declare::<Severity>(),
        declare::<Diagnostic>(),
        declare::<FileKind>(),
        declare::<Companion>(),
        declare::<IndexStage>(),
        declare::<SupplementaryFile>(),
        declare::<SplitFile>(),
        declare::<FileFacts>(),
        declare::<Keyword>(),
        declare::<DirectiveKind>(),
        declare::<DirectiveText>(),
        declare::<DefinedMacro>(),
        declare::<BoundaryText>(),
        declare::<KnownMacro>(),
        declare::<NameKind>(),
        declare::<FoundName>(),
        declare::<FileNames>(),
        declare::<NameUses>(),
        declare::<WordsAt>(),
        declare::<TextDifference>(),
        declare::<TagKeyword>(),
        declare::<Encoding>(),
        declare::<StructIndex>(),
        declare::<UnknownMachine>(),
        declare::<Machine>(),
        declare::<Target>(),
        declare::<AlignmentSource>(),
        declare::<Alignment>(),
        declare::<BitField>(),
        declare::<Declared>(),
        declare::<MemberRole>(),
        declare::<MemberFact>(),
        declare::<TypeShape>(),
        declare::<TypeFact>(),
        declare::<StructDesc>(),
        declare::<UsedType>(),
        declare::<Prototype>(),
        declare::<Variable>(),
        declare::<CodeFacts>(),
        declare::<PerCpuType>(),
        declare::<PointedType>(),
        declare::<Embedding>(),
        declare::<HeldCounts>(),
        declare::<Query>(),
        declare::<Answer>(),
        declare::<AccessKind>(),
        declare::<Confidence>(),
        declare::<ReachedBy>(),
        declare::<TouchedPart>(),
        declare::<TouchedObject>(),
        declare::<AccessFact>(),
        declare::<TouchedAnswer>(),
        declare::<ProfileKind>(),
        declare::<SnoopDisplay>(),
        declare::<TraceTable>(),
        declare::<TraceStat>(),
        declare::<AccessCounts>(),
        declare::<Latencies>(),
        declare::<RowNode>(),
        declare::<CpuSamples>(),
        declare::<RowShares>(),
        declare::<NamedCount>(),
        declare::<CodeLevel>(),
        declare::<AccessRow>(),
        declare::<ProfileLine>(),
        declare::<ProfileVariable>(),
        declare::<HeatUnit>(),
        declare::<TypeRow>(),
        declare::<TypeProfile>(),
        declare::<MappedBuildId>(),
        declare::<MappedCode>(),
        declare::<NodeCpus>(),
        declare::<AccessProfile>(),
        declare::<NamedProfile>(),
        declare::<MeasuredState>(),
        declare::<Span>(),
        declare::<LineRange>(),
        declare::<SourcePoint>(),
        declare::<AttributeText>(),
        declare::<AlignmentValue>(),
        declare::<AlignmentText>(),
        declare::<UnknownAttribute>(),
        declare::<LayoutAttributes>(),
        declare::<ArrayCount>(),
        declare::<TypeBase>(),
        declare::<DeclaredType>(),
        declare::<DeclaratorText>(),
        declare::<MacroExpansion>(),
        declare::<MemberText>(),
        declare::<PackLimit>(),
        declare::<Condition>(),
        declare::<Operand>(),
        declare::<Comparison>(),
        declare::<Blocked>(),
        declare::<PlaceDemand>(),
        declare::<PieceText>(),
        declare::<Marker>(),
        declare::<BranchText>(),
        declare::<BodyNode>(),
        declare::<DocMember>(),
        declare::<KernelDoc>(),
        declare::<Declares>(),
        declare::<WallKind>(),
        declare::<WallText>(),
        declare::<InitialisedMember>(),
        declare::<OrderedText>(),
        declare::<RecordText>(),
        declare::<TypedefText>(),
        declare::<HeaderDoc>(),
        declare::<RefusedPart>(),
        declare::<PostedPatch>(),
        declare::<OtherPatch>(),
        declare::<OtherWhy>(),
        declare::<PostedLayout>(),
        declare::<PostedMail>(),
        declare::<ProseLine>(),
        declare::<LineEffect>(),
        declare::<MarkKind>(),
        declare::<ConditionMark>(),
        declare::<PostedHead>(),
        declare::<LineKind>(),
        declare::<PostedLine>(),
        declare::<PostedSide>(),
        declare::<PostedHunk>(),
        declare::<PostedDiff>(),
        declare::<ScalarFact>(),
        declare::<Container>(),
        declare::<OffsetName>(),
        declare::<StandIn>(),
        declare::<HazardQuery>(),
        declare::<HazardKind>(),
        declare::<Hazard>(),
        declare::<MacroName>(),
        declare::<MacroUse>(),
        declare::<Asserted>(),
        declare::<MacroText>(),
        declare::<OpenCast>(),
        declare::<FileHazards>(),
    ]
}
