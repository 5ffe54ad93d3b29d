import type { OrderedStruct } from '../layout/order';
import type { DocumentState } from './document';
import type { Edit } from './edit';

/** A document with its edits carried out. */
export interface Applied {
  readonly struct: OrderedStruct;
  readonly state: AppliedState;
  /** Edits that did not apply, by their place in `document.edits`, each with a sentence. */
  readonly skipped: readonly SkippedEdit[];
}

export interface AppliedState extends DocumentState {
  /** What a person says of the machine, see the edit `prefetch`; null where it is not known. */
  readonly prefetchShare: number | null;
}

export interface SkippedEdit {
  /** In `document.edits`. */
  readonly index: number;
  readonly edit: Edit;
  readonly reason: string;
}

/** The one on the lines that the other is seen on, so that they can be compared. */
export function underRulerOf(seen: Applied, applied: Applied): Applied {
  const { lineBytes, pair, baseBytes } = seen.state;
  return withState(applied, { lineBytes, pair, baseBytes });
}

export function withState(applied: Applied, changed: Partial<AppliedState>): Applied {
  return { ...applied, state: { ...applied.state, ...changed } };
}
