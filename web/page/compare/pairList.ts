import {
  byWeight,
  changeOf,
  filterOf,
  grownBytes,
  type ChangeFilter,
} from '../../core/compare/fileChange';
import type { FilePair } from '../../core/compare/filePairs';
import type { InsidePair } from '../../core/compare/insidePair';
import { parseNameQuery, searchNames, type NameTable } from '../state/nameSearch';

/** What the list of changed structs is sorted by; `weight` is the largest change first. */
export type PairSort = 'weight' | 'name' | 'before' | 'after' | 'grown' | 'lines' | 'crossed';

export interface PairListSettings {
  readonly filter: ChangeFilter;
  readonly query: string;
  readonly sort: PairSort;
  readonly descending: boolean;
}

export interface PairList {
  readonly pairs: readonly FilePair[];
  /** How many there are for each filter, whatever is typed. */
  readonly counts: Readonly<Record<ChangeFilter, number>>;
}

/** The changed structs that are listed, in their order. */
export function listPairs(
  all: readonly FilePair[],
  inside: ReadonlyMap<FilePair, InsidePair>,
  { filter, query, sort, descending }: PairListSettings,
): PairList {
  const counts = { layout: 0, inside: 0, only: 0 };
  const chosen: FilePair[] = [];
  for (const pair of all) {
    const kind = filterOf(changeOf(pair, inside.get(pair) ?? null));
    if (kind === null) continue;
    counts[kind]++;
    if (kind === filter) chosen.push(pair);
  }
  const insideOf = (pair: FilePair) => inside.get(pair) ?? null;
  const weigh = (a: FilePair, b: FilePair) => byWeight(a, b, insideOf);
  const found = searched(chosen, query);
  if (sort === 'weight') return { pairs: query.trim() === '' ? found.sort(weigh) : found, counts };
  const sign = descending ? -1 : 1;
  const number = (pair: FilePair): number => {
    switch (sort) {
      case 'before':
        return pair.before?.sizeBytes ?? -1;
      case 'after':
        return pair.after?.sizeBytes ?? -1;
      case 'grown':
        return grownBytes(pair);
      case 'lines':
        return (pair.after?.lines ?? 0) - (pair.before?.lines ?? 0);
      case 'crossed':
        return inside.get(pair)?.crossed ?? -1;
      case 'name':
        return 0;
    }
  };
  const byName = (a: FilePair, b: FilePair) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  found.sort((a, b) =>
    sort === 'name' ? sign * byName(a, b) : sign * (number(a) - number(b)) || byName(a, b),
  );
  return { pairs: found, counts };
}

function searched(pairs: readonly FilePair[], typed: string): FilePair[] {
  const query = parseNameQuery(typed);
  if (query.text === '' && query.kind === null && query.variant === null) return [...pairs];
  const table: NameTable = {
    names: pairs.map(({ name }) => name),
    lowerNames: pairs.map(({ name }) => name.toLowerCase()),
    kinds: pairs.map(({ keyword }) => ['struct', 'union', 'class'].indexOf(keyword)),
    variants: pairs.map(({ variant }) => variant),
  };
  return searchNames(table, query).flatMap((at) => pairs[at] ?? []);
}
