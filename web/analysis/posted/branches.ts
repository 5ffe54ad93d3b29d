import type { OrderedAggregate } from '../../layout/order';
import type { HunkOfStruct } from './bodies';
import { leafNames, memberNamed } from './names';
import { entriesIn, type Entry, type MemberEntry } from './sides';
import { conditionOf, isOn, type StatedLines } from './statedLines';

/**
 * Members of the hunks that stand in a branch of `#if` which the loaded struct does not have. Where the file states the
 * lines of this very text, they tell; else another branch declares the same names, and in the order that the struct has
 * them.
 */
export function otherBranches(
  root: OrderedAggregate,
  hunks: readonly HunkOfStruct[],
  stated: StatedLines | null,
): ReadonlySet<Entry> {
  const [old, now] = (['old', 'new'] as const).map((side) => membersOfSide(hunks, side)) as [
    readonly MemberEntry[],
    readonly MemberEntry[],
  ];
  if (stated === null) return new Set([...byOrder(root, old), ...byOrder(root, now)]);
  const asleep = old.filter((entry) => {
    const lines = entry.names
      .map((name) => memberNamed(root, name)?.path)
      .flatMap((path) => (path === undefined ? [] : (stated.lines.get(path) ?? [])));
    return (
      conditionOf(entry) !== '' && lines.length > 0 && !lines.some((line) => isOn(entry, line))
    );
  });
  const keys = new Set(asleep.map(branchKey));
  return new Set([...asleep, ...now.filter((entry) => keys.has(branchKey(entry)))]);
}

function membersOfSide(
  hunks: readonly HunkOfStruct[],
  side: 'old' | 'new',
): readonly MemberEntry[] {
  return hunks
    .flatMap((each) => [...entriesIn(each[side]?.entries ?? [])])
    .filter((entry) => entry.kind === 'member');
}

function branchKey(entry: MemberEntry): string {
  return `${entry.names.join()} under ${conditionOf(entry)}`;
}

function byOrder(root: OrderedAggregate, members: readonly MemberEntry[]): readonly MemberEntry[] {
  const byName = new Map<string, MemberEntry[]>();
  for (const entry of members) {
    const name = entry.names.join();
    byName.set(name, [...(byName.get(name) ?? []), entry]);
  }
  const shared = [...byName.values()].filter(
    (same) => new Set(same.map(conditionOf)).size === same.length && same.length > 1,
  );
  const conditions = [...new Set(shared.flat().map(conditionOf))];
  if (conditions.length < 2) return [];
  const order = leafNames(root);
  const isLoaded = (condition: string) => {
    const places = members
      .filter((entry) => conditionOf(entry) === condition)
      .flatMap((entry) => entry.names)
      .map((name) => order.indexOf(name));
    return places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1));
  };
  const loaded = conditions.find(isLoaded) ?? conditions[0];
  return shared.flat().filter((entry) => conditionOf(entry) !== loaded);
}
