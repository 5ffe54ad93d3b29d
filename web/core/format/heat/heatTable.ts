import { plural } from '../../base/prose';
import { bindingDoubts } from '../../heat/bindingDoubts';
import { doubtText } from '../wrapped';
import type { Attribution } from '../../heat/attribute';
import type { PlacedRow } from '../../heat/placedRow';
import {
  addCounts,
  isOfAccesses,
  loadsOf,
  NO_COUNTS,
  snoopsOf,
  type HeatCounts,
} from '../../heat/counts';
import { isKnown, isOfRows, type LineFigure } from '../../heat/known';
import { lineCounts } from '../../heat/lineCounts';
import { shortSymbol } from '../../heat/shortSymbol';
import type { DocumentLine } from '../../edit/profiles';

/** A commit message is read in 75 columns. */
const COLUMNS = 75;

export interface HeatTableOptions {
  readonly structName: string;
  /** Only this line of the report; null for every line of the struct. */
  readonly line: string | null;
  /** Rows that have less of every kind than this share of their line are left out, and counted. */
  readonly leastPercent: number;
}

/**
 * The rows of a bound line as authors put them into commit messages: the field above the rows of its
 * offset, percentages of the line, function. No line is longer than 75 columns.
 */
export function heatTableText(attribution: Attribution, options: HeatTableOptions): string {
  const lines = new Map<DocumentLine, PlacedRow[]>();
  for (const { lines: ofInstance } of attribution.instances) {
    for (const { line } of ofInstance) {
      if (options.line === null || line.id === options.line) lines.set(line, []);
    }
  }
  for (const row of attribution.rows) lines.get(row.line.line)?.push(row);
  return [...lines]
    .filter(([, rows]) => rows.length > 0)
    .map(([line, rows]) => lineBlock(attribution, options, line, rows))
    .join('\n');
}

/** What a commit message has room for: rows below half a percent are counted only. */
const LEAST_PERCENT = 0.5;

/** The table of one report, or of several one under the other, before and after; empty where no line is bound. */
export function everyHeatTable(structName: string, all: readonly Attribution[]): string {
  const options = { structName, line: null, leastPercent: LEAST_PERCENT };
  const bound = all.filter(({ instances }) => instances.length > 0);
  const [first] = bound;
  if (first === undefined) return '';
  const bindings = bound.flatMap(({ instances }) => instances.map(({ binding }) => binding));
  const doubts = bindingDoubts(bindings, structName).map(
    (doubt) => `\n${doubtText(doubt.text, COLUMNS)}`,
  );
  return [tablesOf(bound, first, options), ...doubts].join('');
}

function tablesOf(
  bound: readonly Attribution[],
  first: Attribution,
  options: HeatTableOptions,
): string {
  if (bound.length === 1) return heatTableText(first, options);
  return heatComparisonText(
    bound.map((attribution) => {
      const { name, measuredOn } = attribution.profile;
      return { heading: `${measuredOn.length === 0 ? 'Before' : 'After'} (${name})`, attribution };
    }),
    options,
  );
}

/** Several reports one under the other, each under its own heading: before and after. */
export function heatComparisonText(
  parts: readonly { readonly heading: string; readonly attribution: Attribution }[],
  options: HeatTableOptions,
): string {
  return parts
    .map(({ heading, attribution }) => {
      const table = heatTableText(attribution, options);
      return `${clip(`${heading}:`, COLUMNS)}\n\n${table}`;
    })
    .join('\n');
}

