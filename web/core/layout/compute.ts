import { derived } from '../base/derived';
import { itemAt } from '../base/itemAt';
import type { Target } from '../facts/generated';
import { unitOffset } from './bitUnits';
import { innerOf } from './forced';
import type { MemberPath } from './ids';
import type { FieldItem, Layout, LayoutItem } from './layout';
import type { OrderedAggregate, OrderedMember, MemberOrder } from './order';
import { place, type Placement } from './place';
import { statedLayout } from './stated';

/**
 * The layout of a struct in its present order, by the C ABI of its target (`place.ts`). A read-only
 * struct, whose order no rule here explains, keeps the offsets that the debug information states: what
 * is shown is always a layout that a compiler made or would make.
 */
export function computeLayout({ root, desc }: MemberOrder): Layout {
  return layoutOfOrder(root, desc.target);
}

/** Orders are immutable: the layout of one is kept with it, so that asking again costs nothing. */
const layoutOfOrder = derived((root: OrderedAggregate, target: Target): Layout => {
  // An empty struct has only a size to show: 0 in C, 1 in C++.
  if (root.readOnly !== null || root.members.length === 0) return statedLayout(root, 0);
  return layoutOf(root, target, 0);
});

/** As `computeLayout`, for an aggregate that begins at `startBits` of the outermost struct. */
function layoutOf(aggregate: OrderedAggregate, target: Target, startBits: number): Layout {
  const placement = place(aggregate, target);
  const { sizeBits, alignBits } = placement;
  return { sizeBits, alignBits, items: itemsOf(aggregate, placement, target, startBits) };
}

function itemsOf(
  aggregate: OrderedAggregate,
  placement: Placement,
  target: Target,
  startBits: number,
): readonly LayoutItem[] {
  const items: LayoutItem[] = [];
  const union = aggregate.keyword === 'union';
  let end = startBits;
  let after: MemberPath | null = null;
  for (const [index, member] of aggregate.members.entries()) {
    const offset = itemAt(placement.offsetsBits, index) + startBits;
    if (offset > end) items.push({ kind: 'hole', offsetBits: end, sizeBits: offset - end, after });
    const aggregateInside = innerOf(aggregate.members, index);
    const inner = aggregateInside === null ? null : layoutOf(aggregateInside, target, offset);
    const item = fieldItem(member, offset, itemAt(placement.alignsBits, index), inner);
    items.push(item);
    const itemEnd = offset + (item.sizeBits ?? 0);
    if (union) {
      if (itemEnd > end) end = itemEnd;
      continue;
    }
    end = itemEnd;
    after = member.path;
  }
  const tail = startBits + placement.sizeBits - end;
  if (tail > 0) items.push({ kind: 'tail', offsetBits: end, sizeBits: tail, after });
  return items;
}

function fieldItem(
  member: OrderedMember,
  offsetBits: number,
  alignBits: number,
  inner: Layout | null,
): FieldItem {
  return {
    kind: 'field',
    path: member.path,
    member,
    offsetBits,
    sizeBits: inner === null ? member.sizeBits : inner.sizeBits,
    alignBits,
    unitOffsetBits: unitOffset(member, offsetBits),
    inner,
  };
}
