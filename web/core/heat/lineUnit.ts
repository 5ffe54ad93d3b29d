import type { AccessRow, ProfileLine, RowShares } from '../facts/generated';
import { accessesOf, heatCounts, isOfAccesses, NO_COUNTS, type HeatCounts } from './counts';

/**
 * What the figures of a line count. A table that somebody made by hand, or rows that were pasted without
 * the line above them, say what share of its line a row has, and nobody how many samples that is: their
 * figures are percent of the line, each kind of its own total, and never added to samples.
 */
export type LineUnit = 'samples' | 'percent';

const STORE_LEVELS = [
  'storesL1HitPercent',
  'storesNoLevelPercent',
  'storesL1MissPercent',
] as const satisfies readonly (keyof RowShares)[];

type Rows = Pick<ProfileLine, 'rows' | 'counts'>;

export function lineUnit({ rows, counts }: Rows): LineUnit {
  const counted = [counts, ...rows.map((row) => row.counts)].some((each) =>
    [
      each.hitmLocal,
      each.hitmRemote,
      each.peerLocal,
      each.peerRemote,
      each.stores,
      each.storesL1Hit,
      each.storesL1Miss,
      each.storesNoLevel,
    ].some((count) => count !== null),
  );
  return !counted && rows.some(({ shares }) => shares !== null) ? 'percent' : 'samples';
}

/** What a row of this line counts, by class: samples, or percent of the line where those are not known. */
export function rowCounter(line: Rows): (row: AccessRow) => HeatCounts {
  if (isOfAccesses(line.counts)) return (row) => accessesOf(row.counts);
  if (lineUnit(line) === 'samples') return (row) => heatCounts(row.counts, row.otherLoads);
  const stores = storeLevel(line);
  return ({ shares }) =>
    shares === null
      ? NO_COUNTS
      : {
          hitmRemote: shares.hitmRemotePercent ?? 0,
          hitmLocal: shares.hitmLocalPercent ?? 0,
          peerRemote: shares.peerRemotePercent ?? 0,
          peerLocal: shares.peerLocalPercent ?? 0,
          otherLoads: 0,
          stores: stores === null ? 0 : (shares[stores] ?? 0),
        };
}

/** A line of shares as a whole: all of every kind that was sampled on it at all. */
export function wholeLine(line: Rows): HeatCounts {
  const count = rowCounter(line);
  const has = (kind: keyof HeatCounts) => line.rows.some((row) => count(row)[kind] > 0);
  const whole = (kind: keyof HeatCounts) => (has(kind) ? 100 : 0);
  return {
    hitmRemote: whole('hitmRemote'),
    hitmLocal: whole('hitmLocal'),
    peerRemote: whole('peerRemote'),
    peerLocal: whole('peerLocal'),
    otherLoads: 0,
    stores: whole('stores'),
  };
}

/** The kinds that the rows of lines of shares state; what is not among them is unknown, and no 0. */
export function statedKinds(lines: readonly Rows[]): ReadonlySet<keyof HeatCounts> {
  const kinds = new Set<keyof HeatCounts>();
  for (const { shares } of lines.flatMap(({ rows }) => rows)) {
    if (shares === null) continue;
    if (shares.hitmRemotePercent !== null) kinds.add('hitmRemote');
    if (shares.hitmLocalPercent !== null) kinds.add('hitmLocal');
    if (shares.peerRemotePercent !== null) kinds.add('peerRemote');
    if (shares.peerLocalPercent !== null) kinds.add('peerLocal');
    if (STORE_LEVELS.some((level) => shares[level] !== null)) kinds.add('stores');
  }
  return kinds;
}

/**
 * The level whose shares stand for a line's stores: those of several levels are of different totals and
 * have no sum. Nearly all stores hit the first level, or have none at all (Arm).
 */
function storeLevel({ rows }: Rows): (typeof STORE_LEVELS)[number] | null {
  const stated = STORE_LEVELS.filter((level) =>
    rows.some(({ shares }) => (shares?.[level] ?? null) !== null),
  );
  const stored = stated.find((level) => rows.some(({ shares }) => (shares?.[level] ?? 0) > 0));
  return stored ?? stated[0] ?? null;
}
