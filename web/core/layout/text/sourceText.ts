import type { HeaderDoc } from '../../facts/generated';

/** Source as it was read, with what is known beside it. */
export interface SourceText {
  /** As the diff names it; for `Declared`. */
  readonly path: string;
  /** One character per byte, as the spans of `doc` count. */
  readonly text: string;
  readonly doc: HeaderDoc;
  /** What its tree defines of words that it uses; left out where nothing was looked for. */
  readonly defined?: DefinedWords;
}

/** What a tree defines of the words that a header uses, by name. */
export interface DefinedWords {
  /** As they are written in what the header includes; `doc` was read with them. */
  readonly included: ReadonlyMap<string, string>;
  /** Others, which only a file defines that the header does not include. */
  readonly elsewhere: ReadonlyMap<string, DefinedAt>;
}

/** What the reader of C is handed of them, beside the header. */
export function includedBytes(defined: DefinedWords | undefined): Uint8Array {
  return new TextEncoder().encode([...(defined?.included.values() ?? [])].join('\n'));
}

/** A place in a tree. */
export interface DefinedAt {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
}
