import type { MemberPath } from './ids';
import type { FieldItem, Layout } from './layout';
import type { OrderedAggregate, OrderedMember } from './order';

/** Every field of a layout in memory order, an anonymous aggregate before its members. */
export function* fieldsOf(layout: Layout): Generator<FieldItem> {
  for (const item of layout.items) {
    if (item.kind !== 'field') continue;
    yield item;
    if (item.inner !== null) yield* fieldsOf(item.inner);
  }
}

/** Every field that holds data itself: no anonymous aggregate, but its members. */
export function* leavesOf(layout: Layout): Generator<FieldItem> {
  for (const field of fieldsOf(layout)) if (field.inner === null) yield field;
}

export function findField(layout: Layout, path: MemberPath): FieldItem | null {
  for (const field of fieldsOf(layout)) if (field.path === path) return field;
  return null;
}

/** Every member in its order, an anonymous aggregate before its members. */
export function* membersOf(aggregate: OrderedAggregate): Generator<OrderedMember> {
  for (const member of aggregate.members) {
    yield member;
    if (member.inner !== null) yield* membersOf(member.inner);
  }
}
