import { CodeReader, initSync } from '../../../wasm/pkg/hitmap_code.js';
import { ok, type Result } from '../base/result';
import type { CodeQuery } from '../facts/codeQuery';
import type { Companion, SplitFile, TouchedAnswer } from '../facts/generated';
import { attempt, type SessionError } from './attempt';
import type { FileSource } from './fileSource';

/**
 * The machine code of one file, read by the compiled module `wasm/pkg/hitmap_code_bg.wasm`: which structs and fields
 * instructions touch. Safe for Node.
 */
export interface Code {
  ask(query: CodeQuery): Result<readonly TouchedAnswer[], SessionError>;
  /** Another file that has some of its types; whether it fits is for the caller to know. */
  give(companion: Companion, source: FileSource): void;
  /** The files that its units were split into and that were not given. */
  missingSplit(): Result<readonly SplitFile[], SessionError>;
  close(): void;
}

/**
 * Nothing is read, and the module not asked for, before the first question. That fails where the file has no code, no
 * debug information, or another machine's.
 */
export function lazyCode(module: () => WebAssembly.Module, source: FileSource): Code {
  let opened: Result<CodeReader, SessionError> | null = null;
  const companions: { readonly companion: Companion; readonly source: FileSource }[] = [];
  const open = () =>
    (opened ??= attempt(() => {
      initSync({ module: module() });
      const reader = new CodeReader(source.size, (offset, length) => source.readAt(offset, length));
      for (const { companion, source: other } of companions) {
        reader.give(companion, other.size, (offset, length) => other.readAt(offset, length));
      }
      return reader;
    }));
  function close(): void {
    if (opened?.ok) opened.value.free();
    opened = null;
  }
  return {
    ask(query) {
      const places = [...query.places];
      if (places.length === 0) return ok([]);
      const reader = open();
      if (!reader.ok) return reader;
      return attempt(() =>
        query.kind === 'visits'
          ? reader.value.visits(places)
          : reader.value.touches(places, query.reasons),
      );
    },
    give(companion, other) {
      companions.push({ companion, source: other });
      close();
    },
    missingSplit() {
      const reader = open();
      return reader.ok ? attempt(() => reader.value.missingSplit()) : reader;
    },
    close,
  };
}
