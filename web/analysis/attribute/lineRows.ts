import type { DocumentLine } from '../../edit/profiles';
import type { AccessProfile } from '../../facts/generated';
import { loadsOf, snoopsOf, type HeatCounts } from './counts';
import { profileLines } from './extract';
import { lineCounts } from './lineCounts';

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
