import { roundUp } from '../base/math';
import { derived } from '../base/derived';
import { itemAt } from '../base/itemAt';
import type { Target } from '../facts/generated';
import { forcedAlignBytes, innerOf } from './forced';
import type { OrderedAggregate } from './order';

/** Where the members of one aggregate lie, from its own start. Parallel to `aggregate.members`. */
export interface Placement {
  readonly offsetsBits: Float64Array;
  /** The alignment that each member was laid out with, in bits. */
  readonly alignsBits: Float64Array;
  readonly sizeBits: number;
  readonly alignBits: number;
}

/**
 * The C ABI: puts the members of an aggregate, in their order, at their offsets. This is the only place
 * in the project that does.
 *
 * Rules: System V psABI, "Aggregates and Unions" and "Bit-Fields" (i386 and x86-64, which every other
 * target here follows), AAPCS32 section 8.1.8 and AAPCS64 section 10.1.8 for unnamed bit-fields, and for
 * `packed` and `aligned` what GCC documents under "Common Type Attributes". gcc and clang judge it in
 * `compilers.judged.test.ts` of `edit`, with edits.
 *
 * Aggregates are immutable, so that a placement is kept with its aggregate: in a drag only what changed
 * is laid out again. A member of unknown size takes nothing here; its struct is read-only.
 */
export const place: (aggregate: OrderedAggregate, target: Target) => Placement =
  derived(placeMembers);

function placeMembers(aggregate: OrderedAggregate, target: Target): Placement {
  const { members } = aggregate;
  const count = members.length;
  const offsetsBits = new Float64Array(count);
  const alignsBits = new Float64Array(count);
  const union = aggregate.keyword === 'union';
  let recordAlign = Math.max(8, (aggregate.forcedAlign?.bytes ?? 1) * 8);
  let cursor = 0;
  let end = 0;

  for (let index = 0; index < count; index++) {
    const member = itemAt(members, index);
    const forcedBytes = forcedAlignBytes(members, index);
    const forced = forcedBytes === 1 ? 0 : forcedBytes * 8;
    const packed = aggregate.packed || member.packed;
    const aggregateInside = member.inner === null ? null : innerOf(members, index);
    const inner = aggregateInside === null ? null : place(aggregateInside, target);
    const typeAlign = inner === null ? member.typeAlign.bytes * 8 : inner.alignBits;
    const sizeBits = inner === null ? (member.sizeBits ?? 0) : inner.sizeBits;
    const start = union ? 0 : cursor;

    let align: number;
    let at: number;
    let raises = true;
    if (member.bitField === null) {
      // `packed` takes away what the type asks for, not what the declaration itself asks for.
      align = Math.max(packed ? 8 : typeAlign, forced, 8);
      at = roundUp(start, align);
    } else {
      // Zero width closes the unit: the next member begins on a boundary of the declared type, packed or not.
      const closes = sizeBits === 0;
      align = Math.max(packed && !closes ? 8 : typeAlign, forced);
      at = forced > 0 ? roundUp(start, forced) : start;
      if (closes) at = roundUp(at, align);
      else if (!packed && straddles(at, sizeBits, typeAlign, member.bitField.unitBits)) {
        at = roundUp(at, typeAlign);
      }
      // Only arm and aarch64 let an unnamed bit-field raise the alignment of its struct.
      raises = member.name !== null || target.unnamedBitfieldsAlign;
    }

    if (raises && align > recordAlign) recordAlign = align;
    offsetsBits[index] = at;
    alignsBits[index] = align;
    cursor = at + sizeBits;
    if (cursor > end) end = cursor;
  }
  return { offsetsBits, alignsBits, sizeBits: roundUp(end, recordAlign), alignBits: recordAlign };
}

/**
 * Whether a bit-field at `at` would touch more units of its type's alignment than its type has. Where the
 * alignment is the size this means "crosses a boundary of its declared type"; on i386 `long long` has
 * 8 bytes and alignment 4, and may begin at byte 4.
 */
function straddles(at: number, widthBits: number, alignBits: number, unitBits: number): boolean {
  const first = Math.floor(at / alignBits);
  const last = Math.floor((at + widthBits - 1) / alignBits);
  return last - first + 1 > Math.floor(unitBits / alignBits);
}
