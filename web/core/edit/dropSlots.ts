import { editMessage } from './messages';
import { sentence } from '../base/messages';
import { itemAt } from '../base/itemAt';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedMember, OrderedStruct } from '../layout/order';
import { place } from '../layout/place';
import type { Applied } from './applied';
import type { Edit, Place } from './edit';
import { findSiblings } from './names';
import { endOf, movedMembers, refuse } from './move';
import { forEachOffset, offsetsOf } from './pins';
import { runOf } from './runs';
import { closedReason, relocate } from './tree';

/** A slot where the dragged members may be dropped, and what would come of it. */
export interface DropSlot {
  readonly edit: Edit;
  /** The anonymous struct that it lies in; null for the struct itself. */
  readonly into: MemberPath | null;
  /** What they would stand before; null for the end of the struct or of `into`. */
  readonly before: MemberPath | null;
  /** Where they would begin, each, from the start of the struct; in the order in which they stand. */
  readonly offsetsBits: readonly number[];
  /** Size that the struct would have. */
  readonly sizeBits: number;
  /** A hole that they fit: no other member changes its offset, and the struct does not grow. */
  readonly movesNothingElse: boolean;
  /** Where they are now: setting them down there changes nothing. */
  readonly isCurrent: boolean;
}

/**
 * Every legal place for members that are dragged together: before each of their siblings (a storage run
 * of bit-fields counts as one) and at the end; also in the anonymous structs around and inside. None
 * where the members may not be moved at all (`whyNotMovable` has the sentence). Made once at the start of
 * a drag. `near`: only so many places before and after the first of them; each place lays the struct out, so a
 * struct of thousands of members has no more than `nearestSlots` says.
 */
export function dropSlots(
  applied: Applied,
  moving: readonly MemberPath[],
  near = nearestSlots(applied.struct),
): readonly DropSlot[] {
  const { struct } = applied;
  if (struct.root.readOnly !== null) return [];
  const named = findSiblings(struct.root, moving);
  if (!named.ok) return [];
  const moved = movedMembers(named.value.all, false);
  const from = named.value.first.parent;
  const start = startOf(applied, moved);

  const places: DropSlot[] = [];
  for (const { aggregate: into, path } of aggregates(struct.root, null)) {
    const all = [...anchors(struct, into, moved)];
    for (const before of into === from ? nearest(all, into, moved, near) : all.slice(0, near)) {
      if (refuse(struct, { moved, from, into, before }) !== null) continue;
      const to = placeWords(struct, { into, path, from, before });
      const edit: Edit = { kind: 'move', members: moving, to };
      const root = relocate(struct.root, moved, into, before);
      const outcome = compare(root, start);
      if (outcome.shiftsPinned) continue;
      const isCurrent = into === from && sameOrder(root, into, path);
      places.push({
        edit,
        into: path,
        before: before?.path ?? null,
        offsetsBits: outcome.offsetsBits,
        sizeBits: outcome.sizeBits,
        movesNothingElse: !isCurrent && outcome.movesNothingElse,
        isCurrent,
      });
    }
  }
  return places;
}

/** Members that are laid out for all places of a drag together, so that picking a field up takes no second. */
const LAID_OUT_AT_ONCE = 1_000_000;

/** How many places before a field, and after it, can be dropped on. */
export function nearestSlots({ root }: OrderedStruct): number {
  let members = 0;
  for (const { aggregate } of aggregates(root, null)) members += aggregate.members.length;
  return Math.max(8, Math.floor(LAID_OUT_AT_ONCE / 2 / members));
}

/** The places around the first of the moved members; all of them where there are no more. */
function nearest(
  all: readonly (OrderedMember | null)[],
  into: OrderedAggregate,
  moved: readonly OrderedMember[],
  near: number,
): readonly (OrderedMember | null)[] {
  if (all.length <= near) return all;
  const places = new Map(into.members.map((member, place) => [member, place]));
  const first = Math.min(...moved.map((member) => places.get(member) ?? 0));
  const at = all.findIndex((member) => member === null || (places.get(member) ?? 0) > first);
  const here = at < 0 ? all.length : at;
  return all.slice(Math.max(0, here - near), here + near);
}

