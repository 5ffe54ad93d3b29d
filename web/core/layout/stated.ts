import { roundUp } from '../base/math';
import type { FieldItem, Layout, LayoutItem } from './layout';
import { unitOffset } from './bitUnits';
import type { OrderedAggregate, OrderedMember } from './order';

/**
 * The layout that the debug information states, for what is shown and never edited: read-only structs,
 * and what lies inside nested types. Nothing is computed but the gaps. After a member of unknown size
 * no gap is claimed: what looks like one may be the member.
 */
export function statedLayout(aggregate: OrderedAggregate, startBits: number): Layout {
  const union = aggregate.keyword === 'union';
  const fields = aggregate.members.map((member) => statedField(member, startBits));
  if (!union) fields.sort((a, b) => a.offsetBits - b.offsetBits);

  const items: LayoutItem[] = [];
  let end: number | null = startBits;
  let after: FieldItem['path'] | null = null;
  for (const field of fields) {
    if (!union && end !== null && field.offsetBits > end) {
      items.push({ kind: 'hole', offsetBits: end, sizeBits: field.offsetBits - end, after });
    }
    items.push(field);
    const fieldEnd: number | null =
      field.sizeBits === null ? null : field.offsetBits + field.sizeBits;
    // Bases and variants may overlap; a gap begins only behind all that came before. A size that is
    // unknown leaves the end unknown until a later member begins.
    end = fieldEnd === null ? null : Math.max(end ?? fieldEnd, fieldEnd);
    if (!union) after = field.path;
  }
  const alignBits = Math.max(
    (aggregate.forcedAlign?.bytes ?? 1) * 8,
    ...(aggregate.packed ? [] : fields.map((field) => field.alignBits)),
    8,
  );
  if (aggregate.statedSizeBytes === null) {
    return { sizeBits: knownBits(fields, startBits), alignBits, items };
  }
  const sizeBits = aggregate.statedSizeBytes * 8;
  const tail = end === null ? 0 : startBits + sizeBits - end;
  if (end !== null && tail > 0)
    items.push({ kind: 'tail', offsetBits: end, sizeBits: tail, after });
  return { sizeBits, alignBits, items };
}

/** The least size of an aggregate whose size nobody states: what its members take, in whole bytes. */
function knownBits(fields: readonly FieldItem[], startBits: number): number {
  const end = fields.reduce(
    (most, { offsetBits, sizeBits }) => Math.max(most, offsetBits + (sizeBits ?? 0)),
    startBits,
  );
  return roundUp(end - startBits, 8);
}

function statedField(member: OrderedMember, startBits: number): FieldItem {
  const offsetBits = startBits + (member.statedOffsetBits ?? 0);
  const typeAlign = member.packed ? 8 : member.typeAlign.bytes * 8;
  return {
    kind: 'field',
    path: member.path,
    member,
    offsetBits,
    sizeBits: member.sizeBits,
    alignBits: Math.max(typeAlign, (member.align?.bytes ?? 1) * 8),
    unitOffsetBits: unitOffset(member, offsetBits),
    inner: member.inner === null ? null : statedLayout(member.inner, offsetBits),
  };
}
