import { initSync, Session as WasmSession } from '../../wasm/pkg/hitmap_types.js';
import { ok, type Result } from '../base/result';
import { attempt, type SessionError } from './attempt';
import type {
  CodeFacts,
  Embedding,
  FileFacts,
  HeldCounts,
  IndexStage,
  PerCpuType,
  StructDesc,
  StructIndex,
} from '../facts/generated';
import type { FileSource } from './fileSource';

/** An open file: its facts, its index stage by stage, its structs one at a time. Safe for Node. */
export interface Session {
  readonly facts: FileFacts;
  /** Gives the file that `facts.needs` or `facts.gains` ask for, before its stage is read (again). */
  giveBase(source: FileSource): Result<null, SessionError>;
  /** Gives the file that `facts.supplementary` names, before the stage `dwarf` is read, or read again. */
  giveSupplementary(source: FileSource): Result<null, SessionError>;
  /**
   * Gives a `.dwo` or `.dwp` file called `name`, after the stage `dwarf` and before it is read again: whether
   * units stand in it that `StructIndex.splitFiles` lack. Fails where it is one of these by its name and of
   * another build.
   */
  giveSplit(name: string, source: FileSource): Result<boolean, SessionError>;
  /**
   * Reads a stage of the index, in the order of `facts.stages`. Rows of an earlier stage are no
   * longer valid; `find` leads from a struct's key to its new row. When a stage fails, the one
   * before stays.
   */
  index(stage: IndexStage): Result<StructIndex, SessionError>;
  /**
   * Begins the stage `dwarf` of half of the file, whose other half another session reads: which bytes of
   * the file to `feed`. Null where it cannot be divided.
   */
  beginHalf(half: Half): Result<ByteRange | null, SessionError>;
  /** The next bytes of the half, in order. */
  feed(bytes: Uint8Array): Result<null, SessionError>;
  /**
   * The list of the half that came in; `summaries` are of this half then too. Null where the halves turned
   * out to need each other.
   */
  endHalf(): Result<StructIndex | null, SessionError>;
  /** The struct of a row of the last index. */
  describe(row: number): Result<StructDesc, SessionError>;
  /** The row of the last index whose struct has this content key. */
  find(key: string): Result<number | null, SessionError>;
  /**
   * Prototypes of functions and types of global variables, those that the file has. A function's name
   * that ends in `*` stands for the first that begins so.
   */
  code(functions: readonly string[], variables: readonly string[]): Result<CodeFacts, SessionError>;
  /** Every listed struct that holds one of these by value, at whatever depth. */
  embeddings(inner: readonly string[]): Result<readonly Embedding[], SessionError>;
  /** How many listed structs hold each by value, at whatever depth: as many as `embeddings` would name. */
  heldCounts(): Result<HeldCounts, SessionError>;
  /** Structs of which each CPU has its own: per-CPU variables of that type, or arrays of it. */
  perCpu(): Result<readonly PerCpuType[], SessionError>;
  /**
   * The file's own symbols, a line each: address and size in hex, a letter for the kind (`T` function,
   * `D` variable, `P` variable of each CPU, `N` unknown), the name. Null where it has none.
   */
  symbols(): Result<string | null, SessionError>;
  /** Frees what the session holds in WASM. Nothing may be called after it. */
  close(): void;
}

export type Half = 'first' | 'second';

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** `done` and `total` are bytes. */
export type OnProgress = (stage: IndexStage, done: number, total: number) => void;

/** Opens a file with the compiled WASM module of `wasm/pkg/hitmap_types_bg.wasm`. */
export function openSession(
  module: WebAssembly.Module,
  source: FileSource,
  onProgress: OnProgress,
): Result<Session, SessionError> {
  initSync({ module });
  const wasm = new WasmSession(
    source.size,
    (offset, length) => source.readAt(offset, length),
    onProgress,
  );
  const facts = attempt(() => wasm.open());
  if (!facts.ok) {
    // A crashed instance may still hold the session as borrowed; freeing it would throw.
    if (facts.error.kind === 'refused') wasm.free();
    return facts;
  }
  return ok({
    facts: facts.value,
    giveBase: (base) =>
      attempt(() => {
        wasm.giveBase(base.size, (offset, length) => base.readAt(offset, length));
        return null;
      }),
    giveSupplementary: (file) =>
      attempt(() => {
        wasm.giveSupplementary(file.size, (offset, length) => file.readAt(offset, length));
        return null;
      }),
    giveSplit: (name, file) =>
      attempt(() =>
        wasm.giveSplit(name, file.size, (offset, length) => file.readAt(offset, length)),
      ),
    index: (stage) => attempt(() => wasm.index(stage)),
    beginHalf: (half) =>
      attempt(() => {
        const [offset, length] = wasm.beginHalf(half === 'second') ?? [];
        return offset === undefined || length === undefined ? null : { offset, length };
      }),
    feed: (bytes) =>
      attempt(() => {
        wasm.feed(bytes);
        return null;
      }),
    endHalf: () => attempt(() => wasm.endHalf()),
    describe: (row) => attempt(() => wasm.describe(row)),
    find: (key) => attempt(() => wasm.find(key) ?? null),
    code: (functions, variables) =>
      attempt(() => wasm.code(functions.join('\n'), variables.join('\n'))),
    embeddings: (inner) => attempt(() => wasm.embeddings(inner.join('\n'))),
    heldCounts: () => attempt(() => wasm.heldCounts()),
    perCpu: () => attempt(() => wasm.perCpu()),
    symbols: () => attempt(() => wasm.symbols() ?? null),
    close: () => wasm.free(),
  });
}