/** Why members cannot be dragged, as a sentence; null where they can. */
export function whyNotMovable(applied: Applied, moving: readonly MemberPath[]): string | null {
  const { root } = applied.struct;
  if (root.readOnly !== null) return root.readOnly;
  const named = findSiblings(root, moving);
  if (!named.ok) return sentence(named.error);
  const closed = closedReason(named.value.first.chain);
  if (closed !== null) return closed;
  const stuck = named.value.all.find((each) => each.member.flexible);
  return stuck === undefined ? null : sentence(editMessage('flexible-last', stuck.member.path));
}

interface Parent {
  readonly aggregate: OrderedAggregate;
  readonly path: MemberPath | null;
}

function* aggregates(aggregate: OrderedAggregate, path: MemberPath | null): Generator<Parent> {
  yield { aggregate, path };
  for (const member of aggregate.members) {
    if (member.inner !== null) yield* aggregates(member.inner, member.path);
  }
}

/** The members that something can be put before, then null for the end (or what has to stay there). */
function* anchors(
  struct: OrderedStruct,
  into: OrderedAggregate,
  moved: readonly OrderedMember[],
): Generator<OrderedMember | null> {
  // In a union every order is the same layout.
  if (into.keyword === 'union') return;
  const end = endOf(struct, into, moved);
  for (let index = 0; index < into.members.length; index = runOf(into, index).end) {
    const member = itemAt(into.members, index);
    if (!moved.includes(member) && member !== end) yield member;
  }
  yield end;
}

function placeWords(
  struct: OrderedStruct,
  where: {
    readonly into: OrderedAggregate;
    readonly path: MemberPath | null;
    readonly from: OrderedAggregate;
    readonly before: OrderedMember | null;
  },
): Place {
  const { into, path, from, before } = where;
  if (before !== null) return { at: 'before', member: before.path };
  if (into === from) return { at: 'last' };
  if (path !== null) return { at: 'into', aggregate: path };
  return { at: 'after', member: itemAt(struct.root.members, struct.root.members.length - 1).path };
}

/** What every place of one drag is compared with. */
interface Start {
  readonly struct: OrderedStruct;
  readonly offsets: ReadonlyMap<MemberPath, number>;
  readonly sizeBits: number;
  readonly moved: readonly MemberPath[];
  /** The moved members with all that lies inside them. */
  readonly carried: ReadonlySet<MemberPath>;
  readonly pins: ReadonlySet<MemberPath>;
}

interface Outcome {
  readonly offsetsBits: readonly number[];
  readonly sizeBits: number;
  readonly movesNothingElse: boolean;
  readonly shiftsPinned: boolean;
}

function startOf(applied: Applied, moved: readonly OrderedMember[]): Start {
  const {
    struct,
    state: { pins },
  } = applied;
  const { target } = struct.desc;
  const carried = new Set<MemberPath>();
  for (const member of moved) {
    carried.add(member.path);
    if (member.inner !== null) forEachOffset(member.inner, target, 0, (path) => carried.add(path));
  }
  return {
    struct,
    offsets: offsetsOf(struct.root, target),
    sizeBits: place(struct.root, target).sizeBits,
    moved: moved.map((member) => member.path),
    carried,
    pins: new Set(pins),
  };
}

function compare(root: OrderedAggregate, start: Start): Outcome {
  const { target } = start.struct.desc;
  const offsets = new Map<MemberPath, number>();
  let othersMove = false;
  let shiftsPinned = false;
  forEachOffset(root, target, 0, (path, offsetBits) => {
    const own = start.carried.has(path);
    if (own) offsets.set(path, offsetBits);
    if (start.offsets.get(path) === offsetBits) return;
    if (!own) othersMove = true;
    if (start.pins.has(path)) shiftsPinned = true;
  });
  const { sizeBits } = place(root, target);
  return {
    offsetsBits: start.moved.map((path) => offsets.get(path) ?? 0),
    sizeBits,
    movesNothingElse: !othersMove && sizeBits <= start.sizeBits,
    shiftsPinned,
  };
}

function sameOrder(
  after: OrderedAggregate,
  into: OrderedAggregate,
  path: MemberPath | null,
): boolean {
  const found = [...aggregates(after, null)].find((parent) => parent.path === path);
  if (found === undefined) return false;
  const { members } = found.aggregate;
  return members.length === into.members.length && members.every((m, i) => m === into.members[i]);
}
