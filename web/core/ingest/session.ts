import { initSync, Session as WasmSession } from '../../../wasm/pkg/hitmap_types.js';
import { ok, type Result } from '../base/result';
import { attempt, type SessionError } from './attempt';
import type { AnswerTo } from '../facts/answerTo';
import type {
  Answer,
  Companion,
  FileFacts,
  IndexStage,
  Query,
  SplitFile,
  StructIndex,
  TouchedAnswer,
} from '../facts/generated';
import { withinReach } from '../facts/expansion';
import { lazyCode, type Code } from './code';
import type { FileSource } from './fileSource';
import { lazyNames, type Names } from './names';
import { visibleName } from '../base/visible';

/** An open file: its facts, its index stage by stage, its structs one at a time. Safe for Node. */
export interface Session {
  /** Of a stripped program they are others once its debug information was given. */
  readonly facts: FileFacts;
  /**
   * Gives another file that has some of this one's types, before the stage that needs it is read, or read again:
   * whether it has any that are missing. Fails where it belongs to another file, as far as it says that itself.
   */
  give(companion: Companion, source: FileSource): Result<boolean, SessionError>;
  /** The same for its code alone, where another session reads its types and knows that it fits. */
  giveCode(companion: Companion, source: FileSource): void;
  /** The files that units with code were split into and that were not given. */
  missingSplit(): Result<readonly SplitFile[], SessionError>;
  /**
   * Reads a stage of the index, in the order of `facts.stages`. Rows of an earlier stage are no
   * longer valid; the question `find` leads from a struct's key to its new row. When a stage fails, the one
   * before stays.
   */
  index(stage: IndexStage): Result<StructIndex, SessionError>;
  /**
   * Begins the stage `dwarf` of half of the file, whose other half another session reads: which bytes of
   * the file to `feed`. Null where it cannot be divided.
   */
  beginHalf(half: Half): Result<ByteRange | null, SessionError>;
  /**
   * Before the stage `summaries` of a half, which reads all of it again: which bytes to `feed` for it. Null where this is
   * no half.
   */
  rewindHalf(): Result<ByteRange | null, SessionError>;
  /** The next bytes of the half, in order. */
  feed(bytes: Uint8Array): Result<null, SessionError>;
  /**
   * The list of the half that came in; `summaries` are of this half then too. Null where the halves turned
   * out to need each other.
   */
  endHalf(): Result<StructIndex | null, SessionError>;
  /** Rows are those of the last index. */
  ask<Q extends Query>(query: Q): Result<AnswerTo<Q>, SessionError>;
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

/** Modules that not every file needs, by what asks for them. */
export interface LazyModules {
  /** `hitmap_code_bg.wasm`: where code is to be followed. */
  readonly code: () => WebAssembly.Module;
  /** `hitmap_names_bg.wasm`: where functions of C++ or Rust are asked for by readable names. */
  readonly names: () => WebAssembly.Module;
}

/** No description leaves the reader that asks for more than can be shown. */
function withinReachOf(answer: Answer): Answer['value'] {
  if (answer.kind === 'describe') return withinReach(answer.value);
  if (answer.kind !== 'describeAll') return answer.value;
  return answer.value.map((desc) => desc && withinReach(desc));
}

function rangeOf(place: Float64Array | null): ByteRange | null {
  const [offset, length] = place ?? [];
  return offset === undefined || length === undefined ? null : { offset, length };
}

/** Opens a file with the compiled WASM module of `wasm/pkg/hitmap_types_bg.wasm`. */
export function openSession(
  module: WebAssembly.Module,
  source: FileSource,
  onProgress: OnProgress,
  modules: LazyModules,
): Result<Session, SessionError> {
  initSync({ module });
  const wasm = new WasmSession(
    source.size,
    (offset, length) => source.readAt(offset, length),
    onProgress,
    source.isTrusted === true,
  );
  const stated = attempt(() => wasm.open());
  if (!stated.ok) {
    // A crashed instance may still hold the session as borrowed; freeing it would throw.
    if (stated.error.kind !== 'crashed') wasm.free();
    return stated;
  }
  let facts = stated.value;
  const code = lazyCode(modules.code, source);
  const names = lazyNames(modules.names, () =>
    attempt(() => wasm.ask({ kind: 'symbols' }).value as AnswerTo<{ kind: 'symbols' }>),
  );
  const answer = (query: Query): Result<unknown, SessionError> => {
    switch (query.kind) {
      case 'touches':
        return touchesOfNamed(query, code, names);
      case 'visits':
        return code.ask(query);
      case 'mangled':
        return names.symbols(query.names);
      default:
        return attempt(() => withinReachOf(wasm.ask(query)));
    }
  };
  return ok({
    get facts() {
      return facts;
    },
    give(companion, file) {
      const given = attempt(() => {
        const read = (offset: number, length: number) => file.readAt(offset, length);
        const isWanted = wasm.give(companion, file.name, file.size, read);
        facts = wasm.facts();
        return isWanted;
      });
      if (given.ok && given.value) code.give(companion, file);
      return given;
    },
    giveCode: (companion, file) => code.give(companion, file),
    missingSplit: () => code.missingSplit(),
    index: (stage) => attempt(() => wasm.index(stage)),
    beginHalf: (half) => attempt(() => rangeOf(wasm.beginHalf(half === 'second'))),
    rewindHalf: () => attempt(() => rangeOf(wasm.rewindHalf())),
    feed: (bytes) =>
      attempt(() => {
        wasm.feed(bytes);
        return null;
      }),
    endHalf: () => attempt(() => wasm.endHalf()),
    ask: <Q extends Query>(query: Q) => answer(query) as Result<AnswerTo<Q>, SessionError>,
    close() {
      code.close();
      names.close();
      wasm.free();
    },
  });
}

/** `symbol+0x1a`, `symbol+26`, and as the kernel prints it, `symbol+0x1a/0x40`. */
const WITHIN = /^(.+)(\+(?:0x[\da-f]+|\d+)(?:\/.*)?)$/i;

/**
 * What places touch, with the readable names of C++ and Rust among them: such a name stands for all functions that are
 * printed so, and their answers are one.
 */
function touchesOfNamed(
  query: Extract<Query, { kind: 'touches' }>,
  code: Code,
  names: Names,
): Result<readonly TouchedAnswer[], SessionError> {
  const positions = query.places.map((place) => {
    const [, name = place, offset = ''] = WITHIN.exec(place) ?? [];
    return { place, name: place.startsWith('0x') ? null : name, offset };
  });
  const wanted = [...new Set(positions.flatMap(({ name }) => name ?? []))];
  const found = names.symbols(wanted);
  if (!found.ok) return found;
  const symbols = new Map(wanted.map((name, at) => [name, found.value[at] ?? []]));
  const places = positions.map(({ place, name, offset }) => {
    const own = name === null ? [] : (symbols.get(name) ?? []);
    return own.length === 0 ? [place] : own.map((symbol) => `${symbol}${offset}`);
  });
  const mangled = code.ask({ ...query, places: places.flat() });
  if (!mangled.ok) return mangled;
  const answers = shown(mangled.value, names);
  if (!answers.ok) return answers;
  let next = 0;
  return ok(
    places.map((own, at) => {
      const parts = answers.value.slice(next, (next += own.length));
      // As the reader writes what it was asked: a terminal obeys none of it.
      return together(visibleName(positions[at]?.place ?? ''), parts);
    }),
  );
}

/** How compilers of C++ and Rust begin a function's symbol. */
const MANGLED = /^_[ZR]/;

/** Answers with the names of functions as people write them. */
function shown(
  answers: readonly TouchedAnswer[],
  names: Names,
): Result<readonly TouchedAnswer[], SessionError> {
  const functions = answers.flatMap(({ accesses }) => accesses.map((each) => each.function));
  const symbols = [...new Set(functions)].filter((name) => MANGLED.test(name));
  if (symbols.length === 0) return ok(answers);
  const found = names.shown(symbols);
  if (!found.ok) return found;
  const known = new Map(symbols.map((symbol, at) => [symbol, found.value[at] ?? symbol]));
  return ok(
    answers.map((answer) => ({
      ...answer,
      accesses: answer.accesses.map((access) => ({
        ...access,
        function: visibleName(known.get(access.function) ?? access.function),
      })),
    })),
  );
}

/** Answers about functions of one name as one. */
function together(request: string, parts: readonly TouchedAnswer[]): TouchedAnswer {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return { ...only, query: request };
  const accesses = parts.flatMap((part) => part.accesses);
  return {
    query: request,
    accesses,
    nothing: accesses.length > 0 ? null : (only?.nothing ?? null),
    notes: [...new Set(parts.flatMap((part) => part.notes))],
  };
}
