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
 * `subject/what`: stays the same when the words change.
 */
id: string, 
/**
 * How bad it is.
 */
severity: Severity, 
/**
 * What happened.
 */
text: string, 
/**
 * What to do about it; null where nothing can be done.
 */
fix: string | null, 
/**
 * Where: a section and an offset ("`.debug_info` + 0x1234"), a type's name. Empty when it is the file as a whole.
 */
location: string, 
/**
 * How often the same thing happened (1 when once); only the first location is kept.
 */
count: number, };

/**
 * What kind of file was opened, told by content and never by name.
 */
export type FileKind = "elf" | "elfObject" | "btf";

/**
 * Another file that has some of a file's types.
 */
export type Companion = "baseBtf" | "supplementary" | "split" | "debug";

/**
 * A stage of the index: the same list, better known each time.
 */
export type IndexStage = "btf" | "dwarf" | "summaries" | "text";

/**
 * The file that dwz moved types to, which several programs share.
 */
export type SupplementaryFile = { 
/**
 * As it is named in the file: an absolute path, or relative to it.
 */
name: string, 
/**
 * Its build-id as lower-case hex; empty where it is not stated.
 */
buildId: string, };

/**
 * A file that holds the types of a unit of which only a skeleton stands in the program (split DWARF).
 */
export type SplitFile = { 
/**
 * As the compiler was told: absolute, or relative to `directory`.
 */
name: string, 
/**
 * The compiler's own directory; empty where it is not stated.
 */
directory: string, };

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
 * Files that must be given before a stage can be read; left out where there are none.
 */
needs?: Array<Companion>, 
/**
 * What the file with the debug information of a stripped one is called; left out where it is not stated.
 */
debugLink?: string, 
/**
 * Files that would tell more of its types, which are read without them too; left out where there are none.
 */
gains?: Array<Companion>, 
/**
 * The file that has some of its types; they are missing until it is given. Left out where there is none.
 */
supplementary?: SupplementaryFile, 
/**
 * Whether it is a `.dwo` file or `.dwp` package, which holds types of a program; left out where it is none.
 */
isSplitDwarf?: boolean, 
/**
 * Whether two readers may share the stages of DWARF, each half of the file; left out where one must do it alone.
 */
mayBeShared?: boolean, 
/**
 * What is added to a place in the file to get the address of the code there, in bytes; left out of kernels and
 * where no code is, or not all of it lies so.
 */
codeShiftBytes?: number, 
/**
 * What was noticed on opening.
 */
diagnostics: Array<Diagnostic>, };

/**
 * What a type with members is, by its keyword. As a number (in [`crate::StructIndex::kinds`]) it is its place here.
 */
export type Keyword = "struct" | "union" | "class";

/**
 * What a preprocessor line does.
 */
export type DirectiveKind = "open" | "branch" | "close" | "define" | "switch" | "include" | "includeQuoted" | "once" | "pragma" | "other";

/**
 * A preprocessor line with those that continue it.
 */
export type DirectiveText = { 
/**
 * What it does.
 */
kind: DirectiveKind, 
/**
 * From its `#` to its end.
 */
span: Span, 
/**
 * Its lines.
 */
lines: LineRange, 
/**
 * The macro that it defines, or the path that it includes; empty for any other.
 */
name: string, 
/**
 * For `Open`: whether it is an include guard, whose `#define` is right under it.
 */
guard: boolean, };

/**
 * A macro that a body defines, between its braces.
 */
export type DefinedMacro = { 
/**
 * Its name.
 */
name: string, 
/**
 * Where its `#` is.
 */
at: SourcePoint, };

/**
 * What a pasted line of pahole's says: `--- cacheline 1 boundary (64 bytes) was 8 bytes ago ---`.
 */
export type BoundaryText = { 
/**
 * The cache line that begins there, counted from 0.
 */
line: number, 
/**
 * The offset where it begins, where the comment states it.
 */
bytes: number | null, 
/**
 * How many bytes before the comment it begins.
 */
ago: number, };

/**
 * What a macro that is known by its name makes of a place among the members.
 */
export type KnownMacro = "group" | "mark";

/**
 * What a name that was looked for is in a file.
 */
export type NameKind = "macro" | "typedef" | "record";

/**
 * A name that was looked for and that a file defines.
 */
export type FoundName = { 
/**
 * The name.
 */
name: string, 
/**
 * What it is.
 */
kind: NameKind, 
/**
 * For a record with a tag: what it is.
 */
keyword: Keyword | null, 
/**
 * Its line.
 */
line: number, 
/**
 * The whole definition as it is written; of a record its head.
 */
text: string, 
/**
 * The words of a macro's body and of a typedef, its own name left out.
 */
words: Array<string>, };

/**
 * What a file says of names that were looked for.
 */
export type FileNames = { 
/**
 * Those that it uses or defines, in comments too.
 */
used: Array<string>, 
/**
 * Those that it defines, in its order.
 */
found: Array<FoundName>, 
/**
 * Its `#include`s.
 */
includes: Array<DirectiveText>, };

/**
 * What a file makes of constants and types that are looked for.
 */
export type NameUses = { 
/**
 * The structs that have one of them in their text, by all their names.
 */
structs: Array<string>, 
/**
 * Macros, enumerators and types that are made of one of them.
 */
names: Array<string>, 
/**
 * A condition or the text of a macro uses one in a way that may change any struct: the line, from 1; `None` for none.
 */
anywhere: number | null, };

/**
 * What a text has at a line and column.
 */
export type WordsAt = { 
/**
 * The words of the line from there on.
 */
words: Array<string>, 
/**
 * Whether one of them begins at the place itself.
 */
begins: boolean, 
/**
 * Whether the first of them may be a macro: it is in capitals, or has arguments. Without a column, whether any may.
 */
mayBeMacro: boolean, };

/**
 * How two versions of a text differ; white space is no difference.
 */
export type TextDifference = { 
/**
 * A word that one has more often than the other; `#if` and `#endif` are no words.
 */
word: string | null, 
/**
 * A comment that one has more often than the other.
 */
comment: string | null, };

/**
 * What a type that has a tag is, by its keyword.
 */
export type TagKeyword = "struct" | "union" | "class" | "enum";

/**
 * What the bits of a scalar mean.
 */
export type Encoding = "int" | "uint" | "char" | "bool" | "float";

/**
 * Every named struct, union and class of a file with a known size, one row each; a name with
 * several layouts has a row for each. All columns have the same length; a row number is the
 * handle for `describe`, valid until the next stage replaces the index. Columns of numbers cross the boundary
 * as typed arrays: seventy thousand as text would take as long as to read them out of a kernel's BTF. The names become
 * an array on arrival (`web/core/facts/structTable.ts`).
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
 * [`Keyword`] of each row: 0 struct, 1 union, 2 class.
 */
kinds: Uint8Array, 
/**
 * Size of each in bytes.
 */
sizesBytes: Float64Array, 
/**
 * Which layout of its name a row is, counted from 1 in the file's order (`foo#2`); 0 where the name has only one.
 */
variants: Uint16Array, 
/**
 * Direct members of each; empty until known.
 */
memberCounts: Uint32Array, 
/**
 * Number of holes between the members, by pahole's count (bit holes apart); empty until known.
 */
holeCounts: Uint32Array, 
/**
 * Bytes in those holes; empty until known.
 */
holeBytes: Uint32Array, 
/**
 * Bytes of padding after the last member; empty until known.
 */
paddingBytes: Uint32Array, 
/**
 * Other names of structs in the list, that typedefs of C give them: `PyObject\t_object`, each with its line end.
 */
typedefs?: string, 
/**
 * Hash of the members of each (53 bits), by which the rows of two halves of a file are the same; left
 * out of a whole file's.
 */
memberHashes?: Array<number>, 
/**
 * Files that hold more of its types and were not given (split DWARF); left out where there are none.
 */
splitFiles?: Array<SplitFile>, 
/**
 * What was skipped while indexing.
 */
diagnostics: Array<Diagnostic>, };

/**
 * What is known of a machine without a name: `unknown-64le`, and with the number that its ELF header states
 * `unknown-64le-83`.
 */
