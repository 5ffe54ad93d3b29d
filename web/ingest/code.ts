import { CodeReader, initSync } from '../../wasm/pkg/hitmap_code.js';
import { ok, type Result } from '../base/result';
import type { CodeQuery } from '../facts/codeQuery';
import type { TouchedAnswer } from '../facts/generated';
import { attempt, type SessionError } from './attempt';
import type { FileSource } from './fileSource';

/**
 * The machine code of one file, read by the compiled module `wasm/pkg/hitmap_code_bg.wasm`: which structs and fields
 * instructions touch. Safe for Node.
 */
export interface Code {
  ask(query: CodeQuery): Result<readonly TouchedAnswer[], SessionError>;
  close(): void;
}

/**
 * Nothing is read, and the module not asked for, before the first question. That fails where the file has no code, no
 * debug information, or another machine's.
 */
export function lazyCode(module: () => WebAssembly.Module, source: FileSource): Code {
  let opened: Result<CodeReader, SessionError> | null = null;
  const open = () =>
    attempt(() => {
      initSync({ module: module() });
      return new CodeReader(source.size, (offset, length) => source.readAt(offset, length));
    });
  return {
    ask(query) {
      const places = [...query.places];
      if (places.length === 0) return ok([]);
      opened ??= open();
      if (!opened.ok) return opened;
      const reader = opened.value;
      return attempt(() =>
        query.kind === 'visits' ? reader.visits(places) : reader.touches(places, query.reasons),
      );
    },
    close() {
      if (opened?.ok) opened.value.free();
      opened = null;
    },
  };
}
