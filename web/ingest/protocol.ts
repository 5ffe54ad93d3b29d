import type { Result } from '../base/result';
import type {
  CodeFacts,
  Embedding,
  FileFacts,
  HeldCounts,
  HeaderDoc,
  IndexStage,
  NamedProfile,
  PerCpuType,
  PostedDiff,
  ScalarFact,
  StructDesc,
  StructIndex,
  Target,
} from '../facts/generated';
import type { Bundle } from './bundle/bundle';
import type { HandedFile } from './handedFile';
import type { ReadProgress } from './readProgress';
import type { Half } from './session';

/** What a file has turned out to be. */
export type OpenedFile =
  | {
      readonly kind: 'types';
      readonly facts: FileFacts;
      /** The first stage, where the facts could not be told without it (raw BTF): nobody has to ask again. */
      readonly index: StructIndex | null;
    }
  /** A report or recording of perf: `profiles` reads it. */
  | { readonly kind: 'profile' }
  /** A text with a report, which `profiles` reads, and a patch. */
  | { readonly kind: 'mail'; readonly bytes: Uint8Array }
  /** All evidence of a machine: its parts are files to open. */
  | { readonly kind: 'bundle'; readonly bundle: Bundle }
  /** Any other text, whole. What it is for, `app` tells by its words. */
  | { readonly kind: 'text'; readonly bytes: Uint8Array };

/** What a worker does for the page. A failure is a sentence: what is wrong, where, what to do. */
export interface WorkerApi {
  /** Makes the module ready, so that the first file need not wait for it. */
  warm(module: WebAssembly.Module): void;
  /** Whether the browser lets it read this file, which is there and has a byte. */
  canRead(file: File): boolean;
  /** Finds out what the file is. `onProgress` is called until the last answer of this worker. */
  open(file: HandedFile, onProgress: (progress: ReadProgress) => void): Result<OpenedFile, string>;
  /** Makes the module for texts ready; before any of the three calls that follow. */
  warmTexts(module: WebAssembly.Module): void;
  /** Those of the file that was opened, where it is a profile or a mail; never none. */
  profiles(): Result<readonly NamedProfile[], string>;
  /** C source, as bytes. */
  header(text: Uint8Array): Result<HeaderDoc, string>;
  /** Output of pahole, as bytes. */
  pahole(text: Uint8Array): Result<readonly StructDesc[], string>;
  /** A posted patch, as bytes. */
  posted(text: Uint8Array): Result<PostedDiff, string>;
  /** C's scalar types on a target. */
  scalars(target: Target): Result<readonly ScalarFact[], string>;
  /** The file that `FileFacts.needs` or `gains` ask for, before its stage is read (again). */
  giveBase(base: HandedFile): Result<null, string>;
  /** The file that `FileFacts.supplementary` names, before the stage `dwarf` (again). */
  giveSupplementary(file: HandedFile): Result<null, string>;
  /** As `Session.giveSplit`. */
  giveSplit(file: HandedFile): Result<boolean, string>;
  /** One of the stages that `FileFacts.stages` offers. */
  index(stage: IndexStage): Result<StructIndex, string>;
  /** The stage `dwarf` of one half of the file; null where it cannot be divided. */
  indexHalf(half: Half): Promise<Result<StructIndex | null, string>>;
  /** A row of the index that came last. */
  describe(row: number): Result<StructDesc, string>;
  /** The row of the index that came last whose struct has this content key; null for none. */
  find(key: string): Result<number | null, string>;
  /** The struct of each of these rows of the index that came last; null for one that cannot be described. */
  describeAll(rows: readonly number[]): Result<readonly (StructDesc | null)[], string>;
  /** As `Session.code`. */
  code(functions: readonly string[], variables: readonly string[]): Result<CodeFacts, string>;
  /** As `Session.embeddings`. */
  embeddings(inner: readonly string[]): Result<readonly Embedding[], string>;
  /** As `Session.heldCounts`. */
  heldCounts(): Result<HeldCounts, string>;
  /** As `Session.perCpu`. */
  perCpu(): Result<readonly PerCpuType[], string>;
  /** As `Session.symbols`. */
  symbols(): Result<string | null, string>;
}
