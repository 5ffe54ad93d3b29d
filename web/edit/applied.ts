import type { OrderedStruct } from '../layout/order';
import type { LayoutDocument } from './document';
import type { Edit } from './edit';

/** A document with its edits carried out. */
export interface Applied {
  readonly struct: OrderedStruct;
  readonly lineBytes: number;
  readonly pair: boolean;
  readonly baseBytes: number;
  readonly pins: LayoutDocument['pins'];
  readonly together: LayoutDocument['together'];
  readonly tags: LayoutDocument['tags'];
  readonly notes: LayoutDocument['notes'];
  readonly lineNotes: LayoutDocument['lineNotes'];
  /** Beside `together`, whose members share a line. */
  readonly rules: LayoutDocument['rules'];
  readonly profiles: LayoutDocument['profiles'];
  readonly bindings: LayoutDocument['bindings'];
  /** What a person says of the machine, see the edit `prefetch`; null where it is not known. */
  readonly prefetchShare: number | null;
  /** Edits that did not apply, by their place in `document.edits`, each with a sentence. */
  readonly skipped: readonly SkippedEdit[];
}

export interface SkippedEdit {
  /** In `document.edits`. */
  readonly index: number;
  readonly edit: Edit;
  readonly reason: string;
}
