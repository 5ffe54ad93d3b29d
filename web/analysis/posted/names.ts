import { itemAt } from '../../base/itemAt';
import type { StructDesc } from '../../facts/generated';
import { locate } from '../../edit/tree';
import type { MemberPath } from '../../layout/ids';
import { orderedFrom } from '../../layout/original';
import type { OrderedAggregate, OrderedMember } from '../../layout/order';
import { membersOf } from '../../layout/walk';
import { entriesIn, type GroupEntry } from './sides';

/** The member of this name, in anonymous aggregates too; null where there is none. */
export function memberNamed(root: OrderedAggregate, name: string): OrderedMember | null {
  for (const member of membersOf(root)) if (member.name === name) return member;
  return null;
}

/** The names of the members that hold data themselves, in their order. */
export function leafNames(root: OrderedAggregate): readonly string[] {
  return [...membersOf(root)].flatMap(({ name, inner }) =>
    name === null || inner !== null ? [] : [name],
  );
}

/** The names that a group declares, its own and those inside, as far as the struct has them. */
export function knownIn(root: OrderedAggregate, group: GroupEntry): readonly string[] {
  return [...entriesIn(group.entries)]
    .flatMap((entry) => (entry.kind === 'member' ? entry.names : []))
    .filter((name) => memberNamed(root, name) !== null);
}

/**
 * The anonymous aggregate that a group of the text is: it holds the members that the text shows in it, at the same
 * depth. Null where the loaded struct has none.
 */
export function aggregateOf(root: OrderedAggregate, group: GroupEntry): MemberPath | null {
  if (group.name !== null) return memberNamed(root, group.name)?.path ?? null;
  for (const entry of group.entries) {
    if (entry.kind === 'linePadding') continue;
    if (entry.kind === 'group' && entry.name === null) {
      const inside = aggregateOf(root, entry);
      const holder = inside === null ? null : holderOf(root, inside);
      if (holder !== null && fits(holder, group)) return holder.path;
      continue;
    }
    for (const name of entry.kind === 'group' ? [entry.name ?? ''] : entry.names) {
      const member = memberNamed(root, name);
      const holder = member === null ? null : holderOf(root, member.path);
      if (holder !== null && fits(holder, group)) return holder.path;
    }
  }
  return null;
}

function fits(holder: OrderedMember, { keyword, opens }: GroupEntry): boolean {
  // The keyword of one that began before the hunk is not seen.
  return !opens || holder.inner?.keyword === keyword;
}

/** The anonymous aggregate that holds a member; null where the struct itself does. */
function holderOf(root: OrderedAggregate, path: MemberPath): OrderedMember | null {
  const holder = locate(root, path)?.holder;
  return [...membersOf(root)].find((each) => each.inner !== null && each.inner === holder) ?? null;
}

/** The line on which each member of the untouched struct is declared, as far as the debug information states it. */
export function declaredLines(desc: StructDesc): ReadonlyMap<MemberPath, number> {
  const lines = new Map<MemberPath, number>();
  const walk = (typeIndex: number, ordered: OrderedAggregate): void => {
    const { shape } = itemAt(desc.types, typeIndex);
    if (shape.kind !== 'aggregate') return;
    for (const [index, fact] of shape.members.entries()) {
      const member = itemAt(ordered.members, index);
      if (fact.declared !== null) lines.set(member.path, fact.declared.line);
      if (member.inner !== null) walk(fact.typeIndex, member.inner);
    }
  };
  walk(desc.root, orderedFrom(desc).root);
  return lines;
}