export type UnknownMachine = `unknown-${32 | 64}${'le' | 'be'}` | `unknown-${32 | 64}${'le' | 'be'}-${number}`;

/**
 * The machine of a file's code, as far as the layout of types depends on it.
 */
export type Machine = "x86-64" | "x32" | "i386" | "aarch64" | "aarch64be" | "aarch64-ilp32" | "arm" | "armeb" | "riscv64" | "riscv32" | "ppc64le" | "ppc64" | "ppc" | "s390x" | "s390" | "mips64" | "mips64el" | "mips" | "mipsel" | "loongarch64" | "loongarch32" | "sparc64" | "sparc" | "parisc64" | "parisc" | "alpha" | "ia64" | "m68k" | "sh" | "arc" | "csky" | "openrisc" | "microblaze" | "nios2" | "xtensa" | "hexagon" | "bpf" | UnknownMachine;

/**
 * The machine that a file's types are laid out for. Alignments of types are stated per type
 * (`TypeFact::align`); this holds what an engine needs beyond them.
 */
export type Target = { 
/**
 * Which one; `unknown-64le` and the like where none is stated.
 */
machine: Machine, 
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
 * Which of them.
 */
encoding: Encoding, } | { "kind": "pointer" } | { "kind": "enum" } | { "kind": "array", 
/**
 * Index into `StructDesc::types`.
 */
element: number, 
/**
 * How many.
 */
count: number | null, } | { "kind": "aggregate", 
/**
 * What it is.
 */
keyword: Keyword, 
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
 * What it is.
 */
keyword: TagKeyword, } | { "kind": "other" };

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
diagnostics: Array<Diagnostic>, 
/**
 * The source file whose words its packing and alignments follow, beyond what debug information states or
 * implies; left out where no source was read.
 */
wordsFrom?: string, 
/**
 * The `#pragma pack` around it caps every alignment in its body at so many bytes; left out where none is known.
 */
alignCapBytes?: number, 
/**
 * The compilation unit that declares it is C++ (`DW_AT_language`); left out where it is not, or does not say.
 */
cplusplus?: boolean, };

/**
 * A type as a function is handed it, or as a variable has it.
 */
export type UsedType = { 
/**
 * As C writes it: "struct `rw_semaphore` *".
 */
name: string, 
/**
 * The name under which the struct, union or class behind pointers and arrays is listed;
 * `None` where there is none behind them.
 */
aggregate: string | null, 
/**
 * The typedef through which it was reached ("`spinlock_t`"): members are named by it too.
 */
alias: string | null, 
/**
 * How many pointers stand before it.
 */
pointers: number, 
/**
 * Elements of an array that is no pointer; `None` for any other type.
 */
count: number | null, };

/**
 * What a function is handed and gives back.
 */
export type Prototype = { 
/**
 * The name of the query; a last `*` stands for any end.
 */
query: string, 
/**
 * The function's.
 */
name: string, 
/**
 * Types of its parameters.
 */
parameters: Array<UsedType>, 
/**
 * `None` for `void`.
 */
returns: UsedType | null, };

/**
 * A global variable.
 */
export type Variable = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its type.
 */
of: UsedType, 
/**
 * Its size, where the type has one.
 */
sizeBytes: number | null, };

/**
 * What is known of some functions and variables, by their names.
 */
export type CodeFacts = { 
/**
 * One for each function that was found.
 */
prototypes: Array<Prototype>, 
/**
 * One for each variable that was found.
 */
variables: Array<Variable>, };

/**
 * A struct of which each CPU has its own: what per-CPU variables are, or are arrays of.
 */
export type PerCpuType = { 
/**
 * As the index lists it.
 */
name: string, 
/**
 * Its size; tells several layouts of one name apart.
 */
sizeBytes: number, 
/**
 * Names of these variables, sorted; of many the first four.
 */
variables: Array<string>, 
/**
 * How many variables there are.
 */
count: number, };

/**
 * What a type of pointer in a struct leads to.
 */
export type PointedType = { 
/**
 * Index of the pointer into `StructDesc::types`.
 */
typeIndex: number, 
/**
 * The struct, union or class behind it, as the index lists it if it is more than declared.
 */
name: string, 
/**
 * How many pointers stand before it: 2 for `struct file **`.
 */
pointers: number, };

/**
 * A struct that holds another by value, at whatever depth.
 */
export type Embedding = { 
/**
 * What is held, as it was asked for.
 */
inner: string, 
/**
 * What holds it, as the index lists it.
 */
outer: string, 
/**
 * What the outer one is.
 */
kind: Keyword, 
/**
 * Size of the outer one.
 */
sizeBytes: number, 
/**
 * Where the inner one begins, each time; of long arrays only the first elements.
 */
offsetsBytes: Array<number>, 
/**
 * Whether one of these places is not inside another named struct.
 */
direct: boolean, };

/**
 * By how many listed structs each is held by value, at whatever depth.
 */
export type HeldCounts = { 
/**
 * Names of those that are held at all, joined with `\n`.
 */
names: string, 
/**
 * How many structs hold each.
 */
counts: Array<number>, };

/**
 * A question to an open file. Rows are those of the index that it gave last. The answer is the variant of
 * [`Answer`] of the same name.
 */
export type Query = { "kind": "describe", 
/**
 * Which.
 */
row: number, } | { "kind": "describeAll", 
/**
 * Which.
 */
rows: readonly number[], } | { "kind": "find", 
/**
 * See [`crate::ContentKey`].
 */
key: string, } | { "kind": "pointsTo", 
/**
 * The struct's content key.
 */
key: string, } | { "kind": "code", 
/**
 * Names; one that ends in `*` stands for the first that begins so.
 */
functions: readonly string[], 
/**
 * Names.
 */
variables: readonly string[], } | { "kind": "embeddings", 
/**
 * Names, as they are listed.
 */
inner: readonly string[], } | { "kind": "heldCounts" } | { "kind": "perCpu" } | { "kind": "symbols" } | { "kind": "mangled", 
/**
 * Readable: `app::Stats::hit`, with or without parameters; `name*` is the beginning of one that was cut.
 */
names: readonly string[], } | { "kind": "touches", 
/**
 * `0x…` an address as the file has it, `symbol+0x1a` one instruction, `symbol` all accesses of a function
 * but those of its frame; `symbol*` of the functions whose names begin so. Of C++ and Rust the readable name
 * will do: it stands for each function that is printed so.
 */
places: readonly string[], 
/**
 * Whether to say why; the reasons of a whole function are as long as its code.
 */
reasons: boolean, } | { "kind": "visits", 
/**
 * `0x…` addresses as the file has them.
 */
places: readonly string[], };

/**
 * The answer to a [`Query`], under the same name.
 */
export type Answer = { "kind": "describe", "value": StructDesc } | { "kind": "describeAll", "value": Array<StructDesc | null> } | { "kind": "find", "value": number | null } | { "kind": "pointsTo", "value": Array<PointedType> | null } | { "kind": "code", "value": CodeFacts } | { "kind": "embeddings", "value": Array<Embedding> } | { "kind": "heldCounts", "value": HeldCounts } | { "kind": "perCpu", "value": Array<PerCpuType> } | { "kind": "symbols", "value": string | null } | { "kind": "mangled", "value": Array<Array<string>> } | { "kind": "touches", "value": Array<TouchedAnswer> } | { "kind": "visits", "value": Array<TouchedAnswer> };

/**
 * What an access does to memory.
 */
export type AccessKind = "read" | "write" | "both";

/**
 * How far a type is to be trusted.
 */
export type Confidence = "direct" | "must" | "may" | "later";

/**
 * How the object was reached.
 */
export type ReachedBy = "pointer" | "global" | "perCpu" | "stack";

/**
 * A struct that lies in another.
 */
export type TouchedPart = { 
/**
 * Its name; empty where it has none.
 */
name: string, 
/**
 * `None` where it is not known.
 */
sizeBytes: number | null, 
/**
 * Where the access begins in it.
 */
offsetBytes: number, };

/**
 * A struct with the bytes of it that are touched.
 */
