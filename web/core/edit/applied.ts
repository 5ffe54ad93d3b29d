import { computeLayout } from '../layout/compute';
import { alignedBase } from '../layout/lines';
import type { OrderedStruct } from '../layout/order';
import type { DocumentState } from './document';
import type { Edit } from './edit';
import { LINE_SIZES } from './limits';
import type { Message } from '../base/messages';
import { editMessage } from './messages';

/** A document with its edits carried out. */
export interface Applied {
  readonly struct: OrderedStruct;
  readonly state: AppliedState;
  /** Edits that did not apply, by their place in `document.edits`, each with its reason. */
  readonly skipped: readonly SkippedEdit[];
}

export interface AppliedState extends DocumentState {
  /** Bytes of its first line before the struct, as the alignment of this layout lets it begin. */
  readonly baseBytes: number;
  /** Where it was asked to begin: that is `baseBytes` where the layout may begin there. */
  readonly wantedBaseBytes: number;
  /** That base is known modulo so many bytes: the lines that it was stated or measured on. */
  readonly baseModulo: number;
  /** Where else in its line it may begin as well, as far as that tells: of longer lines, any part may be meant. */
  readonly otherBases: readonly number[];
  /** What a person says of the machine, see the edit `prefetch`; null where it is not known. */
  readonly prefetchShare: number | null;
}

export interface SkippedEdit {
  /** In `document.edits`. */
  readonly index: number;
  readonly edit: Edit;
  readonly reason: Message;
}

/** The one on the lines that the other is seen on, so that they can be compared. */
export function underRulerOf(seen: Applied, applied: Applied): Applied {
  const { lineBytes, pair, wantedBaseBytes, baseModulo } = seen.state;
  return withBase(withState(applied, { lineBytes, pair, wantedBaseBytes, baseModulo }));
}

export function withState(
  applied: Applied,
  changed: Partial<Omit<AppliedState, 'baseBytes' | 'otherBases'>>,
): Applied {
  return { ...applied, state: { ...applied.state, ...changed } };
}

/** Where in its line the struct begins, once its order, its lines or the base that was asked for may have changed. */
export function withBase(applied: Applied): Applied {
  const { state, struct } = applied;
  const alignBytes = computeLayout(struct).alignBits / 8;
  const [baseBytes, ...otherBases] = basesOf(state, alignBytes);
  const isSame = baseBytes === state.baseBytes && otherBases.join() === state.otherBases.join();
  return isSame ? applied : { ...applied, state: { ...state, baseBytes, otherBases } };
}

/** Every base that a struct of an alignment may have on these lines, the one that was asked for first. */
export function basesOf(
  {
    wantedBaseBytes,
    baseModulo,
    lineBytes,
  }: Pick<AppliedState, 'wantedBaseBytes' | 'baseModulo' | 'lineBytes'>,
  alignBytes: number,
): readonly [number, ...number[]] {
  const at = (bytes: number) => alignedBase(bytes, alignBytes, lineBytes);
  const first = at(wantedBaseBytes);
  const all = new Set([first]);
  for (let more = baseModulo; more < lineBytes; more += baseModulo)
    all.add(at(wantedBaseBytes + more));
  all.delete(first);
  return [first, ...all];
}

/**
 * What a stated base is known modulo: the lines in view when it was stated. Who says 0 means that the struct begins on a
 * line, however long those are, and one beyond the line says where the struct lies in an object that does.
 */
export function moduloOfBase(baseBytes: number, lineBytes: number): number {
  if (baseBytes === 0) return LONGEST_LINE;
  return Math.max(lineBytes, 2 ** Math.ceil(Math.log2(baseBytes + 1)));
}

const LONGEST_LINE = Math.max(...LINE_SIZES);

/** Why no object of the struct begins at a base offset; null where one may. */
export function whyNotBase(
  { name, alignBytes }: { readonly name: string; readonly alignBytes: number },
  baseBytes: number,
  lineBytes: number,
): Message | null {
  if (alignedBase(baseBytes, alignBytes, lineBytes) === baseBytes % lineBytes) return null;
  return alignBytes < lineBytes
    ? editMessage('base-unaligned', name, alignBytes, baseBytes)
    : editMessage('base-on-line', name, alignBytes);
}
