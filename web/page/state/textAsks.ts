import type { Result } from '../../core/base/result';
import type { SymbolTable } from '../../core/bind/symbolTable';
import type { LayoutDocument } from '../../core/edit/document';
import type { TextKind } from './textKinds';

/** A text, or its bytes as UTF-8. */
export type Text = string | Uint8Array;

/** What is asked of a text away from the page: whoever made it decides how long the answer takes. */
export interface TextAsks {
  /** The bytes go to the worker and come back. */
  recognise: { ask: Uint8Array; answer: Recognised };
  link: { ask: Text; answer: Result<HeldDocument, string> };
  /** The bytes go to the worker. */
  symbols: { ask: Text; answer: Result<SymbolTable, string> };
  table: { ask: Text; answer: Result<HeldDocument, string> };
}

export interface Recognised {
  readonly kind: TextKind | null;
  readonly bytes: Uint8Array;
}

/** A document out of a text: valid, within its budget, and as it may be shown. */
export interface HeldDocument {
  readonly document: LayoutDocument;
  /** The same for the same text. */
  readonly key: string;
  /** What is to be said beside it. Sentences. */
  readonly notes: readonly string[];
}

/** The message to the worker: the one question that it is for. */
export type TextQuestion<K extends keyof TextAsks = keyof TextAsks> = {
  readonly [Kind in K]: { readonly kind: Kind; readonly ask: TextAsks[Kind]['ask'] };
}[K];

/** What the worker does for the page: one question for each, and whoever does not want the answer ends it. */
export interface TextApi {
  answer(question: TextQuestion): TextAsks[keyof TextAsks]['answer'];
}
