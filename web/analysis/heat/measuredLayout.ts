import { derived } from '../../base/derived';
import { applyEdits } from '../../edit/apply';
import { newDocument, type LayoutDocument } from '../../edit/document';
import type { DocumentProfile } from '../../edit/profiles';
import type { StructDesc } from '../../facts/generated';
import type { OrderedStruct } from '../../layout/order';

/** What of a document decides how a struct lay when it was measured: "on a line of its own" depends on the ruler. */
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

/** The struct as it was in the kernel that a profile was measured on. */
export function measuredLayout(
  { struct, lineBytes, pair, baseBytes }: StructOnRuler,
  { measuredOn }: DocumentProfile,
): OrderedStruct {
  const document = { ...newDocument(struct), lineBytes, pair, baseBytes };
  return applyEdits({ ...document, edits: measuredOn }).struct;
}
