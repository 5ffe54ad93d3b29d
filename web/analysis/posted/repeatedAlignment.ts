import { itemAt } from '../../base/itemAt';
import { applyEdits } from '../../edit/apply';
import { offsetsOf } from '../../edit/pins';
import type { LayoutDocument } from '../../edit/document';
import type { Edit } from '../../edit/edit';
import type { StructDesc } from '../../facts/generated';
import { computeLayout } from '../../layout/compute';
import { orderedAggregate, orderedFrom } from '../../layout/original';
import type { OrderedAggregate } from '../../layout/order';
import { place } from '../../layout/place';
import type { HunkOfStruct } from './bodies';

/** A struct whose alignment follows its members again, where a patch takes theirs away. */
export interface Followed {
  readonly document: LayoutDocument;
  /** What was taken to hold, as a sentence; null where the patch shows it, and where nothing was. */
  readonly note: string | null;
}

/**
 * gcc states a member's alignment on the struct that holds it too (`DW_AT_alignment`, its `update_alignment_for_field`).
 * Where no more than a member asks for it the alignment is the member's and goes with it.
 */
export function followMembers(
  document: LayoutDocument,
  edits: readonly Edit[],
  hunks: readonly HunkOfStruct[],
): Followed {
  const bare = { ...document, struct: withoutRepeated(document.struct) };
  if (sameLayout({ ...document, edits }, { ...bare, edits })) return { document, note: null };
  const bodies = hunks.flatMap(({ old }) => old ?? []);
  const own = bodies.some(({ words }) => words.aligns.length > 0);
  if (own) return { document, note: null };
  const isSeen = bodies.some(({ opens }) => opens) && bodies.some(({ closes }) => closes);
  const note = `The alignment of struct ${document.struct.name} is taken to come from its members: the patch does not show the struct's own.`;
  return { document: bare, note: isSeen ? null : note };
}

function sameLayout(one: LayoutDocument, other: LayoutDocument): boolean {
  const [a, b] = [one, other].map((each) => {
    const { struct } = applyEdits(each);
    const offsets = [...offsetsOf(struct.root, struct.desc.target)].join();
    return `${computeLayout(struct).sizeBits} ${offsets}`;
  });
  return a === b;
}

/** The description without alignments of aggregates that one of their members explains. */
function withoutRepeated(desc: StructDesc): StructDesc {
  let types = [...desc.types];
  const visit = (index: number, ordered: OrderedAggregate): void => {
    for (const { inner, typeIndex } of ordered.members) {
      if (inner !== null && typeIndex !== null) visit(typeIndex, inner);
    }
    const type = itemAt(types, index);
    if (type.shape.kind !== 'aggregate' || type.shape.forcedAlign === null) return;
    const bare = [...types];
    bare[index] = { ...type, shape: { ...type.shape, forcedAlign: null } };
    const alone = orderedAggregate({ ...desc, types: bare }, index, '');
    const natural = place(alone, desc.target).alignBits / 8;
    if (natural === type.shape.forcedAlign.bytes) types = bare;
  };
  visit(desc.root, orderedFrom(desc).root);
  return { ...desc, types };
}
