import { loadsOf, metricOf, snoopsOf, type HeatCounts } from '../../analysis/attribute/counts';
import { profileLines } from '../../analysis/attribute/extract';
import { lineCounts } from '../../analysis/attribute/lineCounts';
import type { DocumentLine } from '../../edit/profiles';
import type { AccessProfile } from '../../facts/generated';
import type { HeatState, LineSort } from './heatState';

/** A line of a report in a table. Counts are samples. */
export interface LineRow {
  readonly line: DocumentLine;
  /** By snoops, from 1, as perf counts. */
  readonly rank: number;
  readonly counts: HeatCounts;
  readonly snoops: number;
  readonly loads: number;
  /** Of all snoops that the report knows of; null where there are none. */
  readonly sharePercent: number | null;
  /** The functions that suffer or store most, hottest first. */
  readonly functions: readonly string[];
}

/** All lines of a report, hottest first. */
export function lineRows(profile: AccessProfile): readonly LineRow[] {
  const known = tables.get(profile);
  if (known !== undefined) return known;
  const counted = profileLines(profile).map((line) => ({ line, counts: lineCounts(line) }));
  const listed = counted.reduce((sum, { counts }) => sum + snoopsOf(counts), 0);
  const { hitmLocal, hitmRemote, peerLocal, peerRemote } = profile.totals;
  const peer = profile.display === 'peer';
  const stated = peer ? (peerLocal ?? 0) + (peerRemote ?? 0) : (hitmLocal ?? 0) + (hitmRemote ?? 0);
  const all = Math.max(stated, listed);
  const rows = counted
    .sort(
      (a, b) =>
        snoopsOf(b.counts) - snoopsOf(a.counts) ||
        b.counts.stores - a.counts.stores ||
        loadsOf(b.counts) - loadsOf(a.counts),
    )
    .map(({ line, counts }, place): LineRow => ({
      line,
      rank: place + 1,
      counts,
      snoops: snoopsOf(counts),
      loads: loadsOf(counts),
      sharePercent: all > 0 ? (100 * snoopsOf(counts)) / all : null,
      functions: functionsOf(line),
    }));
  tables.set(profile, rows);
  return rows;
}

const tables = new WeakMap<AccessProfile, readonly LineRow[]>();

function functionsOf({ rows }: DocumentLine): readonly string[] {
  const heat = new Map<string, number>();
  for (const { symbol, counts } of rows) {
    if (symbol === null) continue;
    const hitm = (counts.hitmLocal ?? 0) + (counts.hitmRemote ?? 0);
    const peer = (counts.peerLocal ?? 0) + (counts.peerRemote ?? 0);
    const weight = hitm + peer + (counts.stores ?? 0) + (counts.records ?? 0) / 1e6;
    heat.set(symbol, (heat.get(symbol) ?? 0) + weight);
  }
  return [...heat].sort((a, b) => b[1] - a[1]).map(([symbol]) => symbol);
}

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