export type TouchedObject = { 
/**
 * Name of the struct or of the plain type.
 */
name: string, 
/**
 * Whether it is a struct, union or class.
 */
isAggregate: boolean, 
/**
 * `None` where it is not known.
 */
sizeBytes: number | null, 
/**
 * Where the access begins in it.
 */
offsetBytes: number, 
/**
 * The member there, from the outside in: `f_lock.rlock`. Empty where there is none.
 */
path: string, 
/**
 * Size of that member.
 */
memberBytes: number | null, 
/**
 * Structs within it that hold the same bytes, from the outside in.
 */
chain: Array<TouchedPart>, 
/**
 * How far this is to be trusted.
 */
confidence: Confidence, 
/**
 * How it was reached.
 */
how: ReachedBy, 
/**
 * The variable that it is, or that points to it.
 */
variable: string | null, 
/**
 * An index was added: some element of an array.
 */
isElement: boolean, 
/**
 * Why, the newest first, a sentence each.
 */
reasons: Array<string>, };

/**
 * One access of one instruction.
 */
export type AccessFact = { 
/**
 * Of the instruction, in hex.
 */
address: string, 
/**
 * The function that has the instruction.
 */
function: string, 
/**
 * From where that function begins.
 */
offsetBytes: number, 
/**
 * As assemblers write it: `0x40(%rdi)`.
 */
operand: string, 
/**
 * Size of the access; 0 where the instruction does not tell.
 */
bytes: number, 
/**
 * What it does.
 */
does: AccessKind, 
/**
 * What it may touch, the likeliest first; several where the same bytes have several types.
 */
objects: Array<TouchedObject>, 
/**
 * Why nothing is known of it, as a sentence.
 */
unknown: string | null, };

/**
 * What is known of one place that was queried: an address, a symbol with an offset, or a whole function.
 */
export type TouchedAnswer = { 
/**
 * The question, as it was put.
 */
query: string, 
/**
 * Accesses in the order of their addresses; those of the stack only where an address was asked.
 */
accesses: Array<AccessFact>, 
/**
 * Why there is none, as a sentence.
 */
nothing: string | null, 
/**
 * What was left out or could not be followed.
 */
notes: Array<string>, };

/**
 * What a profile was read from, told by content and never by name.
 */
export type ProfileKind = "c2cReport" | "script" | "memDump" | "memReport" | "typeReport" | "annotatedTypes" | "perfData";

/**
 * What `perf c2c report` sorts lines by (`--display`).
 */
export type SnoopDisplay = "totalHitm" | "localHitm" | "remoteHitm" | "peer";

/**
 * The two tables of statistics that open a c2c report.
 */
export type TraceTable = "trace" | "shared";

/**
 * One `key : value` line of perf's own statistics that is a count, with perf's wording of the key.
 */
export type TraceStat = { 
/**
 * Which table: `trace` ("Trace Event Information") or `shared` ("Global Shared Cache Line Event Information").
 */
table: TraceTable, 
/**
 * As perf writes it: "Load Local HITM".
 */
name: string, 
/**
 * The count.
 */
count: number, };

/**
 * What was sampled on a whole cache line, or in a whole recording.
 *
 * A load is counted once: `records = loads + stores`, and `loads` is the sum of all that begin
 * with `loads`, `hitm` or `dram`. A peer hit is a mark on a load that is counted there already.
 */
export type AccessCounts = { 
/**
 * Loads and stores together.
 */
records: number | null, 
/**
 * Sampled loads.
 */
loads: number | null, 
/**
 * Sampled stores. Not on one scale with loads on Intel, where the two are separate events.
 */
stores: number | null, 
/**
 * Loads that hit a modified line in a cache of the same node.
 */
hitmLocal: number | null, 
/**
 * Loads that hit a modified line in a cache of another node.
 */
hitmRemote: number | null, 
/**
 * Loads that a core of the same node served from its cache.
 */
peerLocal: number | null, 
/**
 * Loads that a core of another node served from its cache.
 */
peerRemote: number | null, 
/**
 * Stores that hit the first-level cache.
 */
storesL1Hit: number | null, 
/**
 * Stores that missed it.
 */
storesL1Miss: number | null, 
/**
 * Stores for which the machine names no level (all of them on Arm).
 */
storesNoLevel: number | null, 
/**
 * Loads that found their line on its way already (line fill buffer).
 */
loadsFillBuffer: number | null, 
/**
 * Loads from the first level.
 */
loadsL1: number | null, 
/**
 * Loads from the second level.
 */
loadsL2: number | null, 
/**
 * Loads from the last level, clean: without local HITM.
 */
loadsLlc: number | null, 
/**
 * Loads from a remote cache, clean: without remote HITM.
 */
loadsRemote: number | null, 
/**
 * Loads from the node's own memory.
 */
dramLocal: number | null, 
/**
 * Loads from another node's memory.
 */
dramRemote: number | null, };

/**
 * Mean load latency in core cycles (sample weight), by what answered. `None`: no such load was
 * sampled, or the source does not say. The kinds exclude each other.
 */
export type Latencies = { 
/**
 * Loads with a remote HITM.
 */
hitmRemoteCycles: number | null, 
/**
 * Loads with a local HITM.
 */
hitmLocalCycles: number | null, 
/**
 * Loads with a remote peer hit.
 */
peerRemoteCycles: number | null, 
/**
 * Loads with a local peer hit.
 */
peerLocalCycles: number | null, 
/**
 * All other loads.
 */
otherCycles: number | null, };

/**
 * The part of a row that one NUMA node had.
 */
export type RowNode = { 
/**
 * NUMA node.
 */
node: number, 
/**
 * How many of its CPUs were seen; `None` where only the node is named.
 */
cpuCount: number | null, 
/**
 * Which of its CPUs were seen; empty where only their number or nothing is stated.
 */
cpus: Array<number>, 
/**
 * The node's share of the row's HITM (peer hits in a peer report), in percent.
 */
snoopPercent: number | null, 
/**
 * The node's share of the row's stores, in percent.
 */
storesPercent: number | null, };

/**
 * How often one CPU was seen in a row.
 */
export type CpuSamples = { 
/**
 * Logical CPU.
 */
cpu: number, 
/**
 * Its sampled loads.
 */
loads: number, 
/**
 * Its sampled stores.
 */
stores: number, };

/**
 * Shares of a line's samples of one kind, in percent, as a c2c report prints them.
 */
export type RowShares = { 
/**
 * Of the line's remote HITM.
 */
hitmRemotePercent: number | null, 
/**
 * Of its local HITM.
 */
hitmLocalPercent: number | null, 
/**
 * Of its remote peer hits.
 */
peerRemotePercent: number | null, 
/**
 * Of its local peer hits.
 */
peerLocalPercent: number | null, 
/**
 * Of its stores that hit the first-level cache.
 */
storesL1HitPercent: number | null, 
/**
 * Of its stores that missed it.
 */
storesL1MissPercent: number | null, 
/**
 * Of its stores without a level.
 */
storesNoLevelPercent: number | null, };

/**
 * What a column of a report counts that no field here names, under the report's own words (`RmtFwd`, `LclHit`).
 */
export type NamedCount = { 
/**
 * The words above the column.
 */
name: string, 
/**
 * Samples; `None` where only a share is stated.
 */
count: number | null, 
/**
 * A row's share of its line, in percent; `None` for a line.
 */
percent: number | null, };

/**
 * Where a sampled instruction is.
 */
export type CodeLevel = "kernel" | "user" | "guest" | "hypervisor";

/**
 * One instruction (or thread, or object: whatever the report groups by) that touched one offset of a line.
 */
