import { memberOfRow, type RowMember } from '../../core/bind/rowReadings';
import { isOfAccesses, snoopName, snoopsOf, type HeatCounts } from '../../core/heat/counts';
import { isRowKnown, type LineFigure } from '../../core/heat/known';
import { lineCounts, rowsCounts } from '../../core/heat/lineCounts';
import type { LineRow } from '../../core/heat/lineRows';
import { rowCounter, type LineUnit } from '../../core/heat/lineUnit';
import { shortSymbol } from '../../core/heat/shortSymbol';
import type { LineCandidates } from '../bind/lineCandidates';
import { grouped } from '../../core/base/prose';
import type { AccessProfile, AccessRow } from '../../core/facts/generated';

/** The rows of one line of a report: who touches which byte of it. */
export interface LineDetailModel {
  /** `HITM`, or `Peer` where the report counts peer snoops. */
  readonly snoop: string;
  /** The head of the column of other loads. */
  readonly loads: string;
  /** How many rows the line has, those that are not shown included. */
  readonly rowCount: number;
  /** How much the rows leave out of the line; null where they have all. */
  readonly trimmed: string | null;
  /** What columns of other names count of the line, under their words; null where there are none. */
  readonly named: string | null;
  /** Whether some row has such counts. */
  readonly hasNamed: boolean;
  /** Whether some row has words of the author's behind it. */
  readonly hasRemarks: boolean;
  /** Whether of some row the member is known. */
  readonly hasMembers: boolean;
  /** By offset, of one offset the hottest first. */
  readonly rows: readonly DetailRow[];
}

export interface DetailRow {
  readonly offset: string;
  /** Whether the row above is of the same offset. */
  readonly isSameOffset: boolean;
  readonly remote: DetailFigure;
  readonly local: DetailFigure;
  /** Accesses, where loads cannot be distinguished from stores. */
  readonly otherLoads: DetailFigure;
  readonly stores: DetailFigure;
  readonly cpus: string;
  readonly nodes: string;
  readonly functionName: ShortName;
  readonly source: ShortName;
  /** What its code touches; null where that is not known. */
  readonly member: RowMember | null;
  readonly remark: string | null;
  readonly named: string | null;
}

/** Null: the report does not say. */
export type DetailFigure = { readonly text: string; readonly isZero: boolean } | null;

interface ShortName {
  readonly text: string;
  /** Null where the report has none. */
  readonly whole: string | null;
  readonly mayBeCut: boolean;
}

/**
 * @param found what is known of where the line belongs; null until anything is
 * @param most rows that are shown
 */
export function lineDetail(
  { line, unit }: LineRow,
  { display }: Pick<AccessProfile, 'display'>,
  found: LineCandidates | null,
  most: number,
): LineDetailModel {
  const peer = display === 'peer';
  const count = rowCounter(line);
  const accesses = isOfAccesses(line.counts);
  const best = found?.candidates[0] ?? null;
  // Those of a table without offsets come last.
  const unplaced = line.unplaced ?? [];
  const rows = line.rows
    .toSorted((a, b) => a.offsetBytes - b.offsetBytes || hotter(count(a), count(b)))
    .concat(unplaced)
    .slice(0, most)
    .map((row, place, all) => ({
      ...detailRow(row, count(row), unit, accesses),
      ...(place < line.rows.length ? {} : { offset: '?' }),
      isSameOffset: place < line.rows.length && row.offsetBytes === all[place - 1]?.offsetBytes,
      member: found === null ? null : memberOfRow(row, found.evidence, best),
    }));
  return {
    snoop: peer ? 'Peer' : 'HITM',
    loads: accesses ? 'Accesses' : 'Other loads',
    rowCount: line.rows.length + unplaced.length,
    trimmed: line.trimmedPercent === null ? null : trimmedText(line, snoopName({ peer })),
    named: namedText(line),
    hasNamed: rows.some(({ named }) => named !== null),
    hasRemarks: rows.some(({ remark }) => remark !== null),
    hasMembers: rows.some(({ member }) => member !== null),
    rows,
  };
}

/** Apart for each kind: who stores is another question than who suffers. */
function trimmedText(line: LineRow['line'], snoop: string): string {
  const [all, rows] = [lineCounts(line), rowsCounts(line)];
  const missing = (whole: number, part: number) => Math.round((100 * (whole - part)) / whole);
  const parts = [
    { what: snoop, percent: missing(snoopsOf(all), snoopsOf(rows)) },
    { what: 'stores', percent: missing(all.stores, rows.stores) },
  ].filter(({ percent }) => percent > 0);
  const sentences = parts.map(({ what, percent }) => `${percent} % of its ${what}`);
  return `The report was cut: ${sentences.length === 0 ? 'a part of this line' : sentences.join(' and ')} ${parts.length > 1 ? 'are' : 'is'} in no row.`;
}

function hotter(a: HeatCounts, b: HeatCounts): number {
  return snoopsOf(b) - snoopsOf(a) || b.stores - a.stores;
}

function detailRow(
  row: AccessRow,
  counts: HeatCounts,
  unit: LineUnit,
  accesses: boolean,
): Omit<DetailRow, 'isSameOffset' | 'member'> {
  const value = (figure: LineFigure, known: number) =>
    isRowKnown(row, unit, figure) ? figureOf(known, unit) : null;
  return {
    offset: `0x${row.offsetBytes.toString(16)}`,
    remote: value('remote', counts.hitmRemote + counts.peerRemote),
    local: value('local', counts.hitmLocal + counts.peerLocal),
    otherLoads:
      row.otherLoads === null && !accesses ? null : figureOf(counts.otherLoads, 'samples'),
    stores: value('stores', counts.stores),
    cpus: `${row.cpuCount ?? (row.cpus.length || '·')}`,
    nodes: row.nodes.map(({ node }) => node).join(' ') || '·',
    functionName: {
      text: shortSymbol(row.symbol ?? row.codeAddress ?? 'unknown'),
      whole: row.symbol,
      mayBeCut: row.symbolMayBeCut,
    },
    source: { text: shortSymbol(row.sourceLine ?? ''), whole: row.sourceLine, mayBeCut: false },
    remark: row.remark ?? null,
    named: namedText(row),
  };
}

/** `LLC hit 1,204 (3.10 %), RmtFwd 7` */
function namedText({ named = [] }: Pick<AccessRow, 'named'>): string | null {
  const all = named.map(({ name, count, percent }) => {
    const share = percent === null ? '' : `${percent.toFixed(2)} %`;
    const counted = count === null ? share : `${grouped(count)}${share && ` (${share})`}`;
    return `${name} ${counted}`.trim();
  });
  return all.length === 0 ? null : all.join(', ');
}

/** What is shown as 0 is quiet, also a share that is rounded to it. */
function figureOf(value: number, unit: LineUnit): DetailFigure {
  const text = unit === 'percent' ? `${value.toFixed(2)} %` : grouped(value);
  return { text, isZero: Number(value.toFixed(unit === 'percent' ? 2 : 0)) === 0 };
}
