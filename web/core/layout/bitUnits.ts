import type { OrderedMember } from './order';

/**
 * Where the unit of a bit-field's declared type begins that holds its first bit; null for all else. Units
 * are counted from the start of the struct, as pahole counts them; a packed bit-field may end in the next.
 */
export function unitOffset(member: OrderedMember, offsetBits: number): number | null {
  if (member.bitField === null) return null;
  return offsetBits - (offsetBits % Math.max(8, member.bitField.unitBits));
}