export type AccessRow = { 
/**
 * The byte that was touched, from the start of the line (or of the data symbol). It may lie inside a field.
 */
offsetBytes: number, 
/**
 * Of the instruction, as hex ("0x401150").
 */
codeAddress: string | null, 
/**
 * Process.
 */
pid: number | null, 
/**
 * Thread.
 */
tid: number | null, 
/**
 * Name of the thread.
 */
threadName: string | null, 
/**
 * What was sampled. From a c2c report these are derived: see `ProfileLine::row_error_samples`.
 */
counts: AccessCounts, 
/**
 * The row's shares of its line, as the report prints them; `None` where the source has counts.
 */
shares: RowShares | null, 
/**
 * Columns of the report that count something else.
 */
named?: Array<NamedCount>, 
/**
 * Loads without HITM and without a peer hit.
 */
otherLoads: number | null, 
/**
 * Sum of its samples' periods: the events that they stand for. `None` where the source has no single samples, or does not state them.
 */
period?: number, 
/**
 * Mean latencies.
 */
latencies: Latencies, 
/**
 * How many CPUs were seen in this row.
 */
cpuCount: number | null, 
/**
 * The nodes of these CPUs.
 */
nodes: Array<RowNode>, 
/**
 * Samples of each CPU; empty unless the source has single samples.
 */
cpus: Array<CpuSamples>, 
/**
 * Function, as perf writes it (compiler suffixes kept). `None` where perf printed only an address.
 */
symbol: string | null, 
/**
 * Whether `symbol` has just the length to which perf cuts names without `--full-symbols`, so that its end may be missing.
 */
symbolMayBeCut: boolean, 
/**
 * Kernel or user code.
 */
level: CodeLevel | null, 
/**
 * Executable, library or `[kernel.kallsyms]`.
 */
object: string | null, 
/**
 * Source file and line ("fs.h:123"), or what perf prints where it knows none ("func+18").
 */
sourceLine: string | null, 
/**
 * What the author of a hand-made table wrote behind the row ("the writer", "180 machines").
 */
remark?: string, };

/**
 * A cache line and who touched it.
 */
export type ProfileLine = { 
/**
 * Virtual address of its first byte, as hex ("0xffff883ffb6a7e80"). `None` for rows that were pasted without the line above them.
 */
address: string | null, 
/**
 * Memory nodes of the physical addresses seen; empty where not stated.
 */
memoryNodes: Array<number>, 
/**
 * How often the physical address changed from one sample to the next (perf's "PA cnt"; not a number of addresses).
 */
physicalChanges: number | null, 
/**
 * Its share of all HITM (or peer hits) of the kind that the report sorts by, in percent.
 */
snoopPercent: number | null, 
/**
 * What was sampled on it.
 */
counts: AccessCounts, 
/**
 * Columns of the report that count something else.
 */
named?: Array<NamedCount>, 
/**
 * By offset; then by HITM.
 */
rows: Array<AccessRow>, 
/**
 * Rows of a table that has no column of offsets: their `offset_bytes` says nothing.
 */
unplaced?: Array<AccessRow>, 
/**
 * The largest error of a row's count, in samples: a c2c report prints percentages of the line with two
 * decimals, so counts are exact on lines with up to 10,000 samples of a kind, and otherwise this far off at most.
 */
rowErrorSamples: number, 
/**
 * Where the rows miss more than 1 % of a kind of sample, the report was trimmed: how much of all HITM,
 * peer hits and stores of the line together is not in the rows, in percent.
 */
trimmedPercent: number | null, 
/**
 * The same for each kind.
 */
missing: RowShares | null, };

/**
 * A global variable and who touched it, where the source names variables and no addresses.
 */
export type ProfileVariable = { 
/**
 * Name of the variable.
 */
name: string, 
/**
 * What holds it.
 */
object: string | null, 
/**
 * What was sampled on it.
 */
counts: AccessCounts, 
/**
 * By offset from the start of the variable.
 */
rows: Array<AccessRow>, };

/**
 * What the values of a type profile count.
 */
export type HeatUnit = "percent" | "samples" | "period";

/**
 * One offset of a type, with a value for each event.
 */
export type TypeRow = { 
/**
 * From the start of the type.
 */
offsetBytes: number, 
/**
 * Size of the field, where stated.
 */
sizeBytes: number | null, 
/**
 * Path with dots ("lru.next"); empty for the type as a whole and for an unnamed aggregate; `None` where perf knows no field.
 */
field: string | null, 
/**
 * How deep it is nested: 0 is the type itself, 1 a direct member.
 */
depth: number, 
/**
 * Whether the row stands for all that it holds (an aggregate), so that it must not be added to its members.
 */
sumsMembers: boolean, 
/**
 * One for each of the profile's events (`TypeProfile::events`).
 */
values: Array<number>, };

/**
 * Samples of one type by offset, as perf's data type profiling gives them: no binding is needed, and there is no HITM in it.
 */
export type TypeProfile = { 
/**
 * As DWARF names it: "struct page", "long unsigned int". perf's pseudo types keep their brackets: "(unknown)", "(stack operation)".
 */
name: string, 
/**
 * Object in which it was found, where stated.
 */
object: string | null, 
/**
 * Size of the type, where stated.
 */
sizeBytes: number | null, 
/**
 * Samples of the type, where stated.
 */
samples: number | null, 
/**
 * What the values count.
 */
unit: HeatUnit, 
/**
 * Events, one for each value of a row. May be empty where the text names none. "loads" and "stores" where the
 * source distinguishes these and not its events.
 */
events: Array<string>, 
/**
 * Values of the whole type; empty where the text does not state them (a report without `--hierarchy`).
 */
values: Array<number>, 
/**
 * By offset.
 */
rows: Array<TypeRow>, };

/**
 * The build-id of a file that was mapped during the recording.
 */
export type MappedBuildId = { 
/**
 * Path, or `[kernel.kallsyms]`.
 */
object: string, 
/**
 * Lower-case hex.
 */
buildId: string, };

/**
 * Where code of one file was mapped during a recording. Addresses and offsets are hex ("0x401000").
 */
export type MappedCode = { 
/**
 * As rows name it.
 */
object: string, 
/**
 * The first address.
 */
start: string, 
/**
 * The address after the last.
 */
end: string, 
/**
 * Which place in the file lies at `start`; with `symbol` the address that this symbol had.
 */
fileOffset: string, 
/**
 * What tells how far a kernel was moved (`_text`); `None` of a program.
 */
symbol: string | null, };

/**
 * The CPUs of a NUMA node of the recorded machine.
 */
export type NodeCpus = { 
/**
 * NUMA node.
 */
node: number, 
/**
 * Its logical CPUs.
 */
cpus: Array<number>, };

/**
 * Everything that a profile says, whatever it was read from.
 */
export type AccessProfile = { 
/**
 * What it was read from.
 */
kind: ProfileKind, 
/**
 * perf that recorded it ("6.1.192"), where stated.
 */
perfVersion: string | null, 
/**
 * Kernel on which it was recorded.
 */
kernelRelease: string | null, 
/**
 * Machine, as `uname -m` says it: shown as it is, whatever it may be; of types the file itself states one (`Target`).
 */
machine: string | null, 
/**
 * Command line of the recording.
 */
command: string | null, 
/**
 * Events, in perf's spelling.
 */
events: Array<string>, 
/**
 * What the report sorts by; `None` where it does not matter or is not stated.
 */
display: SnoopDisplay | null, 
/**
 * What rows are grouped by, as `--coalesce` takes it ("offset", "iaddr"); empty where not stated.
 */
grouping: Array<string>, 
/**
 * Size of the lines of this profile: 64 unless stated or seen otherwise (128 for `--double-cl`).
 */
lineBytes: number, 
/**
 * NUMA nodes of the machine; empty where not stated.
 */
nodes: Array<NodeCpus>, 
/**
 * Logical CPUs of each core (they share their caches and make no HITM among them); empty where not stated.
 */
cores: Array<Array<number>>, 
/**
 * Build-ids of mapped files and of the kernel.
 */
buildIds: Array<MappedBuildId>, 
/**
 * Where the code that was sampled was mapped; empty where the source does not say.
 */
mappings?: Array<MappedCode>, 
/**
 * perf's statistics, as far as they are in the text; from samples: the same, computed by perf's rules.
 */
stats: Array<TraceStat>, 
/**
 * All samples of the recording, where stated; `None` inside where not.
 */
totals: AccessCounts, 
/**
 * Samples on lines that are not in `lines` because there are too many (from single samples only).
 */
unlisted: AccessCounts, 
/**
 * Hottest first.
 */
lines: Array<ProfileLine>, 
/**
 * Variables that are named without an address, hottest first.
 */
variables: Array<ProfileVariable>, 
/**
 * Types, hottest first.
 */
types: Array<TypeProfile>, 
/**
 * What the author of hand-made tables says of them, in `#` lines above; as written, without the `#`.
 */
about?: Array<string>, 
/**
 * What was skipped or guessed.
 */
diagnostics: Array<Diagnostic>, };

