import type { AccessCounts, ProfileLine } from '../facts/generated';
import {
  accessesOf,
  addCounts,
  COUNT_KINDS,
  heatCounts,
  isOfAccesses,
  NO_COUNTS,
  type HeatCounts,
} from './counts';
import { lineUnit, rowCounter, wholeLine } from './lineUnit';

/** Sum of a line's rows, in its unit. */
export function rowsCounts(line: Pick<ProfileLine, 'rows' | 'counts'>): HeatCounts {
  const count = rowCounter(line);
  let sum = NO_COUNTS;
  for (const row of line.rows) sum = addCounts(sum, count(row));
  return sum;
}

/** What was sampled on a line as a whole, as the line above its rows or its table states it; else what its rows say. In its unit. */
export function lineCounts(line: Pick<ProfileLine, 'rows' | 'counts'>): HeatCounts {
  if (lineUnit(line) === 'percent') return wholeLine(line);
  const { counts } = line;
  if (isOfAccesses(counts)) return accessesOf(counts);
  const stated = heatCounts(counts);
  const needRows = COUNT_KINDS.some((kind) =>
    kind === 'otherLoads' ? counts.loads === null : counts[kind] === null,
  );
  if (!needRows) return stated;
  const rows = rowsCounts(line);
  return {
    hitmRemote: counts.hitmRemote ?? rows.hitmRemote,
    hitmLocal: counts.hitmLocal ?? rows.hitmLocal,
    peerRemote: counts.peerRemote ?? rows.peerRemote,
    peerLocal: counts.peerLocal ?? rows.peerLocal,
    otherLoads: counts.loads === null ? rows.otherLoads : stated.otherLoads,
    stores: counts.stores ?? storesByLevel(counts) ?? rows.stores,
  };
}

/** A line states its stores by level above its rows; before perf 6.0 those without a level are not among them. */
export function storesByLevel(counts: AccessCounts): number | null {
  const { storesL1Hit, storesL1Miss, storesNoLevel } = counts;
  if (storesL1Hit === null && storesL1Miss === null) return storesNoLevel;
  return (storesL1Hit ?? 0) + (storesL1Miss ?? 0) + (storesNoLevel ?? 0);
}
