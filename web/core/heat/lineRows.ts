import { derived } from '../base/derived';
import type { DocumentLine } from '../edit/profiles';
import type { AccessProfile } from '../facts/generated';
import { loadsOf, snoopsOf, type HeatCounts } from './counts';
import { profileLines } from './slice';
import { lineCounts } from './lineCounts';
import { lineUnit, rowCounter, type LineUnit } from './lineUnit';

/** A line of a report in a table. */
export interface LineRow {
  readonly line: DocumentLine;
  /** Its rank by snoops, from 0, as perf counts. */
  readonly rank: number;
  /** The unit of the counts. */
  readonly unit: LineUnit;
  readonly counts: HeatCounts;
  readonly snoops: number;
  readonly loads: number;
  /** Null where it is unknown how many snoops there were. */
  readonly share: SnoopShare | null;
  /** The functions that suffer or store most, hottest first. */
  readonly functions: readonly string[];
}

/** A line's part of all snoops of its report, in percent. */
export interface SnoopShare {
  readonly percent: number;
  /** What the share is of: the recording, as perf prints it or its counters give it, or only the lines that the text lists. */
  readonly of: 'recording' | 'listed';
}

/** All lines of a report, hottest first. */
export const lineRows = derived((profile: AccessProfile): readonly LineRow[] => {
  const counted = profileLines(profile).map((line) => ({
    line,
    unit: lineUnit(line),
    counts: lineCounts(line),
  }));
  const listed = counted.reduce(
    (sum, { unit, counts }) => (unit === 'samples' ? sum + snoopsOf(counts) : sum),
    0,
  );
  const { hitmLocal, hitmRemote, peerLocal, peerRemote } = profile.totals;
  const [local, remote] =
    profile.display === 'peer' ? [peerLocal, peerRemote] : [hitmLocal, hitmRemote];
  const stated = local === null || remote === null ? null : local + remote;
  return counted
    .sort(
      (a, b) =>
        // How hot a line of shares is beside one in samples is unknown.
        Number(a.unit === 'percent') - Number(b.unit === 'percent') ||
        snoopsOf(b.counts) - snoopsOf(a.counts) ||
        b.counts.stores - a.counts.stores ||
        loadsOf(b.counts) - loadsOf(a.counts),
    )
    .map(({ line, unit, counts }, place): LineRow =>
      lazily(line, {
        line,
        unit,
        rank: place,
        counts,
        snoops: snoopsOf(counts),
        loads: loadsOf(counts),
        share:
          unit === 'percent'
            ? null
            : shareOf(line, snoopsOf(counts), stated, counted.length > 1 ? listed : null),
      }),
    );
});

/**
 * perf's own share where it prints one.
 *
 * @param listed snoops of all lines; null where this is the only one: it is all of itself, which says nothing
 */
function shareOf(
  { snoopPercent }: DocumentLine,
  snoops: number,
  stated: number | null,
  listed: number | null,
): SnoopShare | null {
  if (snoopPercent !== null) return { percent: snoopPercent, of: 'recording' };
  if (stated !== null && stated >= (listed ?? snoops)) {
    return stated > 0 ? { percent: (100 * snoops) / stated, of: 'recording' } : null;
  }
  return listed !== null && listed > 0 ? { percent: (100 * snoops) / listed, of: 'listed' } : null;
}

/** A million rows have their functions added up when somebody looks at their line. */
function lazily(line: DocumentLine, row: Omit<LineRow, 'functions'>): LineRow {
  let functions: readonly string[] | null = null;
  return {
    ...row,
    get functions() {
      return (functions ??= functionsOf(line));
    },
  };
}

function functionsOf(line: DocumentLine): readonly string[] {
  const heat = new Map<string, number>();
  const count = rowCounter(line);
  for (const row of line.rows) {
    const { symbol } = row;
    if (symbol === null) continue;
    const counts = count(row);
    const weight = snoopsOf(counts) + counts.stores + (row.counts.records ?? 0) / 1e6;
    heat.set(symbol, (heat.get(symbol) ?? 0) + weight);
  }
  return [...heat].sort((a, b) => b[1] - a[1]).map(([symbol]) => symbol);
}