/**
 * A profile and what its text calls it.
 */
export type NamedProfile = { 
/**
 * The heading above it ("Baseline", "With this change"); `None` where it has none.
 */
name: string | null, 
/**
 * Which state of the code the heading speaks of; `None` where it does not say.
 */
state: MeasuredState | null, 
/**
 * The profile.
 */
profile: AccessProfile, };

/**
 * What a report was measured on, by its heading.
 */
export type MeasuredState = "before" | "after";

/**
 * Bytes of the file, `start` to before `end`.
 */
export type Span = { 
/**
 * Offset of the first byte.
 */
start: number, 
/**
 * Offset after the last byte.
 */
end: number, };

/**
 * Whole lines, counted from 1, both ends included.
 */
export type LineRange = { 
/**
 * The first line.
 */
first: number, 
/**
 * The last line.
 */
last: number, };

/**
 * Where something stands, as compilers count (gcc's `DW_AT_decl_column` counts bytes, a tab is one).
 */
export type SourcePoint = { 
/**
 * Byte offset.
 */
offset: number, 
/**
 * Counted from 1.
 */
line: number, 
/**
 * In bytes, counted from 1.
 */
column: number, };

/**
 * One attribute or attribute macro: `__rcu`, `__aligned(8)`, `__attribute__((packed))`.
 */
export type AttributeText = { 
/**
 * With its argument list.
 */
span: Span, 
/**
 * As written, white space collapsed.
 */
text: string, 
/**
 * Whether it aligns what it is on.
 */
aligns: boolean, 
/**
 * Whether it stands behind a `*` and before the name: it is the pointer's: gcc ignores `packed` there, clang does not.
 */
ofPointer: boolean, };

/**
 * See [`AlignmentText`]; what the bytes are is the target's to say.
 */
export type AlignmentValue = { "kind": "largest" } | { "kind": "line" } | { "kind": "bytes", 
/**
 * Its value.
 */
bytes: number, } | { "kind": "sizeOf", 
/**
 * The type.
 */
name: string, } | { "kind": "alignOf", 
/**
 * The type.
 */
name: string, } | { "kind": "pointer" } | { "kind": "product", 
/**
 * What is multiplied.
 */
factors: Array<AlignmentValue>, } | { "kind": "unknown" };

/**
 * The argument of an alignment.
 */
export type AlignmentText = { 
/**
 * As written, white space collapsed.
 */
text: string, 
/**
 * What it says.
 */
value: AlignmentValue, };

/**
 * An attribute of which nothing says what it makes of a layout.
 */
export type UnknownAttribute = { 
/**
 * The macro; what is written, for a list of attributes that is not followed.
 */
name: string, 
/**
 * Whether it is such a list: `__attribute__((mode(DI)))`.
 */
isList: boolean, 
/**
 * Its line in the file, from 1.
 */
line: number, 
/**
 * Whether it packs, and is behind a `*`, where compilers differ.
 */
packsPointer: boolean, };

/**
 * What attributes make of a layout, whether they are written out or macros that the text, its tree or large projects define.
 */
export type LayoutAttributes = { 
/**
 * Whether they pack.
 */
packed: boolean, 
/**
 * The alignments that they force.
 */
aligns: Array<AlignmentText>, 
/**
 * Those of which nothing says whether they pack or align.
 */
unknown: Array<UnknownAttribute>, };

/**
 * One dimension of an array.
 */
export type ArrayCount = { 
/**
 * As written; empty for `[]`.
 */
text: string, 
/**
 * Its value where it is a constant expression that this file alone can answer.
 */
value: number | null, 
/**
 * Its value where a `long` has 32 bits, if that is another one.
 */
value32: number | null, };

/**
 * What a declared type is made of, pointers and arrays left out.
 */
export type TypeBase = { "kind": "scalar", 
/**
 * See above.
 */
name: string, } | { "kind": "tagged", 
/**
 * The keyword.
 */
keyword: TagKeyword, 
/**
 * The tag.
 */
name: string, } | { "kind": "named", 
/**
 * The name.
 */
name: string, } | { "kind": "record", 
/**
 * Into `HeaderDoc::records`.
 */
index: number, } | { "kind": "opaque", 
/**
 * As written, white space collapsed.
 */
text: string, 
/**
 * Whether it is an unnamed enum.
 */
isEnum: boolean, };

/**
 * A declared type, as far as a layout asks: `struct foo *x[4]` is four pointers.
 */
export type DeclaredType = { 
/**
 * As C writes it with the name left out, attributes left out: `struct file *`, `char[16]`, `int (*)(struct page *)`.
 */
text: string, 
/**
 * Without pointers and arrays.
 */
base: TypeBase, 
/**
 * Whether it is a pointer (to anything, a function too), or an array of pointers.
 */
pointer: boolean, 
/**
 * Dimensions of an array, outermost first.
 */
counts: Array<ArrayCount>, };

/**
 * One declarator of a declaration: `*next` of `struct x *next, *prev;`.
 */
export type DeclaratorText = { 
/**
 * `None` for an anonymous struct or union, an unnamed bit-field, and a macro whose name is not known.
 */
name: string | null, 
/**
 * Names that a macro of ours may be declaring: the identifiers among its arguments. Beside a `name`: words of which the
 * text does not tell which one is the name and which ones are macros (`int dense b`, `int DENSE(1) b`).
 */
possibleNames: Array<string>, 
/**
 * Where debug information says that it is declared: the name; for an unnamed aggregate its
 * keyword; for a macro the macro's name.
 */
at: SourcePoint, 
/**
 * From its first `*` or name to the end of its attributes.
 */
span: Span, 
/**
 * Its type.
 */
declaredType: DeclaredType, 
/**
 * For a bit-field: the width.
 */
bitWidth: ArrayCount | null, 
/**
 * For a bit-field: offset of the `:`.
 */
colon: number | null, 
/**
 * Whether it is a pointer to a function without arguments: `(*name)(void)`.
 */
takesNothing: boolean, 
/**
 * Attributes that belong to this declarator, or to the declaration that has no other.
 */
attributes: Array<AttributeText>, 
/**
 * What its own attributes make of its layout, those of a body before it left out; `None` for nothing.
 */
layout: LayoutAttributes | null, 
/**
 * Offset behind its name, dimensions, width and attributes, before an initialiser: where one more attribute goes.
 */
declaredEnd: number, 
/**
 * C++: the words of its initialiser, in which other members may be read.
 */
reads: Array<string>, };

/**
 * What a declaration is with a macro in it exchanged for the macro's definition.
 */
export type MacroExpansion = { 
/**
 * The line of the definition; `None` where the file does not have it.
 */
line: number | null, 
/**
 * What `doc` was read from, one byte a character.
 */
text: string, 
/**
 * Its first record has the members.
 */
doc: HeaderDoc, };

/**
 * One declaration, to its `;`.
 */
export type MemberText = { 
/**
 * From its first token to its `;` (or to the macro's `)` where none follows).
 */
span: Span, 
/**
 * The type part that its declarators share; empty for a macro.
 */
specifiers: Span, 
/**
 * At least one.
 */
declarators: Array<DeclaratorText>, 
/**
 * The body that stands in it, into `HeaderDoc::records`.
 */
record: number | null, 
/**
 * The macro that it is written with (`DECLARE_BITMAP`, `struct_group`).
 */
macroName: string | null, 
/**
 * What that macro is, where its name tells.
 */
knownMacro: KnownMacro | null, 
/**
 * Whether a `;` ends it.
 */
semicolon: boolean, 
/**
 * Names that it uses and that the struct around it defines: macros, types and constants.
 */
uses: Array<string>, 
/**
 * With that macro, or the one in place of its type, exchanged for its definition.
 */
expansion: MacroExpansion | null, 
/**
 * What it begins with that makes it no plain member: `static`, `virtual`, `friend`, `using`, `template`, `typedef`.
 */
specifier: string | null, 
/**
 * The function that it declares, or the macro with arguments that reads like one.
 */
function: string | null, 
/**
 * What it makes.
 */
declares: Declares, 
/**
 * Of a type or constant in the body: the names that it declares (a tag, enumerators, an alias).
 */
declaredNames: Array<string>, };

