import { itemAt } from '../base/itemAt';
import type { OrderedAggregate, OrderedMember } from './order';

/**
 * The alignment in bytes that a member is declared with in its present place: its own, and what
 * `isolate` on the member before it asks of whatever follows (of an anonymous aggregate: see `innerOf`).
 * 1 for none.
 */
export function forcedAlignBytes(members: readonly OrderedMember[], index: number): number {
  const { align, inner } = itemAt(members, index);
  const own = align?.bytes ?? 1;
  return inner === null ? Math.max(own, followBytes(members, index)) : own;
}

/**
 * The members of an anonymous aggregate as it is declared in its present place. What the member before
 * asks of it stands behind its closing brace, where it aligns the type: its size grows to a multiple, and
 * in a packed struct it has no say in where the member lies.
 */
export function innerOf(members: readonly OrderedMember[], index: number): OrderedAggregate | null {
  const { inner } = itemAt(members, index);
  if (inner === null) return null;
  const bytes = followBytes(members, index);
  if (bytes <= (inner.forcedAlign?.bytes ?? 1)) return inner;
  return { ...inner, forcedAlign: { bytes, from: 'edited' } };
}

function followBytes(members: readonly OrderedMember[], index: number): number {
  if (isUnnamedBits(itemAt(members, index))) return 1;
  let before = index - 1;
  // Unnamed bit-fields pass it on: nobody writes to them.
  while (before >= 0 && isUnnamedBits(itemAt(members, before))) before--;
  return before < 0 ? 1 : (itemAt(members, before).isolateBytes ?? 1);
}

/** An unnamed bit-field: bits that no program can name. */
export function isUnnamedBits(member: OrderedMember): boolean {
  return member.bitField !== null && member.name === null;
}
