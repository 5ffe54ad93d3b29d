// Written by `cargo xtask types` from wasm/crates/facts. Do not edit: change the Rust types.

/**
 * How bad a [`Diagnostic`] is.
 */
export type Severity = "note" | "warning";

/**
 * Something that was skipped, guessed at, or is worth knowing about a file.
 */
export type Diagnostic = { 
/**
 * How bad it is.
 */
severity: Severity, 
/**
 * One sentence for a person: what, and what to do about it.
 */
message: string, 
/**
 * Where: a section and an offset ("`.debug_info` + 0x1234"), a type's name. Empty when it is the file as a whole.
 */
place: string, 
/**
 * How often the same thing happened (1 when once); only the first place is kept.
 */
count: number, };

/**
 * What kind of file was opened, told by content and never by name.
 */
export type FileKind = "elf" | "elfObject" | "btf";

/**
 * A stage of the index: the same list, better known each time.
 */
export type IndexStage = "btf" | "dwarf" | "summaries";

/**
 * What is known of a file as soon as it is open.
 */
export type FileFacts = { 
/**
 * What it is.
 */
kind: FileKind, 
/**
 * The machine that its types are laid out for.
 */
target: Target, 
/**
 * GNU build-id as lower-case hex.
 */
buildId: string | null, 
/**
 * Linux release from the kernel's banner ("6.1.0-56-cloud-amd64"), where there is one.
 */
kernelRelease: string | null, 
/**
 * Compiler, from `DW_AT_producer` or `.comment`.
 */
producer: string | null, 
/**
 * The stages that the file can give, in the order in which to ask for them.
 */
stages: Array<IndexStage>, 
/**
 * What was noticed on opening.
 */
diagnostics: Array<Diagnostic>, };

/**
 * What a row of the index is.
 */
export type RowKind = "struct" | "union" | "class";

/**
 * Every named struct, union and class of a file with a known size, one row each; a name with
 * several layouts has a row for each. All columns have the same length; a row number is the
 * handle for `describe`, valid until the next stage replaces the index.
 *
 * A typedef of an unnamed struct (`typedef struct { … } atomic_t`) is a row under the typedef's name.
 */
export type StructIndex = { 
/**
 * The stage that these columns come from.
 */
stage: IndexStage | null, 
/**
 * Names joined with `\n` (one string crosses the boundary faster than ten thousand).
 */
names: string, 
/**
 * [`RowKind`] of each row: 0 struct, 1 union, 2 class.
 */
kinds: Array<number>, 
/**
 * Size of each in bytes.
 */
sizesBytes: Array<number>, 
/**
 * Which layout of its name a row is, counted from 1 in the file's order (`foo#2`); 0 where the name has only one.
 */
variants: Array<number>, 
/**
 * Direct members of each; empty until known.
 */
memberCounts: Array<number>, 
/**
 * Number of holes between the members, by pahole's count (bit holes apart); empty until known.
 */
holeCounts: Array<number>, 
/**
 * Bytes in those holes; empty until known.
 */
holeBytes: Array<number>, 
/**
 * Bytes of padding after the last member; empty until known.
 */
paddingBytes: Array<number>, 
/**
 * What was skipped while indexing.
 */
diagnostics: Array<Diagnostic>, };

/**
 * The machine that a file's types are laid out for. Alignments of types are stated per type
 * (`TypeFact::align`); this holds what an engine needs beyond them.
 */
export type Target = { 
/**
 * `x86-64`, `i386`, `aarch64`, `arm`, `riscv64`, `ppc64le`, `ppc64`, `s390x`, …; `unknown-64le` and the like where no machine is stated.
 */
machine: string, 
/**
 * Size of a pointer.
 */
pointerBytes: number, 
/**
 * Whether the most significant byte comes first (and bit-fields fill from the top).
 */
bigEndian: boolean, 
/**
 * The largest alignment that an ordinary scalar has in a struct (16 on x86-64, 4 on i386).
 */
maxScalarAlignBytes: number, 
/**
 * Cache line that the page starts with: 64; 128 on ppc64, 256 on s390x.
 */
lineBytes: number, 
/**
 * Whether unnamed bit-fields, zero-width ones too, raise their struct's alignment (AAPCS on arm and aarch64; not elsewhere).
 */
unnamedBitfieldsAlign: boolean, };

/**
 * Where an alignment is known from.
 */
export type AlignmentSource = "abi" | "stated" | "inferred";

/**
 * An alignment and where it is known from.
 */
export type Alignment = { 
/**
 * A power of two.
 */
bytes: number, 
/**
 * Where it is known from.
 */
from: AlignmentSource, };

