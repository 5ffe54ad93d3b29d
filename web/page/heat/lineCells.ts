import { isOfAccesses } from '../../core/heat/counts';
import { isKnown, isOfRows, type LineFigure } from '../../core/heat/known';
import type { LineRow, SnoopShare } from '../../core/heat/lineRows';
import { shortSymbol } from '../../core/heat/shortSymbol';
import { formatCountWithin } from '../kit/format';

/** A line of a report in the table of contended lines. */
export interface LineCells {
  /** Null where it is unknown how many snoops there were. */
  readonly share: { readonly widthPercent: number; readonly text: string } | null;
  readonly remote: LineCount;
  readonly local: LineCount;
  readonly loads: LineCount;
  readonly stores: LineCount;
  /** The hottest few. */
  readonly functions: string;
  /** More of them, for a tooltip. */
  readonly moreFunctions: string;
}

/** Null: the report does not say. */
export type LineCount = {
  readonly text: string;
  readonly isZero: boolean;
  /** Whether it is the sum of the rows, and there may be more. */
  readonly isAtLeast: boolean;
} | null;

export function lineCells(row: LineRow): LineCells {
  const { counts, share, loads, functions } = row;
  return {
    share: share && {
      widthPercent: Math.min(100, share.percent),
      text: `${percentText(share)}${share.of === 'listed' ? '*' : ''}`,
    },
    remote: countOf(row, 'remote', counts.hitmRemote + counts.peerRemote),
    local: countOf(row, 'local', counts.hitmLocal + counts.peerLocal),
    loads: countOf(row, 'loads', loads),
    stores: countOf(row, 'stores', counts.stores),
    functions: names(functions, 6, 26),
    moreFunctions: names(functions, 12),
  };
}

/** The head of the column of loads: accesses, where loads cannot be distinguished from stores. */
export function loadsHead(rows: readonly LineRow[]): string {
  const isBare = rows.length > 0 && rows.every(({ line }) => isOfAccesses(line.counts));
  return isBare ? 'Accesses' : 'Loads';
}

/** A line of a report among those that could be bound: `31.4 % of what was pasted · down_write, up_write`. */
export function lineInWords({ share, functions }: LineRow): string {
  const part =
    share === null
      ? ''
      : `${percentText(share)}${share.of === 'listed' ? ' of what was pasted' : ''} · `;
  return `${part}${names(functions, 2, 40)}`;
}

function percentText({ percent }: SnoopShare): string {
  return `${percent.toFixed(1)} %`;
}

function names(functions: readonly string[], most: number, letters?: number): string {
  return functions
    .slice(0, most)
    .map((name) => shortSymbol(name, letters))
    .join(', ');
}

function countOf({ line }: LineRow, figure: LineFigure, value: number): LineCount {
  const isAtLeast = isOfRows(line, figure);
  // Rows that have none of it tell nothing.
  if (!isKnown(line, figure) || (isAtLeast && value === 0)) return null;
  return {
    text: `${formatCountWithin(Math.round(value), 9_999_999)}${isAtLeast ? '+' : ''}`,
    isZero: value === 0,
    isAtLeast,
  };
}
