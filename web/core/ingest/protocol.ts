import type { Message } from '../base/messages';
import type { Result } from '../base/result';
import type {
  Answer,
  Companion,
  FileFacts,
  IndexStage,
  NamedProfile,
  Query,
  StructIndex,
} from '../facts/generated';
import type { StructTable } from '../facts/structTable';
import type { Bundle } from './bundle/bundle';
import type { HandedFile } from './handedFile';
import type { ReadProgress } from './readProgress';
import type { Half, LazyModules } from './session';
import type { RowPiece } from './rowPieces';
import type { OneAnswerQuery, TextAnswerTo } from './textQuery';

/** What a file has turned out to be. */
export type OpenedFile<List = StructTable> =
  | {
      readonly kind: 'types';
      readonly facts: FileFacts;
      /** The first stage, where the facts could not be known without it (raw BTF): nobody has to ask again. */
      readonly index: List | null;
    }
  /** A report or recording of perf: `profiles` reads it. */
  | { readonly kind: 'profile' }
  /** A text with a report, which `profiles` reads, and a patch. */
  | { readonly kind: 'mail'; readonly bytes: Uint8Array }
  /** All evidence of a machine: its parts are files to open. */
  | { readonly kind: 'bundle'; readonly bundle: Bundle }
  /** It was not opened, as it unpacks to more than files of its size do: whoever trusts it may say so. */
  | { readonly kind: 'tooMuch'; readonly message: Message }
  /** An archive of files that are looked at by name. What it was unpacked to; null for one that was not compressed. */
  | { readonly kind: 'tree'; readonly archive: Blob | null }
  /** Any other text, whole. What it is for, `app` tells by its words. */
  | { readonly kind: 'text'; readonly bytes: Uint8Array };

export interface GivenProfiles {
  readonly profiles: readonly NamedProfile[];
  /** How many pieces of rows are to be asked for. */
  readonly pieces: number;
}

/** The modules that only some questions to a file need. */
export type LaterModule = keyof LazyModules;

/** What a worker does for the page. */
export interface WorkerApi {
  /** Makes the module ready, so that the first file need not wait for it. */
  warm(module: WebAssembly.Module): void;
  /** Whether the browser lets it read this file, which is there and has a byte. */
  canRead(file: File): boolean;
  /**
   * Finds out what the file is. `onProgress` is called until the last answer of this worker. One that is trusted may
   * unpack to more than others of its size.
   */
  open(
    file: HandedFile,
    onProgress: (progress: ReadProgress) => void,
    isTrusted: boolean,
  ): Result<OpenedFile<StructIndex> | { readonly kind: 'undecided' }, Message>;
  /** The same for a text, after `warmReports`: `open` cannot tell whether it holds a report. */
  openUndecided(): Result<OpenedFile<StructIndex>, Message>;
  /** As `Session.give`, with the file's own name. */
  give(companion: Companion, file: HandedFile): Result<boolean, Message>;
  /** As `Session.giveCode`. */
  giveCode(companion: Companion, file: HandedFile): Result<null, Message>;
  /** What the file is, again: a stripped program has other facts once its debug information was given. */
  facts(): FileFacts;
  /** One of the stages that `FileFacts.stages` offers. */
  index(stage: IndexStage): Promise<Result<StructIndex, Message>>;
  /** The stage `dwarf` of one half of the file; null where it cannot be divided. */
  indexHalf(half: Half): Promise<Result<StructIndex | null, Message>>;
  /** The answer is the question's own (`AnswerTo`). */
  ask(query: Query): Result<Answer['value'], Message>;
  /** Makes a module ready, before the first question that needs it. */
  warmLater(name: LaterModule, module: WebAssembly.Module): void;
  /** Makes the module for reports ready, before the first question about one. */
  warmReports(module: WebAssembly.Module): void;
  /** Makes the module for C source and patches ready, before the first `askText`. */
  warmTexts(module: WebAssembly.Module): void;
  /** The answer is the question's own (`TextAnswerTo`). */
  askText(query: OneAnswerQuery): Result<TextAnswerTo<OneAnswerQuery>, Message>;
  /** Reads the profiles of the file that is open, with the first of their rows; `rows` has the others. */
  profiles(): Result<GivenProfiles, Message>;
  /** The next rows of those profiles, by the number of their piece. */
  rows(piece: number): readonly RowPiece[];
}
