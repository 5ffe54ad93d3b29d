import type { DocumentLine } from '../edit/profiles';
import type { AccessCounts, AccessRow, RowShares } from '../facts/generated';
import { isOfAccesses } from './counts';
import { storesByLevel } from './lineCounts';
import type { LineUnit } from './lineUnit';

/** What a table prints of a line. */
export type LineFigure = 'remote' | 'local' | 'loads' | 'stores';

/** Whether a report states a figure of a line, or its rows do: what it does not state is unknown and never 0. */
export function isKnown(line: Pick<DocumentLine, 'counts' | 'rows'>, figure: LineFigure): boolean {
  return states(line.counts, figure) || line.rows.some(({ counts }) => states(counts, figure));
}

/** Whether a figure of a line is the sum of its rows alone: there may be more, as a report leaves rare rows out. */
export function isOfRows(line: Pick<DocumentLine, 'counts' | 'rows'>, figure: LineFigure): boolean {
  return !states(line.counts, figure) && isKnown(line, figure);
}

/** Whether a row of a line states a figure, in the unit of that line. */
export function isRowKnown(
  row: Pick<AccessRow, 'counts' | 'shares'>,
  unit: LineUnit,
  figure: LineFigure,
): boolean {
  if (unit === 'samples') return states(row.counts, figure);
  return row.shares !== null && statesShare(row.shares, figure);
}

function statesShare(shares: RowShares, figure: LineFigure): boolean {
  switch (figure) {
    case 'remote':
      return shares.hitmRemotePercent !== null || shares.peerRemotePercent !== null;
    case 'local':
      return shares.hitmLocalPercent !== null || shares.peerLocalPercent !== null;
    case 'loads':
      return false;
    case 'stores':
      return (
        shares.storesL1HitPercent !== null ||
        shares.storesL1MissPercent !== null ||
        shares.storesNoLevelPercent !== null
      );
  }
}

/** Whether counts of a line or a row state a figure. */
function states(counts: AccessCounts, figure: LineFigure): boolean {
  switch (figure) {
    case 'remote':
      return counts.hitmRemote !== null || counts.peerRemote !== null;
    case 'local':
      return counts.hitmLocal !== null || counts.peerLocal !== null;
    case 'loads':
      return counts.loads !== null || isOfAccesses(counts);
    case 'stores':
      return counts.stores !== null || storesByLevel(counts) !== null;
  }
}
