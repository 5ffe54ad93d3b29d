import type { Result } from '../../base/result';
import type { LayoutDocument } from '../../edit/document';

/** A text that holds a whole document. */
export interface LinkQuestion {
  readonly kind: 'link' | 'table';
  readonly text: string;
}

/** A document out of a text: valid, within its budget, and as it may be shown. */
export interface LinkAnswer {
  readonly document: LayoutDocument;
  /** The same for the same text. */
  readonly key: string;
  /** What is to be said of it beside it. Sentences. */
  readonly notes: readonly string[];
}

/** From the worker; nothing comes after the answer. */
export type FromLinkWorker = Result<LinkAnswer, string>;