/**
 * A `#pragma pack` that is in force: no member is aligned to more than so many bytes.
 */
export type PackLimit = { 
/**
 * Its line.
 */
line: number, 
/**
 * `None` where it is not followed: a macro gives it, it is under an `#if`, or it changes inside the body.
 */
bytes: number | null, };

/**
 * The condition of an `#if`.
 */
export type Condition = { "kind": "defined", 
/**
 * The macro.
 */
name: string, } | { "kind": "value", 
/**
 * Whether it is not zero.
 */
holds: boolean, } | { "kind": "compared", 
/**
 * As written, with a blank on both sides of the sign.
 */
text: string, 
/**
 * What is on the left.
 */
left: Operand, 
/**
 * The sign.
 */
operator: Comparison, 
/**
 * What is on the right.
 */
right: Operand, } | { "kind": "not", 
/**
 * What is denied.
 */
of: Condition, } | { "kind": "all", 
/**
 * Two at least.
 */
of: Array<Condition>, } | { "kind": "any", 
/**
 * Two at least.
 */
of: Array<Condition>, } | { "kind": "open", 
/**
 * As written.
 */
text: string, 
/**
 * Whether it compares.
 */
compares: boolean, };

/**
 * One side of a comparison.
 */
export type Operand = { "kind": "number", 
/**
 * Its value.
 */
value: number, } | { "kind": "longBits" } | { "kind": "name" };

/**
 * The sign of a comparison.
 */
export type Comparison = "equal" | "unequal" | "less" | "more" | "atMost" | "atLeast";

/**
 * Why a piece cannot be moved by whole lines.
 */
export type Blocked = "braceLine" | "directiveInside" | "notUnderstood";

/**
 * What a comment demands of its member's place.
 */
export type PlaceDemand = "first" | "second" | "last" | "stay";

/**
 * Whole lines that move together: the member, its comments, the `#define`s under it.
 */
export type PieceText = { 
/**
 * All of it.
 */
lines: LineRange, 
/**
 * The line on which its first declaration begins (comments stand above).
 */
declaredLine: number, 
/**
 * The line on which its last declaration ends (the rest of a trailing comment and `#define`s may follow).
 */
declaredEndLine: number, 
/**
 * Usually one; more where several stand on one line.
 */
members: Array<MemberText>, 
/**
 * Comments between its first declaration's beginning and its last one's end.
 */
innerComments: Array<Span>, 
/**
 * The comment after the declaration.
 */
trailingComment: Span | null, 
/**
 * Why it cannot be moved.
 */
blocked: Blocked | null, 
/**
 * What its comments say about its place.
 */
demand: PlaceDemand | null, };

/**
 * What a line between the members marks.
 */
export type Marker = { "kind": "groupBegin", 
/**
 * The group.
 */
name: string, } | { "kind": "groupEnd", 
/**
 * The group.
 */
name: string, } | { "kind": "padding" } | { "kind": "randomizedStart" } | { "kind": "randomizedEnd" };

/**
 * One branch of an `#if` chain.
 */
export type BranchText = { 
/**
 * The `#if`, `#elif` or `#else`.
 */
directive: LineRange, 
/**
 * Its condition with comments left out: `defined(CONFIG_SMP)`, `!defined(X)`, `BITS_PER_LONG == 64`; empty for `#else`.
 */
condition: string, 
/**
 * The same as a tree; `None` for `#else`.
 */
holds: Condition | null, 
/**
 * What stands in it.
 */
nodes: Array<BodyNode>, };

/**
 * What stands in a body, line by line; a body's nodes cover all lines between its braces.
 */
export type BodyNode = { "kind": "blank", 
/**
 * Its lines.
 */
lines: LineRange, } | { "kind": "comment", 
/**
 * Its lines.
 */
lines: LineRange, 
/**
 * For `--- cacheline N boundary (B bytes) ---`: what it says.
 */
boundary: BoundaryText | null, 
/**
 * Whether it says itself that it speaks of several members under it.
 */
several: boolean, 
/**
 * What it says about their place.
 */
demand: PlaceDemand | null, } | { "kind": "piece", 
/**
 * The piece.
 */
piece: PieceText, } | { "kind": "marker", 
/**
 * Its lines, declaration and names.
 */
piece: PieceText, 
/**
 * What it marks.
 */
marker: Marker, } | { "kind": "chain", 
/**
 * From the comment above to the `#endif`.
 */
lines: LineRange, 
/**
 * A comment above the `#if` that belongs to all of it.
 */
leading: LineRange | null, 
/**
 * One, or more with `#elif` and `#else`.
 */
branches: Array<BranchText>, 
/**
 * The `#endif`.
 */
end: LineRange, } | { "kind": "other", 
/**
 * Its lines.
 */
lines: LineRange, 
/**
 * Whether its first line is an `#include`.
 */
includes: boolean, };

/**
 * One `@member:` of a kernel-doc comment.
 */
export type DocMember = { 
/**
 * The member's name, as written after the `@`.
 */
name: string, 
/**
 * Where its `@` is.
 */
at: SourcePoint, 
/**
 * The line with the `@` and those that go on with it.
 */
lines: LineRange, 
/**
 * Whether text stands under it, behind an empty line, of which it is unknown whether it is its own.
 */
loose: boolean, };

/**
 * The kernel-doc comment above a struct.
 */
export type KernelDoc = { 
/**
 * All of it.
 */
lines: LineRange, 
/**
 * In the order in which they are described.
 */
members: Array<DocMember>, };

/**
 * What a declaration in a body makes.
 */
export type Declares = "members" | "name" | "nothing";

/**
 * A line that parts members: what stands on one side of it is not what stands on the other.
 */
export type WallKind = "access" | "docPrivate" | "docPublic";

/**
 * See [`WallKind`].
 */
export type WallText = { 
/**
 * What it is.
 */
kind: WallKind, 
/**
 * As written: `private`, `public slots`, `private: internal use only`.
 */
text: string, 
/**
 * Where it begins.
 */
at: SourcePoint, 
/**
 * Its last line.
 */
lastLine: number, };

/**
 * One entry of a constructor's initialiser list.
 */
export type InitialisedMember = { 
/**
 * The member, or a base class.
 */
name: string, 
/**
 * The words of its value.
 */
reads: Array<string>, };

/**
 * What in a C++ class means something else in another order of its members.
 */
export type OrderedText = { "kind": "constructor", 
/**
 * Its line.
 */
line: number, 
/**
 * In the order of the list.
 */
members: Array<InitialisedMember>, } | { "kind": "comparison", 
/**
 * Its line.
 */
line: number, 
/**
 * `operator<=>`
 */
name: string, };

/**
 * A struct, union or class with a body.
 */
