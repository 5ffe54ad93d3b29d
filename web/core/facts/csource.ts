import type {
  DirectiveText,
  FileHazards,
  FileNames,
  HazardQuery,
  HeaderDoc,
  NameUses,
  TextDifference,
  WordsAt,
} from './generated';

/** What reads C source: the crate `csource`, in a worker, in Node or as a program. Any bytes have an answer. */
export interface CSource {
  /** Its structs, and the lines that belong to each member; `included` has the `#define`s of its tree. */
  readonly header: (bytes: Uint8Array, included?: Uint8Array) => HeaderDoc;
  /** Its preprocessor lines. */
  readonly directives: (bytes: Uint8Array) => readonly DirectiveText[];
  /** How it defines the names that are looked for, and what it includes if that is asked. */
  readonly names: (
    bytes: Uint8Array,
    wanted: readonly string[],
    withIncludes: boolean,
  ) => FileNames;
  /** Whether it has one of the names as a whole word. */
  readonly usesAny: (bytes: Uint8Array, names: readonly string[]) => boolean;
  /** Which structs of it change with the meaning of names. */
  readonly uses: (bytes: Uint8Array, names: readonly string[]) => NameUses;
  /** Whether a file of a tree names the struct that a query is about. */
  readonly mentions: (path: string, bytes: Uint8Array, query: HazardQuery) => boolean;
  /** What it has at places, each a line and a column counted from 1; column 0 is the whole line. */
  readonly wordsAt: (
    bytes: Uint8Array,
    places: readonly (readonly [line: number, column: number])[],
  ) => readonly WordsAt[];
  /** How two versions of it differ, but for white space and order. */
  readonly differences: (before: Uint8Array, after: Uint8Array) => TextDifference;
  /** What it holds that asks the members of a struct to lie as they do. */
  readonly hazards: (path: string, bytes: Uint8Array, query: HazardQuery) => FileHazards;
  /** Which words it has, as marks of a Bloom filter. */
  readonly wordMarks: (bytes: Uint8Array) => Uint8Array;
}
