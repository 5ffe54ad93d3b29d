import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedMember } from '../layout/order';

/** Where a member stands. Members and aggregates are distinguished by identity: they are immutable. */
export interface Located {
  readonly member: OrderedMember;
  readonly index: number;
  readonly parent: OrderedAggregate;
  /** From the struct itself down to `parent`. */
  readonly chain: readonly OrderedAggregate[];
}

export function locate(root: OrderedAggregate, path: MemberPath): Located | null {
  return locateIn(root, path, [root]);
}

function locateIn(
  parent: OrderedAggregate,
  path: MemberPath,
  chain: readonly OrderedAggregate[],
): Located | null {
  for (const [index, member] of parent.members.entries()) {
    if (member.path === path) return { member, index, parent, chain };
    if (member.inner === null) continue;
    const inside = locateIn(member.inner, path, [...chain, member.inner]);
    if (inside !== null) return inside;
  }
  return null;
}

/** The chain of aggregates down to one of them. */
export function chainTo(
  root: OrderedAggregate,
  wanted: OrderedAggregate,
): readonly OrderedAggregate[] | null {
  if (root === wanted) return [root];
  for (const { inner } of root.members) {
    const rest = inner === null ? null : chainTo(inner, wanted);
    if (rest !== null) return [root, ...rest];
  }
  return null;
}

/**
 * Takes members out of wherever they are and puts them, in the given order, into `into`, before one of
 * its members that stays (`before`), or at its end. An anonymous aggregate that loses its last member
 * goes with it.
 */
export function relocate(
  root: OrderedAggregate,
  moved: readonly OrderedMember[],
  into: OrderedAggregate,
  before: OrderedMember | null,
): OrderedAggregate {
  const leaving = new Set(moved);
  const rebuild = (aggregate: OrderedAggregate): OrderedAggregate => {
    let changed = aggregate === into;
    const members: OrderedMember[] = [];
    for (const member of aggregate.members) {
      if (aggregate === into && member === before) members.push(...moved);
      if (leaving.has(member)) {
        changed = true;
        continue;
      }
      const inner = member.inner === null ? null : rebuild(member.inner);
      if (inner === member.inner) members.push(member);
      else {
        changed = true;
        if (inner !== null && inner.members.length > 0) members.push({ ...member, inner });
      }
    }
    if (aggregate === into && before === null) members.push(...moved);
    return changed ? { ...aggregate, members, statedSizeBytes: null } : aggregate;
  };
  return rebuild(root);
}

/** Takes a member away. An anonymous aggregate that loses its last member goes with it. */
export function removed(root: OrderedAggregate, member: OrderedMember): OrderedAggregate {
  const rebuild = (aggregate: OrderedAggregate): OrderedAggregate => {
    const members = aggregate.members
      .filter((each) => each !== member)
      .flatMap((each) => {
        const inner = each.inner === null ? null : rebuild(each.inner);
        // `union { } __aligned(64);` never had a member: it marks a place, and stays.
        if (inner === each.inner) return [each];
        return inner !== null && inner.members.length === 0 ? [] : [{ ...each, inner }];
      });
    const same =
      members.length === aggregate.members.length &&
      members.every((each, index) => each === aggregate.members[index]);
    return same ? aggregate : { ...aggregate, members, statedSizeBytes: null };
  };
  return rebuild(root);
}

/** Puts other members in the place of some. */
export function replaceMembers(
  root: OrderedAggregate,
  changes: ReadonlyMap<OrderedMember, OrderedMember>,
): OrderedAggregate {
  const rebuild = (aggregate: OrderedAggregate): OrderedAggregate => {
    let changed = false;
    const members = aggregate.members.map((member) => {
      const replaced = changes.get(member);
      const inner = replaced === undefined && member.inner !== null ? rebuild(member.inner) : null;
      const next =
        replaced ?? (inner === null || inner === member.inner ? member : { ...member, inner });
      if (next !== member) changed = true;
      return next;
    });
    return changed ? { ...aggregate, members, statedSizeBytes: null } : aggregate;
  };
  return rebuild(root);
}

/** Why nothing may be changed in one of these aggregates; null where it may. */
export function closedReason(chain: readonly OrderedAggregate[]): string | null {
  return chain.find((each) => each.readOnly !== null)?.readOnly ?? null;
}