/**
 * A bit-field's own part of its member.
 */
export type BitField = { 
/**
 * Declared width; 0 closes the storage unit (`int :0`).
 */
widthBits: number, 
/**
 * Size of the declared type (`unsigned long flag:1` has 64).
 */
unitBits: number, };

/**
 * A place in the source.
 */
export type Declared = { 
/**
 * As the compiler was given it ("`include/linux/fs.h`"); empty where only the line is known.
 */
file: string, 
/**
 * Counted from 1.
 */
line: number, 
/**
 * Counted from 1; 0 where the compiler wrote none (clang).
 */
column: number, };

/**
 * What a member is, where it is not an ordinary one.
 */
export type MemberRole = "field" | "inferredBits" | "base" | "vtable" | "variant";

/**
 * One member, as stated. Offsets are counted from the start of the type that holds it.
 */
export type MemberFact = { 
/**
 * As declared; `None` for an anonymous struct or union, and for an unnamed bit-field.
 */
name: string | null, 
/**
 * Index into `StructDesc::types`.
 */
typeIndex: number, 
/**
 * What it is.
 */
role: MemberRole, 
/**
 * Offset of its first bit in memory order (little-endian: of its least significant bit;
 * big-endian: counted from the most significant bit of byte 0), so that `offset_bits / 8`
 * is its first byte on either.
 */
offsetBits: number, 
/**
 * Bits that it takes: its width for a bit-field, its type's size otherwise (0 for a flexible
 * array); `None` where the size is unknown (its type is only declared).
 */
sizeBits: number | null, 
/**
 * For a bit-field.
 */
bitField: BitField | null, 
/**
 * A forced alignment on the member itself (`__aligned(64)` on the declaration).
 */
align: Alignment | null, 
/**
 * Whether the member itself is packed: laid out as if its type's alignment were 1. Always inferred (DWARF records none).
 */
packed: boolean, 
/**
 * Where it is declared.
 */
declared: Declared | null, };

/**
 * What kind of type it is, and what it is made of.
 */
export type TypeShape = { "kind": "scalar", 
/**
 * See above.
 */
encoding: string, } | { "kind": "pointer" } | { "kind": "enum" } | { "kind": "array", 
/**
 * Index into `StructDesc::types`.
 */
element: number, 
/**
 * How many.
 */
count: number | null, } | { "kind": "aggregate", 
/**
 * `struct`, `union` or `class`.
 */
keyword: string, 
/**
 * In declaration order, which is also the order of offsets except in a randomized struct, a union or an odd C++ class.
 */
members: Array<MemberFact>, 
/**
 * Whether the whole type is packed. Always inferred (neither DWARF nor BTF records it).
 */
packed: boolean, 
/**
 * An alignment forced on the type (`} __aligned(64)`), beyond what its members give.
 */
forcedAlign: Alignment | null, 
/**
 * Why an order of it cannot be recomputed (a C++ base's tail padding, a Rust type, overlapping members), where it cannot. A sentence.
 */
readOnly: string | null, } | { "kind": "declared", 
/**
 * `struct`, `union`, `class` or `enum`.
 */
keyword: string, } | { "kind": "other" };

/**
 * A type that the struct holds by value, directly or deep. Pointers are leaves.
 */
export type TypeFact = { 
/**
 * As C writes it with the declared name left out: `unsigned int`, `struct list_head`, `atomic_t`, `struct file *`,
 * `int (*)(struct page *)`, `char[16]`, `unsigned long[2][3]`. Qualifiers are kept. An unnamed aggregate is `struct` or `union`.
 */
name: string, 
/**
 * Size; `None` where unknown. 0 for a flexible array and an empty struct.
 */
sizeBytes: number | null, 
/**
 * The alignment of an ordinary member of this type (forced alignments of the type included).
 */
align: Alignment, 
/**
 * What it is made of.
 */
shape: TypeShape, 
/**
 * Where it is declared (aggregates).
 */
declared: Declared | null, };

/**
 * A chosen struct: itself and every type that it holds by value. Crosses the boundary once per pick.
 */
export type StructDesc = { 
/**
 * See [`ContentKey`].
 */
key: string, 
/**
 * The name it is listed under (a typedef's for an unnamed struct).
 */
name: string, 
/**
 * The machine.
 */
target: Target, 
/**
 * Where the facts come from.
 */
source: IndexStage, 
/**
 * Types by index; no type holds itself by value.
 */
types: Array<TypeFact>, 
/**
 * Index of the struct itself in `types`.
 */
root: number, 
/**
 * What was noticed about this struct.
 */
diagnostics: Array<Diagnostic>, };
