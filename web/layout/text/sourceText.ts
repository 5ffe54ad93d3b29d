import type { HeaderDoc } from '../../facts/generated';

/** Source as it was read, with what is known beside it. */
export interface SourceText {
  /** As the diff names it; for `Declared`. */
  readonly path: string;
  /** One character per byte, as the spans of `doc` count. */
  readonly text: string;
  readonly doc: HeaderDoc;
  /** Reads more source: what stands in the arguments of a macro. */
  readonly read: (text: string) => HeaderDoc;
  /** The `#define`s that it includes of words that it uses, by name; left out where nothing was looked for. */
  readonly defined?: ReadonlyMap<string, string>;
}
