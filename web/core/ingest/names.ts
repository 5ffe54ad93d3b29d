import { initSync, NameReader } from '../../../wasm/pkg/hitmap_names.js';
import { ok, type Result } from '../base/result';
import { attempt, type SessionError } from './attempt';

/** The functions of one file by the readable names that reports print of C++ and Rust. Safe for Node. */
export interface Names {
  /** The symbols of each name; none where the file has no mangled function of it. */
  symbols(names: readonly string[]): Result<readonly (readonly string[])[], SessionError>;
  /** Symbols in words that a person reads, in their order; as they are where none of the file is mangled. */
  shown(symbols: readonly string[]): Result<readonly string[], SessionError>;
  close(): void;
}

/** How compilers of C++ (Itanium ABI, legacy Rust) and Rust (v0) begin a mangled function. */
const MANGLED = / T _[ZR]/;

/**
 * Nothing is read, and the module `wasm/pkg/hitmap_names_bg.wasm` not asked for, before the first question; the module
 * not even then where no function is mangled.
 *
 * @param table the file's answer to the question `symbols`
 */
export function lazyNames(
  module: () => WebAssembly.Module,
  table: () => Result<string | null, SessionError>,
): Names {
  let opened: Result<NameReader | null, SessionError> | null = null;
  const open = (): Result<NameReader | null, SessionError> => {
    const lines = table();
    if (!lines.ok) return lines;
    const text = lines.value;
    if (text === null || !MANGLED.test(text)) return ok(null);
    return attempt(() => {
      initSync({ module: module() });
      return new NameReader(text);
    });
  };
  const reading = <T>(
    list: readonly string[],
    none: (name: string) => T,
    ask: (reader: NameReader, list: string[]) => readonly T[],
  ): Result<readonly T[], SessionError> => {
    if (list.length === 0) return ok([]);
    opened ??= open();
    if (!opened.ok) return opened;
    const reader = opened.value;
    return reader === null ? ok(list.map(none)) : attempt(() => ask(reader, [...list]));
  };
  return {
    symbols: (names) =>
      reading<readonly string[]>(
        names,
        () => [],
        (reader, list) => reader.mangled(list),
      ),
    shown: (symbols) =>
      reading(
        symbols,
        (symbol) => symbol,
        (reader, list) => reader.shown(list),
      ),
    close() {
      if (opened?.ok) opened.value?.free();
      opened = null;
    },
  };
}
