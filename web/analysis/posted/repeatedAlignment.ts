import { applyEdits } from '../../edit/apply';
import { offsetsOf } from '../../edit/pins';
import type { LayoutDocument } from '../../edit/document';
import type { Edit } from '../../edit/edit';
import { computeLayout } from '../../layout/compute';
import type { HunkOfStruct } from './bodies';
import type { AlignmentTaken } from './notes';

/** The edits with the one before them that makes the struct's alignment follow its members, where a patch takes theirs away. */
export interface Followed {
  readonly edits: readonly Edit[];
  /** What was taken to hold; null where the patch shows it, and where nothing was. */
  readonly note: AlignmentTaken | null;
}

/** What gcc states of the struct may repeat what a member asks for; then it goes with the member (`unalign struct`). */
export function followMembers(
  document: LayoutDocument,
  edits: readonly Edit[],
  hunks: readonly HunkOfStruct[],
): Followed {
  const followed: readonly Edit[] = [{ kind: 'unalignStruct' }, ...edits];
  if (hasSameLayout({ ...document, edits }, { ...document, edits: followed })) {
    return { edits, note: null };
  }
  const bodies = hunks.flatMap(({ old }) => old ?? []);
  const own = bodies.some(({ words }) => words.aligns.length > 0);
  if (own) return { edits, note: null };
  const isSeen = bodies.some(({ opens }) => opens) && bodies.some(({ closes }) => closes);
  const note = isSeen ? null : ({ kind: 'alignment', struct: document.struct.name } as const);
  return { edits: followed, note };
}

/** Whether two documents of a struct give it the same offsets, size and alignment. */
export function hasSameLayout(one: LayoutDocument, other: LayoutDocument): boolean {
  const [a, b] = [one, other].map((each) => {
    const { struct } = applyEdits(each);
    const offsets = [...offsetsOf(struct.root, struct.desc.target)].join();
    const { sizeBits, alignBits } = computeLayout(struct);
    return `${sizeBits} ${alignBits} ${offsets}`;
  });
  return a === b;
}
