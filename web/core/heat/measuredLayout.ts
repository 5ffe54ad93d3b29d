import { derived } from '../base/derived';
import { applyFurther, withoutEdits } from '../edit/apply';
import type { Applied } from '../edit/applied';
import { newDocument, type LayoutDocument } from '../edit/document';
import type { Edit } from '../edit/edit';
import type { DocumentProfile } from '../edit/profiles';
import type { StructDesc } from '../facts/generated';
import type { OrderedStruct } from '../layout/order';

/** What decides how a struct lay when it was measured: "on a line of its own" depends on the ruler. */
export type StructOnRuler = Pick<LayoutDocument, 'struct' | 'lineBytes' | 'pair' | 'baseBytes'>;

/** The same object for documents that are the same in it. */
export function structOnRuler({
  struct,
  lineBytes,
  pair,
  baseBytes,
}: StructOnRuler): StructOnRuler {
  return ruled(struct, lineBytes, pair, baseBytes);
}

const ruled = derived(
  (
    struct: StructDesc,
    lineBytes: StructOnRuler['lineBytes'],
    pair: boolean,
    baseBytes: number,
  ): StructOnRuler => ({
    struct,
    lineBytes,
    pair,
    baseBytes,
  }),
);

/** The edits of a profile's layout, as far as they are carried out. */
const carriedOut = derived<
  readonly [StructOnRuler, readonly Edit[]],
  { applied: Applied; done: number }
>(({ struct, ...ruler }) => ({
  applied: withoutEdits({ ...newDocument(struct), ...ruler }),
  done: 0,
}));

/** The struct as it was in the kernel that a profile was measured on. */
export function measuredLayout(
  document: StructOnRuler,
  { measuredOn }: DocumentProfile,
): OrderedStruct {
  return measuredUntil(document, measuredOn, measuredOn.length);
}

/** The same with the first `until` edits alone: of many some can be carried out at a time, which are kept. */
export function measuredUntil(
  document: StructOnRuler,
  measuredOn: readonly Edit[],
  until: number,
): OrderedStruct {
  const kept = carriedOut(structOnRuler(document), measuredOn);
  if (until > kept.done) {
    kept.applied = applyFurther(kept.applied, measuredOn.slice(0, until), kept.done);
    kept.done = until;
  }
  return kept.applied.struct;
}
