import { itemAt } from '../base/itemAt';
import { isReserve, mustStayLast, runOf } from '../edit/runs';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedMember, OrderedStruct } from '../layout/order';

/** An aggregate whose members a search may reorder: the struct itself, or an anonymous struct in it. */
export interface Scope {
  readonly aggregate: OrderedAggregate;
  /** In the present order. */
  readonly units: readonly Unit[];
  /** Its path where it is an anonymous struct; null for the struct itself. */
  readonly path: MemberPath | null;
}

/** What moves as one: a member, a run of bit-fields, or a group that is kept together. */
export interface Unit {
  readonly members: readonly OrderedMember[];
  /** Units trade places only within a segment: intent markers bound it. */
  readonly segment: number;
  readonly movable: boolean;
  readonly sizeBits: number;
  readonly alignBits: number;
}

/** The scopes of a struct, from the outside in. Read-only aggregates are none. */
export function scopesOf(
  struct: OrderedStruct,
  together: readonly (readonly MemberPath[])[],
): readonly Scope[] {
  const scopes: Scope[] = [];
  const visit = (aggregate: OrderedAggregate, path: MemberPath | null) => {
    if (aggregate.readOnly !== null || aggregate.keyword === 'union') return;
    scopes.push({ aggregate, path, units: unitsOf(struct, aggregate, together) });
    for (const member of aggregate.members) {
      if (member.inner !== null) visit(member.inner, member.path);
    }
  };
  if (struct.root.readOnly === null) visit(struct.root, null);
  return scopes;
}

function unitsOf(
  struct: OrderedStruct,
  aggregate: OrderedAggregate,
  together: readonly (readonly MemberPath[])[],
): readonly Unit[] {
  const { members } = aggregate;
  const units: Unit[] = [];
  let segment = 0;
  for (let index = 0; index < members.length;) {
    const end = Math.max(runOf(aggregate, index).end, groupEnd(members, index, together));
    const unit = members.slice(index, end);
    const marker = unit.some(isMarker);
    const stays =
      marker ||
      unit.some((member) => member.role !== 'field' || member.isolateBytes !== null) ||
      unit.some((_, k) => mustStayLast(struct.desc, aggregate, index + k)) ||
      unit.some(holdsReserve) ||
      // What follows `isolate` is aligned by its place, not by itself.
      (index > 0 && itemAt(members, index - 1).isolateBytes !== null) ||
      // Someone put it at the start of a line on purpose.
      unit.some((member) => member.align !== null && member.align.from !== 'edited');
    if (marker) segment++;
    units.push({
      members: unit,
      segment,
      movable: !stays,
      sizeBits: unit.reduce((sum, member) => sum + (member.sizeBits ?? 0), 0),
      alignBits: Math.max(...unit.map((member) => member.typeAlign.bytes * 8)),
    });
    if (marker) segment++;
    index = end;
  }
  return units;
}

/** `together` counts where its members stand side by side already: they are then moved as one. */
function groupEnd(
  members: readonly OrderedMember[],
  start: number,
  together: readonly (readonly MemberPath[])[],
): number {
  const first = itemAt(members, start).path;
  const group = together.find((paths) => paths.includes(first));
  if (group === undefined) return start + 1;
  let end = start + 1;
  while (end < members.length && group.includes(itemAt(members, end).path)) end++;
  return end;
}

/** Room that a stable tree keeps free, or what took its place: a union with it. */
function holdsReserve({ name, inner }: OrderedMember): boolean {
  return (name !== null && isReserve(name)) || (inner?.members.some(holdsReserve) ?? false);
}

/**
 * Marks of intent in the source: `__cacheline_group_begin__x[0]`, `CACHELINE_PADDING(_pad1_)` and other
 * members of no size that only name a place (include/linux/cache.h).
 */
function isMarker(member: OrderedMember): boolean {
  if (member.bitField !== null) return false;
  const size = member.inner === null ? member.sizeBits : null;
  return (size === 0 && !member.flexible) || /\bstruct cacheline_padding$/.test(member.typeName);
}
