import type { StructDesc } from '../facts/generated';
import type { FilePair } from './filePairs';

/** A struct that only one of two files has, with the names of its members. */
export interface UnpairedStruct {
  readonly pair: FilePair;
  readonly memberNames: ReadonlySet<string>;
}

/** A struct that is gone and one that is new, which may be the same under another name. */
export interface Renamed {
  readonly before: FilePair;
  readonly after: FilePair;
  /** Names of members that both have. */
  readonly shared: number;
  /** Names of members of the one that has more. */
  readonly most: number;
}

/** The least part of the names that two structs share, by the one that has more. A single shared name says nothing. */
const LEAST_SHARED_PART = 2 / 3;
const LEAST_SHARED = 2;

/**
 * Structs that may have another name in the second file, the likeliest first: most of their members are called the
 * same. Each is in one pair at most; among equals those of one size are a pair.
 */
export function renamedAmong(
  gone: readonly UnpairedStruct[],
  added: readonly UnpairedStruct[],
): readonly Renamed[] {
  const byMember = new Map<string, UnpairedStruct[]>();
  for (const lone of added) {
    for (const name of lone.memberNames) {
      const known = byMember.get(name);
      if (known === undefined) byMember.set(name, [lone]);
      else known.push(lone);
    }
  }
  const likely = gone
    .flatMap((lone) => pairsWith(lone, byMember))
    .sort(
      (a, b) => b.shared / b.most - a.shared / a.most || b.shared - a.shared || grown(a) - grown(b),
    );
  const taken = new Set<FilePair>();
  return likely.filter(({ before, after }) => {
    if (taken.has(before) || taken.has(after)) return false;
    taken.add(before).add(after);
    return true;
  });
}

function pairsWith(
  { pair, memberNames }: UnpairedStruct,
  byMember: ReadonlyMap<string, readonly UnpairedStruct[]>,
): readonly Renamed[] {
  const shared = new Map<UnpairedStruct, number>();
  for (const name of memberNames) {
    for (const other of byMember.get(name) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
  }
  return [...shared]
    .filter(([other]) => other.pair.keyword === pair.keyword)
    .map(([other, count]) => ({
      before: pair,
      after: other.pair,
      shared: count,
      most: Math.max(memberNames.size, other.memberNames.size),
    }))
    .filter(
      ({ shared: count, most }) => count >= LEAST_SHARED && count / most >= LEAST_SHARED_PART,
    );
}

function grown({ before, after }: Renamed): number {
  return Math.abs((after.after?.sizeBytes ?? 0) - (before.before?.sizeBytes ?? 0));
}

/** The names of the members of a struct and of the anonymous ones in it. */
export function memberNamesOf(desc: StructDesc): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (at: number) => {
    const shape = desc.types[at]?.shape;
    if (shape?.kind !== 'aggregate') return;
    for (const { name, typeIndex } of shape.members) {
      if (name === null) collect(typeIndex);
      else names.add(name);
    }
  };
  collect(desc.root);
  return names;
}
