import type { OrderedAggregate } from '../../layout/order';
import { leafNames } from './names';
import { entriesIn, type Entry, type MemberEntry } from './sides';

/**
 * Members of one side of a patch that stand in a branch of `#if` which the loaded struct does not have: another branch declares
 * the same names, and in the order that the struct has them.
 */
export function otherBranches(
  root: OrderedAggregate,
  entries: readonly Entry[],
): ReadonlySet<Entry> {
  const members = [...entriesIn(entries)].filter((entry) => entry.kind === 'member');
  const byName = new Map<string, MemberEntry[]>();
  for (const entry of members) {
    const name = entry.names.join();
    byName.set(name, [...(byName.get(name) ?? []), entry]);
  }
  const shared = [...byName.values()].filter(
    (same) => new Set(same.map(conditionOf)).size === same.length && same.length > 1,
  );
  const conditions = [...new Set(shared.flat().map(conditionOf))];
  if (conditions.length < 2) return new Set();
  const order = leafNames(root);
  const isLoaded = (condition: string) => {
    const places = members
      .filter((entry) => conditionOf(entry) === condition)
      .flatMap((entry) => entry.names)
      .map((name) => order.indexOf(name));
    return places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1));
  };
  const loaded = conditions.find(isLoaded) ?? conditions[0];
  return new Set(shared.flat().filter((entry) => conditionOf(entry) !== loaded));
}

function conditionOf({ side, lines }: MemberEntry): string {
  return side.lines[lines.first - 1]?.condition ?? '';
}
