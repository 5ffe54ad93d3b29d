import { countersOf, isOfAccesses, metricOf, type HeatCounts } from '../../core/heat/counts';
import { isKnown, isOfRows, isRowKnown, type LineFigure } from '../../core/heat/known';
import { lineRows, type LineRow, type SnoopShare } from '../../core/heat/lineRows';
import { rowCounter, type LineUnit } from '../../core/heat/lineUnit';
import { shortSymbol } from '../../core/heat/shortSymbol';
import type {
  AccessProfile,
  AccessRow,
  ProfileLine,
  TypeProfile,
} from '../../core/facts/generated';

const FIGURES = ['remote', 'local', 'loads', 'stores'] as const satisfies readonly LineFigure[];

/** The contended lines of a report, hottest first, the types of a type profile, or the counters of neither. */
export function lineTableText(profile: AccessProfile): string {
  const snoop = snoopOf(profile);
  const rows = lineRows(profile);
  const lines = rows.map(({ rank, line, share, counts, functions }) =>
    [
      String(rank).padStart(4),
      line.id.padEnd(18),
      shareText(share).padStart(8),
      ...FIGURES.map((figure) =>
        isOfRows(line, figure)
          ? atLeastText(metricOf(counts, figure))
          : countText(counts, figure, isKnown(line, figure) ? 'samples' : null),
      ),
      ` ${functions
        .slice(0, 3)
        .map((name) => shortSymbol(name, 30))
        .join(', ')}`,
    ].join(' '),
  );
  const isBare = rows.length > 0 && rows.every(({ line }) => isOfAccesses(line.counts));
  const words = [`rmt ${snoop}`, `lcl ${snoop}`, isBare ? 'accesses' : 'loads', 'stores'];
  const head = `   # line                  share ${words.map((word) => word.padStart(9)).join(' ')}  functions`;
  const pasted = rows.some(({ share }) => share?.of === 'listed')
    ? ['* of what the text holds: it does not say how many there were in all']
    : [];
  const ofRows = rows.some(({ line }) => FIGURES.some((figure) => isOfRows(line, figure)))
    ? ['+ at least: the sum of the rows, as the text does not state the count of the line']
    : [];
  const shares = rows.some(({ unit }) => unit === 'percent')
    ? ['? is not in the text: lines with shares alone are shown in percent of the line by --line.']
    : [];
  const types = profile.types.flatMap(typeText);
  if (lines.length === 0 && types.length === 0) return countersText(profile);
  return [
    ...(profile.about ?? []).map((sentence) => `# ${sentence}`),
    ...(lines.length > 0 ? [head, ...lines, ...pasted, ...ofRows, ...shares] : []),
    ...types,
    '',
  ].join('\n');
}

/** What the two columns of snoops count: peer hits where the report sorts by them, or has no HITM at all. */
function snoopOf({ display, lines }: AccessProfile): string {
  const has = (kinds: readonly ('hitmLocal' | 'hitmRemote' | 'peerLocal' | 'peerRemote')[]) =>
    lines.some(({ counts }) => kinds.some((kind) => (counts[kind] ?? 0) > 0));
  if (display !== null) return display === 'peer' ? 'peer' : 'hitm';
  const isPeer = has(['peerLocal', 'peerRemote']) && !has(['hitmLocal', 'hitmRemote']);
  return isPeer ? 'peer' : 'hitm';
}

/** A type and its members; what the text does not state of the whole type is a question mark. */
function typeText({ name, values, unit, rows }: TypeProfile): string[] {
  const text = (value: number) =>
    (unit === 'percent' ? `${value.toFixed(2)}%` : String(Math.round(value))).padStart(10);
  const events = Math.max(values.length, ...rows.map((row) => row.values.length));
  const whole = values.length > 0 ? values.map(text) : Array<string>(events).fill('?'.padStart(10));
  const members = rows
    .filter(({ depth }) => depth > 0)
    .map(({ values, offsetBytes, field, depth }) => {
      const offset = `+0x${offsetBytes.toString(16)}`.padEnd(8);
      return `${values.map(text).join('')}  ${'  '.repeat(depth)}${offset} ${field ?? ''}`.trimEnd();
    });
  return [`${whole.join('')}  ${name}`, ...members];
}

/** Columns of the report that count something else, under its own words. */
function namedText({
  named = [],
}: Pick<ProfileLine, 'named'> | Pick<AccessRow, 'named'>): string[] {
  return named.map(({ name, count, percent }) => {
    const share = percent === null ? '' : ` ${percent.toFixed(2)}%`;
    return `${name}${count === null ? '' : ` ${String(count)}`}${share}`;
  });
}

/** What a text states that has no line. */
function countersText(profile: AccessProfile): string {
  const counters = countersOf(profile).map(
    ({ name, count }) => `${String(count).padStart(12)}  ${name}`,
  );
  return ['The text has no cache line. Its counters:', ...counters, ''].join('\n');
}

/** Every row of one line. */
export function rowTableText(profile: AccessProfile, { line, unit }: LineRow): string {
  const snoop = snoopOf(profile);
  const count = rowCounter(line);
  const isBare = isOfAccesses(line.counts);
  // Rows of a table without offsets come last.
  const { unplaced = [] } = line;
  const rows = [...line.rows, ...unplaced].map((row, place) => {
    const counts = count(row);
    const known = (figure: LineFigure) => (isRowKnown(row, unit, figure) ? unit : null);
    return [
      (place < line.rows.length ? `0x${row.offsetBytes.toString(16)}` : '?').padStart(6),
      countText(counts, 'remote', known('remote')),
      countText(counts, 'local', known('local')),
      (row.otherLoads === null && !isBare ? '?' : String(Math.round(counts.otherLoads))).padStart(
        9,
      ),
      countText(counts, 'stores', known('stores')),
      String(row.cpuCount ?? '-').padStart(5),
      ` ${shortSymbol(row.symbol ?? row.codeAddress ?? 'unknown')}`,
      shortSymbol(row.sourceLine ?? ''),
      ...namedText(row).map((named) => ` (${named})`),
      ...(row.remark === undefined ? [] : [` <- ${row.remark}`]),
    ]
      .join(' ')
      .trimEnd();
  });
  const words = [`rmt ${snoop}`, `lcl ${snoop}`, isBare ? 'accesses' : 'other', 'stores'];
  const head = `offset ${words.map((word) => word.padStart(9)).join(' ')}  cpus  function`;
  const cut =
    line.trimmedPercent === null
      ? []
      : [`The report was cut: ${line.trimmedPercent.toFixed(0)} % of the line is in no row.`];
  const of = unit === 'percent' ? ', in percent of the line' : '';
  const named = namedText(line).map((text) => `# ${text}`);
  return [`line ${line.id}${of}`, ...named, head, ...rows, ...cut, ''].join('\n');
}

function shareText(share: SnoopShare | null): string {
  if (share === null) return '?';
  return `${share.percent.toFixed(2)}%${share.of === 'listed' ? '*' : ''}`;
}

/** Rows that have none of it tell nothing. */
function atLeastText(value: number): string {
  return (value > 0 ? `${Math.round(value)}+` : '?').padStart(9);
}

/** What a report does not state is a question mark. */
function countText(counts: HeatCounts, figure: LineFigure, known: LineUnit | null): string {
  const value = metricOf(counts, figure);
  const text = known === 'percent' ? `${value.toFixed(2)}%` : String(Math.round(value));
  return (known === null ? '?' : text).padStart(9);
}
