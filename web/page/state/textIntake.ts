import type { StoreApi } from 'zustand/vanilla';
import type { NameUses, StructDesc } from '../../core/facts/generated';
import type { FileReader } from '../../core/ingest/client';
import type { FileId } from '../../core/layout/ids';
import type { AppQuestions } from './app';
import type { AppState } from './state';

/** What the page asks of the folders of source that are open. */
export interface TreeQuestions {
  /** What the first one's files make of constants and types; null where none is open, or could be read. */
  readonly uses: (names: readonly string[]) => Promise<NameUses | null>;
  /** A struct that one of them declares, by its name in C. */
  readonly declared: (typeName: string) => Promise<StructDesc | null>;
}

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
