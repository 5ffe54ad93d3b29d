import type { OrderedMember } from './order';

/**
 * Where the unit of a bit-field's declared type begins that holds it; null for all else. A packed
 * bit-field can lie across two of them; then it counts from its own first byte.
 */
export function unitOffset(member: OrderedMember, offsetBits: number): number | null {
  if (member.bitField === null) return null;
  const { unitBits, widthBits } = member.bitField;
  const unit = offsetBits - (offsetBits % Math.max(8, unitBits));
  return offsetBits + widthBits <= unit + unitBits ? unit : offsetBits - (offsetBits % 8);
}
