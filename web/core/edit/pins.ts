import { itemAt } from '../base/itemAt';
import type { Target } from '../facts/generated';
import { innerOf } from '../layout/forced';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedStruct } from '../layout/order';
import { place } from '../layout/place';

/** The first pinned member whose offset another order would change; null where all stay. */
export function shiftedPin(
  before: OrderedStruct,
  after: OrderedAggregate,
  pins: readonly MemberPath[],
): MemberPath | null {
  if (pins.length === 0) return null;
  const { target } = before.desc;
  const old = offsetsOf(before.root, target);
  const now = offsetsOf(after, target);
  return pins.find((path) => old.get(path) !== now.get(path)) ?? null;
}

/** Offset of every member in bits, from the start of the struct; anonymous aggregates too. */
export function offsetsOf(root: OrderedAggregate, target: Target): Map<MemberPath, number> {
  const offsets = new Map<MemberPath, number>();
  forEachOffset(root, target, 0, (path, offsetBits) => offsets.set(path, offsetBits));
  return offsets;
}

export function forEachOffset(
  aggregate: OrderedAggregate,
  target: Target,
  startBits: number,
  visit: (path: MemberPath, offsetBits: number) => void,
): void {
  const { offsetsBits } = place(aggregate, target);
  for (let index = 0; index < aggregate.members.length; index++) {
    const member = itemAt(aggregate.members, index);
    const offsetBits = startBits + itemAt(offsetsBits, index);
    visit(member.path, offsetBits);
    const inner = innerOf(aggregate.members, index);
    if (inner !== null) forEachOffset(inner, target, offsetBits, visit);
  }
}
