import { metricOf } from '../../core/heat/counts';
import { lineRows, type LineRow } from '../../core/heat/lineRows';
import type { AccessProfile } from '../../core/facts/generated';
import type { HeatState, LineSort } from './heatState';

/** The lines that a query names (by address, function, source or object), in the order that is asked for. */
export function shownRows(
  profile: AccessProfile,
  { query, sort }: Pick<HeatState, 'query' | 'sort'>,
): readonly LineRow[] {
  const words = query.trim().toLowerCase();
  const rows = lineRows(profile);
  const found = words === '' ? rows : rows.filter((row) => matches(row, words));
  const value = SORT_VALUES[sort.by];
  const sign = sort.descending ? -1 : 1;
  if (sort.by === 'snoops' && sort.descending) return found;
  return found.toSorted((a, b) => sign * compare(value(a), value(b)));
}

const SORT_VALUES: Readonly<Record<LineSort, (row: LineRow) => number | bigint>> = {
  snoops: ({ snoops }) => snoops,
  remote: ({ counts }) => metricOf(counts, 'remote'),
  local: ({ counts }) => metricOf(counts, 'local'),
  loads: ({ loads }) => loads,
  stores: ({ counts }) => counts.stores,
  address: ({ line }) => (line.address === null ? 0n : BigInt(line.address)),
};

function compare(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function matches({ line }: LineRow, words: string): boolean {
  return (
    line.id.toLowerCase().includes(words) ||
    line.rows.some(
      ({ symbol, sourceLine, object }) =>
        symbol?.toLowerCase().includes(words) === true ||
        sourceLine?.toLowerCase().includes(words) === true ||
        object?.toLowerCase().includes(words) === true,
    )
  );
}
