import { plural } from '../base/prose';
import type { Applied } from '../edit/applied';
import type { Edit } from '../edit/edit';
import { layoutEdits } from '../edit/layoutEdits';
import { computeLayout } from '../layout/compute';
import type { OrderedAggregate, OrderedStruct } from '../layout/order';
import { orderedFrom } from '../layout/original';
import { place } from '../layout/place';
import { leavesOf } from '../layout/walk';

/** What a file leaves open of an edited layout, and the sentence that says so. */
export interface Unstated {
  readonly about: 'alignments' | 'packing' | 'ownAlignment';
  readonly sentence: string;
}

/**
 * What the offsets and figures of an edited struct rest on where its file does not state it, and what would settle
 * it; null where the file or the source states it, or nothing was moved.
 */
export function unstatedOf({ struct, skipped }: Applied, edits: readonly Edit[]): Unstated | null {
  const { source, wordsFrom } = struct.desc;
  if (source === 'text' || wordsFrom !== undefined) return null;
  const left = new Set(skipped.map(({ edit }) => edit));
  const changes = layoutEdits({ edits }).filter((edit) => !left.has(edit));
  if (changes.length === 0) return null;
  const packing = perhapsPacked(struct);
  if (source === 'btf') {
    const sentences = [unstatedAlignments(struct), ...(packing === null ? [] : [packing])];
    return { about: 'alignments', sentence: sentences.join(' ') };
  }
  if (packing !== null) return { about: 'packing', sentence: packing };
  const own = repeatedAlignment(struct, changes);
  return own === null ? null : { about: 'ownAlignment', sentence: own };
}

function unstatedAlignments({ verdict }: OrderedStruct): string {
  const inferred = verdict.kind === 'agreesByInference' ? verdict.inferred.length : 0;
  const rest =
    inferred > 0
      ? `on ${plural(inferred, 'alignment or packing', 'alignments or packings')} that the offsets of the file show, and on the natural ones of all other types`
      : 'on the natural alignments of its types';
  return `BTF states no alignments: the offsets and figures after this change rest ${rest}. An attribute that no offset shows would move fields elsewhere. To be sure, open a vmlinux with DWARF (the debug package of this kernel) or the struct’s header.`;
}

/**
 * A packed struct whose members lie naturally is as one that is not packed, in DWARF and in BTF. Nothing is said
 * while both lie alike after the change, too.
 */
function perhapsPacked(struct: OrderedStruct): string | null {
  const { desc, root } = struct;
  const original = orderedFrom(desc).root;
  if (original.packed || !liesAlike(original, struct) || liesAlike(root, struct)) return null;
  const sizes = [root, packed(root)].map((each) => place(each, desc.target).sizeBits / 8);
  return `Whether it is packed is unknown: the members of \`${desc.name}\` have the same offsets either way. What is shown holds if it is not packed (${sizes[0]} bytes); packed it would be ${sizes[1]} bytes after this change. Open its header to be sure.`;
}

function liesAlike(aggregate: OrderedAggregate, { desc }: OrderedStruct): boolean {
  const is = place(aggregate, desc.target);
  const would = place(packed(aggregate), desc.target);
  return (
    is.sizeBits === would.sizeBits &&
    is.offsetsBits.every((offset, index) => offset === would.offsetsBits[index])
  );
}

function packed(aggregate: OrderedAggregate): OrderedAggregate {
  return { ...aggregate, packed: true };
}

/** gcc states the alignment of a member on the struct, too: without the member's nobody knows what is left of it. */
function repeatedAlignment(struct: OrderedStruct, changes: readonly Edit[]): string | null {
  const { desc, root } = struct;
  const bytes = root.forcedAlign?.from === 'stated' ? root.forcedAlign.bytes : 0;
  const lowered = changes.some(({ kind }) => kind === 'unalign' || kind === 'align');
  if (!lowered || bytes === 0) return null;
  const most = (of: OrderedStruct) =>
    Math.max(1, ...[...leavesOf(computeLayout(of))].map(({ alignBits }) => alignBits / 8));
  if (most(orderedFrom(desc)) < bytes || most(struct) >= bytes) return null;
  return `Whether \`${desc.name}\` itself is aligned to ${bytes} is unknown: gcc also states there what its members require. What is shown keeps it. Open its header to be sure.`;
}
