import type { Message } from '../base/messages';
import { openMessage } from './messages';
import {
  differences,
  initSync,
  mentions,
  readDirectives,
  readHazards,
  readHeader as wasmReadHeader,
  readNames,
  readPahole as wasmReadPahole,
  readPosted as wasmReadPosted,
  readScalars as wasmReadScalars,
  readUses,
  usesAny,
  wordMarks,
  wordsAt,
} from '../../../wasm/pkg/hitmap_source.js';
import { type Result } from '../base/result';
import type { CSource } from '../facts/csource';
import { withinReach } from '../facts/expansion';
import type { HeaderDoc, PostedDiff, ScalarFact, StructDesc, Target } from '../facts/generated';
import { attempt, refused, type SessionError } from './attempt';

/** A text is held whole; perf's files are streamed and have no bound. */
export const MAX_TEXT_BYTES = 64 << 20;
/** What is read of C takes many times its length: each member is a record of its own. */
const MAX_SOURCE_BYTES = 16 << 20;

/** C source, pahole's output and patches, read by the compiled module `wasm/pkg/hitmap_source_bg.wasm`. Safe for Node. */
export interface Texts {
  /**
   * The structs of C source, and the lines that belong to each member. Any text gives a document. `included` has the
   * `#define`s of its tree.
   */
  readHeader(text: Uint8Array, included?: Uint8Array): Result<HeaderDoc, SessionError>;
  /** Every struct of pasted pahole output that states offsets; none where there is none. */
  readPahole(text: Uint8Array): Result<readonly StructDesc[], SessionError>;
  /** The hunks of a posted patch, whatever a mailer did to it; none where the text holds none. */
  readPosted(text: Uint8Array): Result<PostedDiff, SessionError>;
  /** What a target makes of C's scalar types and of the typedefs that long usage fixes. */
  readScalars(target: Target): Result<readonly ScalarFact[], SessionError>;
}

const NOTHING = new Uint8Array();

export function openTexts(module: WebAssembly.Module): Texts {
  initSync({ module });
  return {
    readHeader: (text, included = NOTHING) =>
      sized(text, () => wasmReadHeader(text, included), MAX_SOURCE_BYTES),
    readPahole: (text) => sized(text, () => wasmReadPahole(text).map(withinReach)),
    readPosted: (text) => sized(text, () => wasmReadPosted(text)),
    readScalars: (target) => attempt(() => wasmReadScalars(target)),
  };
}

/** The reader of C source; `failure` is what it throws where it breaks, or a text is too large. */
export function csourceOf(texts: Texts, failure: (message: Message) => Error): CSource {
  const orThrow = <T>(result: Result<T, SessionError>): T => {
    if (result.ok) return result.value;
    throw failure(result.error.message);
  };
  return {
    header: (bytes, included) => orThrow(texts.readHeader(bytes, included)),
    directives: (bytes) => orThrow(sized(bytes, () => readDirectives(bytes))),
    names: (bytes, wanted, withIncludes) =>
      orThrow(sized(bytes, () => readNames(bytes, [...wanted], withIncludes))),
    usesAny: (bytes, names) => orThrow(attempt(() => usesAny(bytes, [...names]))),
    uses: (bytes, names) => orThrow(sized(bytes, () => readUses(bytes, [...names]))),
    mentions: (path, bytes, query) => orThrow(attempt(() => mentions(path, bytes, query))),
    wordsAt: (bytes, places) => orThrow(sized(bytes, () => wordsAt(bytes, places))),
    differences: (before, after) => orThrow(sized(after, () => differences(before, after))),
    hazards: (path, bytes, query) => orThrow(sized(bytes, () => readHazards(path, bytes, query))),
    wordMarks: (bytes) => orThrow(attempt(() => wordMarks(bytes))),
  };
}

function sized<T>(
  text: Uint8Array,
  read: () => T,
  mostBytes = MAX_TEXT_BYTES,
): Result<T, SessionError> {
  if (text.byteLength <= mostBytes) return attempt(read);
  return refused(openMessage('text-too-large', mostBytes >> 20));
}
