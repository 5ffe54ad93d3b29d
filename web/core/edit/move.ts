import { itemAt } from '../base/itemAt';
import { assertNever } from '../base/assert';
import { fail, ok, type Result } from '../base/result';
import type { OrderedAggregate, OrderedMember, OrderedStruct } from '../layout/order';
import type { Edit, Place } from './edit';
import { find, findSiblings, listOf } from './names';
import { mustStayLast, runOf } from './runs';
import { chainTo, closedReason, relocate, type Located } from './tree';
import type { Message } from '../base/messages';
import { editMessage } from './messages';

/** A move with all its names resolved: what goes where. */
export interface Resolved {
  /** In the order in which they stand. */
  readonly moved: readonly OrderedMember[];
  readonly from: OrderedAggregate;
  readonly into: OrderedAggregate;
  /** A member of `into` that stays, or its end. */
  readonly before: OrderedMember | null;
}

export function applyMove(
  struct: OrderedStruct,
  edit: Extract<Edit, { kind: 'move' }>,
): Result<OrderedAggregate, Message> {
  const resolved = resolveMove(struct, edit);
  if (!resolved.ok) return resolved;
  const { moved, into, before } = resolved.value;
  return ok(relocate(struct.root, moved, into, before));
}

function resolveMove(
  struct: OrderedStruct,
  edit: Extract<Edit, { kind: 'move' }>,
): Result<Resolved, Message> {
  const named = findSiblings(struct.root, edit.members);
  if (!named.ok) return named;
  const alone = edit.alone === true;
  const moved = movedMembers(named.value.all, alone);
  const from = named.value.first.parent;
  const target = resolvePlace(struct, named.value.first, moved, edit.to, alone);
  if (!target.ok) return target;
  const resolved = { moved, from, ...target.value };
  const refusal = refuse(struct, resolved);
  return refusal === null ? ok(resolved) : fail(refusal);
}

/** The named members with the rest of their storage runs, in the order in which they stand. */
export function movedMembers(named: readonly Located[], alone: boolean): readonly OrderedMember[] {
  const indexes = new Set<number>();
  for (const { parent, index } of named) {
    const { start, end } = alone ? { start: index, end: index + 1 } : runOf(parent, index);
    for (let each = start; each < end; each++) indexes.add(each);
  }
  const parent = itemAt(named, 0).parent;
  return parent.members.filter((_, index) => indexes.has(index));
}

/** Why a move may not be; null where it may. Names are resolved, so that it is cheap. */
export function refuse(struct: OrderedStruct, move: Resolved): Message | null {
  const { moved, from, into, before } = move;
  const { root, desc } = struct;
  const fromChain = chainTo(root, from) ?? [];
  const intoChain = chainTo(root, into) ?? [];
  const closed = closedReason(fromChain) ?? closedReason(intoChain);
  if (closed !== null) return editMessage('read-only', closed);
  const head = root.members[0];
  if (into === root && head?.role === 'vtable' && (before === head || moved.includes(head))) {
    return editMessage('vtable-first');
  }

  const inMoved = moved.find((member) => member.inner !== null && intoChain.includes(member.inner));
  if (inMoved !== undefined) return editMessage('into-itself', inMoved.path);

  // Below what both have in common a union on the way in means sharing bytes that were not shared.
  const union = intoChain.find((each) => each.keyword === 'union' && !fromChain.includes(each));
  if (union !== undefined) {
    return editMessage('into-union', listOf(moved.map((m) => m.path)));
  }

  const stuck = moved.find((member) => {
    return from.keyword !== 'union' && mustStayLast(desc, from, from.members.indexOf(member));
  });
  if (stuck !== undefined && (into !== from || before !== null)) {
    return editMessage(stuck.flexible ? 'flexible-last' : 'ends-flexible-last', stuck.path);
  }
  const end = endOf(struct, into, moved);
  if (stuck === undefined && before === null && end !== null) {
    return editMessage('must-stay-last', end.path);
  }
  return null;
}

/** What stands behind the last place that can be moved to: null, or the member that has to stay last. */
export function endOf(
  struct: OrderedStruct,
  into: OrderedAggregate,
  moved: readonly OrderedMember[],
): OrderedMember | null {
  const index = into.members.length - 1;
  const last = into.members[index];
  if (last === undefined || moved.includes(last)) return null;
  return mustStayLast(struct.desc, into, index) ? last : null;
}

type Target = Pick<Resolved, 'into' | 'before'>;

function resolvePlace(
  struct: OrderedStruct,
  first: Located,
  moved: readonly OrderedMember[],
  to: Place,
  alone: boolean,
): Result<Target, Message> {
  const { parent } = first;
  switch (to.at) {
    case 'first':
      return ok({ into: parent, before: stayingFrom(parent, firstFreeIndex(parent), moved) });
    case 'last':
      return ok({ into: parent, before: endOf(struct, parent, moved) });
    case 'into': {
      const aggregate = find(struct.root, to.aggregate);
      if (!aggregate.ok) return aggregate;
      const { inner } = aggregate.value.member;
      if (inner === null) {
        return fail(editMessage('not-anonymous', to.aggregate));
      }
      return ok({ into: inner, before: endOf(struct, inner, moved) });
    }
    case 'out': {
      const outer = first.chain.at(-2);
      if (outer === undefined) {
        return fail(editMessage('not-inside', first.member.path));
      }
      const index = outer.members.findIndex((each) => each.inner === parent);
      return ok({ into: outer, before: stayingFrom(outer, index + 1, moved) });
    }
    case 'before':
    case 'after': {
      const anchor = find(struct.root, to.member);
      if (!anchor.ok) return anchor;
      const { member, index, parent: into } = anchor.value;
      const run = alone ? { start: index, end: index + 1 } : runOf(into, index);
      if (moved.includes(member)) return fail(besideItself(moved, member));
      return ok({
        into,
        before: stayingFrom(into, to.at === 'before' ? run.start : run.end, moved),
      });
    }
    default:
      return assertNever(to);
  }
}

/** The first place that an edit can put a member at: after the pointer to the virtual functions. */
export function firstFreeIndex({ members }: OrderedAggregate): number {
  return members[0]?.role === 'vtable' ? 1 : 0;
}

/** The first member from an index on that does not move away itself. */
function stayingFrom(
  parent: OrderedAggregate,
  index: number,
  moved: readonly OrderedMember[],
): OrderedMember | null {
  return parent.members.slice(index).find((member) => !moved.includes(member)) ?? null;
}

function besideItself(moved: readonly OrderedMember[], anchor: OrderedMember): Message {
  const isPart = anchor.bitField !== null && moved.length > 1;
  return editMessage(isPart ? 'splits-storage' : 'beside-itself', anchor.path);
}
