import type { StoreApi } from 'zustand/vanilla';
import type { StructDesc } from '../../core/facts/generated';
import type { FileReader } from '../../core/ingest/client';
import type { FileId } from '../../core/layout/ids';
import type { TreeQuestions } from '../source/sources';
import type { AppQuestions } from './app';
import type { AppState } from './state';

/** What a text is read by, and what is looked up for it. */
export interface TextLookUps {
  /** Reads C source and pahole's output; ends when the text is taken. */
  readonly reader: FileReader;
  /** A struct of a loaded binary by its name; null where none has it. */
  readonly describeNamed: (name: string) => Promise<StructDesc | null>;
  /** The structs of the first loaded binary that has any such; each of its structs is described for that. */
  readonly describeLike: (isLike: (desc: StructDesc) => boolean) => Promise<readonly StructDesc[]>;
  /** Puts questions to the loaded files. */
  readonly questions: AppQuestions;
  readonly trees: TreeQuestions;
}

/** A text that was dropped, picked or pasted and is no file of perf. */
export interface IncomingText extends TextLookUps {
  readonly id: FileId;
  readonly name: string;
  /** As in the file. */
  readonly bytes: Uint8Array;
}

export interface TextIntake extends IncomingText {
  /** The bytes as UTF-8. */
  readonly text: () => string;
  /** Aborted when somebody takes the file out of the list. */
  readonly stopped: AbortSignal;
  readonly store: StoreApi<AppState>;
  readonly update: (change: (state: AppState) => AppState) => void;
}
