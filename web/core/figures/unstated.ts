import { sentence, type Message } from '../base/messages';
import { plural } from '../base/prose';
import type { Applied } from '../edit/applied';
import type { Edit } from '../edit/edit';
import { layoutEdits } from '../edit/layoutEdits';
import { computeLayout } from '../layout/compute';
import type { OrderedAggregate, OrderedStruct } from '../layout/order';
import { orderedFrom } from '../layout/original';
import { place } from '../layout/place';
import { layoutMessage } from './messages';
import { leavesOf } from '../layout/walk';

/** What a file leaves open of an edited layout, and what is said of it. */
export interface Unstated {
  readonly about: 'alignments' | 'packing' | 'ownAlignment';
  readonly message: Message;
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
    return { about: 'alignments', message: unstatedAlignments(struct, packing) };
  }
  if (packing !== null) return { about: 'packing', message: packing };
  const own = repeatedAlignment(struct, changes);
  return own === null ? null : { about: 'ownAlignment', message: own };
}

function unstatedAlignments({ verdict }: OrderedStruct, packing: Message | null): Message {
  const inferred = verdict.kind === 'agreesByInference' ? verdict.inferred.length : 0;
  const rest =
    inferred > 0
      ? `on ${plural(inferred, 'alignment or packing', 'alignments or packings')} that the offsets of the file show, and on the natural ones of all other types`
      : 'on the natural alignments of its types';
  return layoutMessage('btf-alignments', rest, packing === null ? '' : ` ${sentence(packing)}`);
}

/**
 * A packed struct whose members lie naturally is as one that is not packed, in DWARF and in BTF. Nothing is said
 * while both lie alike after the change, too.
 */
function perhapsPacked(struct: OrderedStruct): Message | null {
  const { desc, root } = struct;
  const original = orderedFrom(desc).root;
  if (original.packed || !liesAlike(original, struct) || liesAlike(root, struct)) return null;
  const sizes = [root, packed(root)].map((each) => place(each, desc.target).sizeBits / 8);
  const [natural = 0, tight = 0] = sizes;
  return layoutMessage('perhaps-packed', desc.name, natural, tight);
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
function repeatedAlignment(struct: OrderedStruct, changes: readonly Edit[]): Message | null {
  const { desc, root } = struct;
  const bytes = root.forcedAlign?.from === 'stated' ? root.forcedAlign.bytes : 0;
  const lowered = changes.some(({ kind }) => kind === 'unalign' || kind === 'align');
  if (!lowered || bytes === 0) return null;
  const most = (of: OrderedStruct) =>
    Math.max(1, ...[...leavesOf(computeLayout(of))].map(({ alignBits }) => alignBits / 8));
  if (most(orderedFrom(desc)) < bytes || most(struct) >= bytes) return null;
  return layoutMessage('own-alignment', desc.name, bytes);
}