function lineBlock(
  attribution: Attribution,
  { structName, leastPercent }: HeatTableOptions,
  line: DocumentLine,
  rows: readonly PlacedRow[],
): string {
  const total = lineCounts(line);
  const count = (figure: LineFigure, value: number) =>
    !isKnown(line, figure)
      ? 'unknown'
      : isOfRows(line, figure)
        ? `at least ${whole(value)}`
        : whole(value);
  const isBare = isOfAccesses(line.counts);
  const at = rows[0]?.line.offsetBytes ?? 0;
  const { lineBytes } = attribution.profile;
  const snoop = attribution.peer ? 'peer' : 'HITM';
  const out = [
    clip(`struct ${structName}, bytes ${at} to ${at + lineBytes - 1}, line ${line.id}`, COLUMNS),
    clip(
      attribution.unit === 'percent'
        ? 'Percent of the line; how many samples that is was not stated.'
        : isBare
          ? `${whole(total.otherLoads)} accesses; loads, stores and HITM were not distinguished`
          : `${count('remote', remote(total))} remote and ${count('local', local(total))} local ${snoop}, ${count('stores', total.stores)} stores`,
      COLUMNS,
    ),
    '',
    isBare
      ? '  accesses  offset  field and function'
      : `  rmt ${snoop}  lcl ${snoop}    stores  offset  field and function`,
  ];
  let left = 0;
  for (const [offset, sameOffset] of byOffset(rows)) {
    const functions = byFunction(sameOffset);
    const shown = functions.filter(({ counts }) => share(counts, total) >= leastPercent);
    left += functions.length - shown.length;
    if (shown.length === 0) continue;
    const sum = sameOffset.reduce((all, { counts }) => addCounts(all, counts), NO_COUNTS);
    const [first] = sameOffset;
    const offsetText = `0x${offset.toString(16)}`.padStart(6);
    out.push(clip(`${amounts(sum, total, isBare)}  ${offsetText}  ${nameOf(first)}`, COLUMNS));
    for (const { name, counts } of shown) {
      out.push(
        clip(
          `${amounts(counts, total, isBare)}            ${shortSymbol(name, 33).replace('…', '..')}`,
          COLUMNS,
        ),
      );
    }
  }
  if (left > 0) {
    out.push('', `${plural(left, 'row')} below ${leastPercent} % of the line left out.`);
  }
  if (line.trimmedPercent !== null) {
    out.push(`The report was cut: ${line.trimmedPercent.toFixed(0)} % of the line is in no row.`);
  }
  return `${out.join('\n')}\n`;
}

function amounts(counts: HeatCounts, total: HeatCounts, isBare: boolean): string {
  if (isBare) return part(counts.otherLoads, total.otherLoads);
  return [
    [remote(counts), remote(total)],
    [local(counts), local(total)],
    [counts.stores, total.stores],
  ]
    .map(([some = 0, of = 0]) => part(some, of))
    .join('');
}

function part(some: number, of: number): string {
  return (of > 0 ? `${((100 * some) / of).toFixed(2)}%` : '-').padStart(10);
}

function nameOf(row: PlacedRow | undefined): string {
  switch (row?.place.kind) {
    case 'field':
      return row.place.path;
    case 'padding':
      return '(padding)';
    case 'outside':
    case undefined:
      return '(another object)';
  }
}

function byOffset(rows: readonly PlacedRow[]): readonly [number, PlacedRow[]][] {
  const offsets = new Map<number, PlacedRow[]>();
  for (const row of rows) {
    const offset = row.row.offsetBytes;
    const here = offsets.get(offset);
    if (here === undefined) offsets.set(offset, [row]);
    else here.push(row);
  }
  return [...offsets].sort(([a], [b]) => a - b);
}

function byFunction(rows: readonly PlacedRow[]): { name: string; counts: HeatCounts }[] {
  const functions = new Map<string, HeatCounts>();
  for (const { row, counts } of rows) {
    const name = row.symbol ?? row.codeAddress ?? 'unknown';
    functions.set(name, addCounts(functions.get(name) ?? NO_COUNTS, counts));
  }
  return [...functions]
    .map(([name, counts]) => ({ name, counts }))
    .sort(
      (a, b) =>
        snoopsOf(b.counts) - snoopsOf(a.counts) ||
        b.counts.stores - a.counts.stores ||
        loadsOf(b.counts) - loadsOf(a.counts),
    );
}

/** The largest share that a row has of its line, in any of the kinds that are printed. Percent. */
function share(counts: HeatCounts, total: HeatCounts): number {
  const of = (part: number, all: number) => (all > 0 ? (100 * part) / all : 0);
  return Math.max(
    of(remote(counts), remote(total)),
    of(local(counts), local(total)),
    of(counts.stores, total.stores),
  );
}

function remote(counts: HeatCounts): number {
  return counts.hitmRemote + counts.peerRemote;
}

function local(counts: HeatCounts): number {
  return counts.hitmLocal + counts.peerLocal;
}

function whole(count: number): string {
  return `${Math.round(count)}`;
}

/** Plain ASCII where it is cut: mails go through many hands. */
function clip(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, columns - 2)}..`;
}
