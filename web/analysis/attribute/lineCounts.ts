import type { ProfileLine } from '../../facts/generated';
import { addCounts, COUNT_KINDS, heatCounts, NO_COUNTS, type HeatCounts } from './counts';

/** Sum of a line's rows. Samples. */
export function rowsCounts(line: Pick<ProfileLine, 'rows'>): HeatCounts {
  let sum = NO_COUNTS;
  for (const row of line.rows) sum = addCounts(sum, heatCounts(row.counts, row.otherLoads));
  return sum;
}

/** What was sampled on a line as a whole; where its report does not say, what its rows say. */
export function lineCounts(line: Pick<ProfileLine, 'rows' | 'counts'>): HeatCounts {
  const { counts } = line;
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
    stores: counts.stores ?? rows.stores,
  };
}
