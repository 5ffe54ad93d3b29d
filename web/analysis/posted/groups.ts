import { changedIn, entriesIn, type GroupEntry } from './sides';

/** The changed lines with the braces of a group. */
export function frameLines({ side, head, tail }: GroupEntry): readonly number[] {
  return [head, tail].flatMap((each) => (each === null ? [] : changedIn(side, each)));
}

/** Whether two groups, of one side or of both, are of one kind and depth and have a member in common. */
export function isSameGroup(group: GroupEntry, other: GroupEntry): boolean {
  const names = new Set(namesOfGroup(group));
  return (
    other.keyword === group.keyword &&
    namesOfGroup(other).some((name) => names.has(name)) &&
    depthOf(other) === depthOf(group)
  );
}

/** Whether two groups are of one kind and depth and show the very same members. */
export function hasSameMembers(group: GroupEntry, other: GroupEntry): boolean {
  const [names, others] = [namesOfGroup(group), namesOfGroup(other)].map((each) => each.join());
  return names !== '' && names === others && isSameGroup(group, other);
}

function namesOfGroup(group: GroupEntry): readonly string[] {
  return [...entriesIn(group.entries)].flatMap((entry) =>
    entry.kind === 'member' ? entry.names : [],
  );
}

function depthOf({ entries }: GroupEntry): number {
  return 1 + Math.max(0, ...entries.map((each) => (each.kind === 'group' ? depthOf(each) : 0)));
}
