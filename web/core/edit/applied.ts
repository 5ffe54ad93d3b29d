import { computeLayout } from '../layout/compute';
import { alignedBase } from '../layout/lines';
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
  /** Bytes of its first line before the struct, as the alignment of this layout lets it begin. */
  readonly baseBytes: number;
  /** Where it was asked to begin: what `baseBytes` is of a layout that may begin there. */
  readonly wantedBaseBytes: number;
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
  const { lineBytes, pair, wantedBaseBytes } = seen.state;
  return withBase(withState(applied, { lineBytes, pair, wantedBaseBytes }));
}

export function withState(
  applied: Applied,
  changed: Partial<Omit<AppliedState, 'baseBytes'>>,
): Applied {
  return { ...applied, state: { ...applied.state, ...changed } };
}

/** Where in its line the struct begins, once its order, its lines or the base that was asked for may have changed. */
export function withBase(applied: Applied): Applied {
  const { state, struct } = applied;
  const alignBytes = computeLayout(struct).alignBits / 8;
  const baseBytes = alignedBase(state.wantedBaseBytes, alignBytes, state.lineBytes);
  return baseBytes === state.baseBytes ? applied : { ...applied, state: { ...state, baseBytes } };
}

/** Why no object of the struct begins at a base offset, as a sentence; null where one may. */
export function whyNotBase(
  { name, alignBytes }: { readonly name: string; readonly alignBytes: number },
  baseBytes: number,
  lineBytes: number,
): string | null {
  if (alignedBase(baseBytes, alignBytes, lineBytes) === baseBytes % lineBytes) return null;
  return alignBytes < lineBytes
    ? `\`${name}\` is aligned to ${alignBytes} bytes: it cannot begin ${baseBytes} bytes into a line. Give a multiple of ${alignBytes}.`
    : `\`${name}\` is aligned to ${alignBytes} bytes: it begins at the start of a line, and has no other base offset.`;
}
