import { CodeReader, initSync } from '../../wasm/pkg/hitmap_code.js';
import type { Result } from '../base/result';
import type { TouchedAnswer } from '../facts/generated';
import { attempt, type SessionError } from './attempt';
import type { FileSource } from './fileSource';

/**
 * The machine code of one file, read by the compiled module `wasm/pkg/hitmap_code_bg.wasm`: which structs and fields
 * instructions touch. Safe for Node.
 */
export interface Code {
  /** Of `0x…`, `symbol+0x1a`, or `symbol`: all of a function. */
  what(asked: string): Result<TouchedAnswer, SessionError>;
  close(): void;
}

/** Fails where the file has no code, no debug information, or another machine's. */
export function openCode(
  module: WebAssembly.Module,
  source: FileSource,
): Result<Code, SessionError> {
  return attempt(() => {
    initSync({ module });
    const reader = new CodeReader(source.size, (offset, length) => source.readAt(offset, length));
    return {
      what: (asked) => attempt(() => reader.what(asked)),
      close: () => reader.free(),
    };
  });
}