export type RecordText = { 
/**
 * What it is.
 */
keyword: Keyword, 
/**
 * Its tag.
 */
tag: string | null, 
/**
 * C++: the namespaces and classes around it, outermost first, as far as the file writes them.
 */
scope: Array<string>, 
/**
 * Whether it is a C++ template, or stands in one.
 */
template: boolean, 
/**
 * Where members part.
 */
walls: Array<WallText>, 
/**
 * C++: what depends on the order of its members.
 */
ordered: Array<OrderedText>, 
/**
 * The name of `typedef struct { … } name;`.
 */
typedefName: string | null, 
/**
 * The record whose body holds it.
 */
parent: number | null, 
/**
 * The keyword; debug information declares an unnamed record here.
 */
at: SourcePoint, 
/**
 * The tag, or the keyword where there is none; debug information declares a named record here.
 */
nameAt: SourcePoint, 
/**
 * Offset of the `{`.
 */
open: number, 
/**
 * Its line.
 */
openLine: number, 
/**
 * Offset of the `}`.
 */
close: number, 
/**
 * Its line.
 */
closeLine: number, 
/**
 * From the keyword to the end of its declaration.
 */
lines: LineRange, 
/**
 * The `#if` conditions that it stands under, outermost first; include guards left out.
 */
conditions: Array<string>, 
/**
 * Attributes before the tag and behind the `}`.
 */
attributes: Array<AttributeText>, 
/**
 * What these and the macros around it make of its layout; `None` for nothing.
 */
layout: LayoutAttributes | null, 
/**
 * The `#pragma pack` that it is under.
 */
pack: PackLimit | null, 
/**
 * Whether it is marked `__randomize_layout`.
 */
randomized: boolean, 
/**
 * The kernel-doc above.
 */
doc: KernelDoc | null, 
/**
 * Lines of a comment above that says that its members have to keep their order.
 */
orderComment: LineRange | null, 
/**
 * Macros that are defined between the braces, in the bodies inside too.
 */
defines: Array<DefinedMacro>, 
/**
 * What stands between the braces; empty where they share a line.
 */
body: Array<BodyNode>, 
/**
 * Why it cannot be understood as a C struct (a base class, a template), where it cannot. A sentence.
 */
unsupported: string | null, };

/**
 * `typedef unsigned int u32;`
 */
export type TypedefText = { 
/**
 * The new name.
 */
name: string, 
/**
 * What it stands for.
 */
declaredType: DeclaredType, 
/**
 * What its own attributes make of its layout; `None` for nothing.
 */
layout: LayoutAttributes | null, 
/**
 * Where.
 */
at: SourcePoint, };

/**
 * A C source file, read for its structs.
 */
export type HeaderDoc = { 
/**
 * Size of the file.
 */
sizeBytes: number, 
/**
 * Every record with a body, in the order of the file; one comes before those inside it.
 */
records: Array<RecordText>, 
/**
 * Whether it includes or uses what only the kernel has (`<linux/…>`, `__rcu`, `____cacheline_aligned`).
 */
kernel: boolean, 
/**
 * Whether it is C++; what a C header keeps for C++ (`#ifdef __cplusplus`) makes it none.
 */
cplusplus: boolean, 
/**
 * Typedefs outside of bodies.
 */
typedefs: Array<TypedefText>, 
/**
 * What was not understood.
 */
diagnostics: Array<Diagnostic>, };

/**
 * A part of a posted text that looks like a patch and cannot be read as one.
 */
export type RefusedPart = { 
/**
 * Its line in the text, from 1.
 */
line: number, 
/**
 * A sentence.
 */
reason: string, };

/**
 * One patch of a posted text.
 */
export type PostedPatch = { 
/**
 * The line of its first hunk in the text, from 1.
 */
line: number, 
/**
 * Of its mail; empty where nothing names it.
 */
subject: string, 
/**
 * 2 for `[PATCH v2 …]`, 1 where it states none.
 */
version: number, 
/**
 * 2 for `[PATCH 2/3]`; `None` where it states none.
 */
part: number | null, };

/**
 * A patch of a posted text beside the one that is meant.
 */
export type OtherPatch = { 
/**
 * Which.
 */
patch: PostedPatch, 
/**
 * Why it is not meant.
 */
why: OtherWhy, 
/**
 * Of another version: all that it has.
 */
hunks: Array<PostedHunk>, };

/**
 * Why a patch of a text is not the one that is meant.
 */
export type OtherWhy = "earlier" | "answer" | "quoted";

/**
 * A struct as pahole printed it into a mail.
 */
export type PostedLayout = { 
/**
 * What is written above it: `default v6.4-rc4`; empty where nothing is.
 */
label: string, 
/**
 * The line of the text in which it begins, from 1.
 */
line: number, 
/**
 * The layout.
 */
desc: StructDesc, };

/**
 * The head of one mail of a text.
 */
export type PostedMail = { 
/**
 * Its first line in the text, from 1.
 */
line: number, 
/**
 * The mail that began its thread, by its place among the mails, from 0; its own where it began one.
 */
thread: number, 
/**
 * As its head says.
 */
subject: string | null, 
/**
 * Who sent it, as its head says.
 */
author: string | null, 
/**
 * When, as its head says.
 */
date: string | null, };

/**
 * A line that a person wrote.
 */
export type ProseLine = { 
/**
 * Its line in the text, from 1.
 */
line: number, 
/**
 * Quote marks before it.
 */
depth: number, 
/**
 * Without them.
 */
text: string, };

/**
 * What a changed line may do to a layout, as far as the text of the patch says.
 */
export type LineEffect = "nothing" | "ofStruct" | "mayBeMember" | "ofEnum" | "ofTypedef" | "ofMacro" | "ofPragma" | "ignored";

/**
 * See [`ConditionMark`].
 */
export type MarkKind = "open" | "branch" | "close";

/**
 * An `#if`, `#else` or `#endif`.
 */
export type ConditionMark = { 
/**
 * Which.
 */
kind: MarkKind, 
/**
 * Without blanks and comments; of an `#endif` only that word.
 */
text: string, };

/**
 * The head of a struct.
 */
export type PostedHead = { 
/**
 * What it is.
 */
keyword: Keyword, 
/**
 * Its tag; empty where it has none.
 */
name: string, };

/**
 * What a line of source says.
 */
export type LineKind = "blank" | "comment" | "condition" | "directive" | "code";

/**
 * A line of one side of a hunk.
 */
export type PostedLine = { 
/**
 * Without its sign.
 */
text: string, 
/**
 * Whether the other side lacks it.
 */
changed: boolean, 
/**
 * Its line in the posted text, from 1.
 */
number: number, 
/**
 * What it says.
 */
says: LineKind, 
/**
 * The `#if` conditions around it as far as the hunk shows them, ` && ` between; `?` for one that began before it.
 */
condition: string, 
/**
 * Whether one of these began before the hunk.
 */
isCut: boolean, 
/**
 * Where an `#if`, `#else` or `#endif` begins on it: which, and as it is written without blanks and comments.
 */
mark: ConditionMark | null, 
/**
 * Whether a word of code is on it.
 */
hasWord: boolean, 
/**
 * Where it is changed: what it may do to a layout.
 */
effect: LineEffect, 
/**
 * Where it changes a macro, an enum or a typedef: the names that may mean something else; none where that is not seen.
 */
redefines: Array<string>, 
/**
 * Of a changed `#define`: its value, where that is a whole number by itself.
 */
macroValue: number | null, };

/**
 * One side of a hunk as C.
 */
export type PostedSide = { 
/**
 * The number in its file of the first line.
 */
firstLine: number, 
/**
 * Its lines.
 */
lines: Array<PostedLine>, 
/**
 * What `doc` was read from: the lines, with what began before the hunk opened before the first one and what ends
 * after it closed behind the last, so that line N of the document is the Nth of `lines`. One byte a character.
 */
source: string, 
/**
 * Of all conditions, those that hold their members are in `lines`: no chain is in the document.
 */
doc: HeaderDoc, 
/**
 * So many of the first records of `doc` began before the hunk, the outermost first.
 */
begun: number, 
/**
 * The records of `doc` that go on after the hunk.
 */
unended: Array<number>, 
/**
 * For each record of `doc`: the code between its braces, one blank between tokens.
 */
inside: Array<string>, 
/**
 * The code to the first `;`, which may end what begins before the hunk; `None` where there is none.
 */
firstEnd: string | null, 
/**
 * Whether its last line goes on after the hunk: it ends with a comma or an open bracket.
 */
goesOn: boolean, };

/**
 * One hunk.
 */
export type PostedHunk = { 
/**
 * The file after the patch; the one before where it is taken away. Empty where the text names none.
 */
file: string, 
/**
 * Its `@@ … @@`, or its place in a context diff.
 */
range: string, 
/**
 * What the diff names as the function or struct that the hunk lies in; empty where it names nothing.
 */
context: string, 
/**
 * The struct that this names.
 */
head: PostedHead | null, 
/**
 * Whether this reads as a function.
 */
inFunction: boolean, 
/**
 * Whether a brace that it does not open is closed before its first change.
 */
closesUnseen: boolean, 
/**
 * The line of the text in which it begins, from 1.
 */
line: number, 
/**
 * The patch that it is of, by its place among `patches`.
 */
patch: number, 
/**
 * So many of its lines were cut out of the text.
 */
missingLines: number, 
/**
 * Before the patch.
 */
old: PostedSide, 
/**
 * After it.
 */
new: PostedSide, };

/**
 * A posted text that holds a patch, read for its hunks.
 */
export type PostedDiff = { 
/**
 * Of the mail, where the text is one.
 */
subject: string | null, 
/**
 * Who sent it, as its head says.
 */
author: string | null, 
/**
 * When, as its head says.
 */
date: string | null, 
/**
 * Of the patches that are meant, in their order; one that a reply quotes or an HTML part repeats is there once.
 */
hunks: Array<PostedHunk>, 
/**
 * The patches that are meant, in the order in which they are applied: several where the text has a series.
 */
patches: Array<PostedPatch>, 
/**
 * The numbers of patches of that series of which the text has no mail.
 */
absent: Array<number>, 
/**
 * Patches of the text that are not meant.
 */
others: Array<OtherPatch>, 
/**
 * Layouts that pahole printed, in the order of the text.
 */
layouts: Array<PostedLayout>, 
/**
 * The mails that the text has, in its order; none where nothing has a head.
 */
mails: Array<PostedMail>, 
/**
 * What else the text says, in its order.
 */
prose: Array<ProseLine>, 
/**
 * What cannot be read as a patch, and what to do.
 */
refused: Array<RefusedPart>, };

/**
 * What a target makes of a type name that C or long usage fixes (`unsigned long`, `uint32_t`, `u8`).
 */
export type ScalarFact = { 
/**
 * As `TypeBase::Scalar` or `TypeBase::Named` has it.
 */
name: string, 
/**
 * Size.
 */
sizeBytes: number, 
/**
 * Alignment in a struct.
 */
alignBytes: number, 
/**
 * As `TypeShape::Scalar` has it.
 */
encoding: Encoding, };

/**
 * A member of another struct that is the struct itself, and no pointer to it.
 */
export type Container = { 
/**
 * The tag of the other struct, or the typedef's name of one without.
 */
container: string, 
/**
 * The name of its member.
 */
member: string, 
/**
 * How many `[]` stand behind it.
 */
dimensions: number, 
/**
 * How many members are declared before it.
 */
position: number, };

/**
 * `OFFSET(TASK_flags, task_struct, flags)` in a table for assembly.
 */
export type OffsetName = { 
/**
 * What assembly calls the offset.
 */
name: string, 
/**
 * The members of the struct that the row names.
 */
members: Array<string>, };

/**
 * A macro that a text is read without: `#define sk_state __sk_common.skc_state`, `#define DECLARE_SHOP(n) struct shop n`.
 */
export type StandIn = { 
/**
 * Its name.
 */
name: string, 
/**
 * Null for one without brackets, which is a member by another name.
 */
parameters: Array<string> | null, 
/**
 * What it stands for.
 */
body: string, };

/**
 * The struct that is asked about.
 */
export type HazardQuery = { 
/**
 * What it is.
 */
keyword: Keyword, 
/**
 * Its tag, or the typedef's name of one without.
 */
name: string, 
/**
 * Names that stand for it without its keyword: typedefs, in C++ the tag itself.
 */
aliases: Array<string>, 
/**
 * Typedefs of a pointer to it: `typedef struct x *x_ptr;`.
 */
pointers: Array<string>, 
/**
 * Debug information says that it is a struct of C++: then headers of any name are.
 */
cplusplus: boolean, 
/**
 * Names of all its members, those of anonymous structs too.
 */
members: Array<string>, 
/**
 * Tags of what lies at its beginning: its first member's type, that one's first member's, …
 */
firstTypes: Array<string>, 
/**
 * Members of the struct's type in other structs, for files that fill these: empty where they are not known yet.
 */
held: Array<Container>, 
/**
 * Names that tables for assembly give to its offsets, likewise.
 */
offsets: Array<OffsetName>, 
/**
 * Macros of other files that stand for it, for a member of it or for an offset in it.
 */
standIns: Array<StandIn>, };

/**
 * In which way a place depends on the order of the members.
 */
export type HazardKind = "positional" | "designated" | "cast" | "copiedRange" | "walk" | "prefix" | "compared" | "hashed" | "overlay" | "wholeCopy" | "memset" | "offsetof" | "assertion" | "group" | "documentation" | "asm" | "asmDistance";

/**
 * One place.
 */
export type Hazard = { 
/**
 * What kind it is of.
 */
kind: HazardKind, 
/**
 * Counted from 1.
 */
line: number, 
/**
 * The statement or the row, white space collapsed, cut where it is long.
 */
text: string, 
/**
 * Members that it names; empty for the struct as a whole.
 */
members: Array<string>, 
/**
 * What it is about: the variable that is initialised, the function that copies, the other type of a cast.
 */
subject: string, 
/**
 * Of a positional initialiser: how many values stand for the first so many members; 0 where that cannot
 * be counted (values after a designator).
 */
values: number, 
/**
 * Of a positional initialiser: in how many rows of a table; 0 where its values are zeros, of which the
 * first asks for a pointer or for braces.
 */
rows: number, 
/**
 * Whether it asks about the size; of a copied range whether it goes to the end of the struct.
 */
size: boolean, 
/**
 * Whether the struct itself is named there, and not only one of its members.
 */
certain: boolean, };

/**
 * A macro as it stands where values could.
 */
export type MacroName = { 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it takes arguments. One that takes none and is defined nowhere is a constant.
 */
call: boolean, };

/**
 * A macro in an initialiser of the struct, which may give values by position, or one that is given the struct and may assert
 * something of it.
 */
export type MacroUse = { 
/**
 * The macro.
 */
used: MacroName, 
/**
 * Words among its arguments that may be macros which it expands (`IDS(DEVICE, info)`).
 */
arguments: Array<string>, 
/**
 * Whether it stands for a whole struct (`v = X(…)`) or for some of its members (`v = { X(…) }`).
 */
whole: boolean, 
/**
 * What the hazard would be.
 */
hazard: Hazard, };

/**
 * What an assertion is about.
 */
export type Asserted = "offset" | "size";

/**
 * A `#define` that may stand in an initialiser, or that asserts something.
 */
export type MacroText = { 
/**
 * Its name.
 */
name: string, 
/**
 * Values by position where it stands for a whole struct: those of its longest row.
 */
whole: number, 
/**
 * Values by position where it stands among a struct's members.
 */
among: number, 
/**
 * Whether some of its values have names: then those by position cannot be counted from the first member on.
 */
named: boolean, 
/**
 * What its definition asserts of the struct that it is given: `#define AT(t, m, o) _Static_assert(offsetof(t, m) == (o), "")`.
 */
asserts: Asserted | null, 
/**
 * Macros that stand in it where values could.
 */
refers: Array<MacroName>, };

/**
 * A cast between the struct and another type, of which this file does not tell how it begins.
 */
export type OpenCast = { 
/**
 * The tag of the other type.
 */
other: string, 
/**
 * What the hazard would be.
 */
hazard: Hazard, };

/**
 * What one file says.
 */
export type FileHazards = { 
/**
 * In the order of the file.
 */
hazards: Array<Hazard>, 
/**
 * Macros in initialisers and what may be assertions, to be looked up among `macros` of all files.
 */
uses: Array<MacroUse>, 
/**
 * Macros that the file defines and that may stand in an initialiser or assert something.
 */
macros: Array<MacroText>, 
/**
 * Casts to be looked up.
 */
casts: Array<OpenCast>, 
/**
 * Other structs of the file that hold the struct.
 */
held: Array<Container>, 
/**
 * Names of a table for assembly.
 */
offsets: Array<OffsetName>, 
/**
 * Names that the file gives the struct, which the query does not know.
 */
aliases: Array<string>, 
/**
 * Such names of a pointer to it.
 */
pointers: Array<string>, 
/**
 * Macros of it that stand for the struct, a member of it or an offset in it.
 */
standIns: Array<StandIn>, };
