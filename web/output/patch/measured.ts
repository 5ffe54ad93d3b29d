import { plural } from '../../base/prose';
import type { Attribution } from '../../analysis/heat/attribute';
import type { PlacedRow } from '../../analysis/heat/placedRow';
import { snoopName, snoopsOf, sumCounts } from '../../analysis/heat/counts';

const MOST_LINES = 3;
const MOST_FIELDS = 4;

/**
 * What a loaded report says of a struct, for the mail: its share of the recording's HITM, and its hottest
 * lines with their fields, by the layout that the report was measured on. Empty where it has no HITM,
 * or shares of a line and no counts.
 */
export function measuredLines(attribution: Attribution, structName: string): readonly string[] {
  const { profile, rows, peer, unit } = attribution;
  const kind = snoopName({ peer });
  const own = rows.filter(({ place }) => place.kind === 'field');
  const all = snoops(own);
  if (all === 0 || unit === 'percent') return [];
  const remote = sum(own, ({ counts }) => counts.hitmRemote + counts.peerRemote);
  const kernel = profile.kernelRelease === null ? '' : `, Linux ${profile.kernelRelease}`;
  const share = `${number(all)} of ${number(snoopsOf(attribution.total))} sampled ${kind}`;
  const lines = hottest(own, ({ line }) => line.offsetBytes);
  const others = lines.slice(MOST_LINES).flatMap(([, touched]) => touched);
  return [
    `perf c2c (${profile.name}${kernel}): ${share} are on struct ${structName}, ${number(remote)} of them remote.`,
    ...lines.slice(0, MOST_LINES).map(([offset, touched]) => {
      const bytes = `Bytes ${Math.max(0, offset)} to ${offset + profile.lineBytes - 1}`;
      return `${bytes}, ${number(snoops(touched))} ${kind}: ${fieldsOf(touched)}.`;
    }),
    ...(others.length === 0
      ? []
      : [
          `${plural(lines.length - MOST_LINES, 'more cache line')} of it: ${number(snoops(others))} ${kind}.`,
        ]),
  ];
}

/** The hottest fields with their counts, and what is left of the line. */
function fieldsOf(touched: readonly PlacedRow[]): string {
  const fields = hottest(touched, ({ place }) => (place.kind === 'field' ? place.path : ''));
  const others = fields.slice(MOST_FIELDS).flatMap(([, rows]) => rows);
  return [
    ...fields.slice(0, MOST_FIELDS).map(([path, rows]) => `${path} ${number(snoops(rows))}`),
    ...(others.length === 0
      ? []
      : [`${plural(fields.length - MOST_FIELDS, 'more field')} ${number(snoops(others))}`]),
  ].join(', ');
}

/** Groups of rows that saw any, the hottest first. */
function hottest<K>(
  rows: readonly PlacedRow[],
  keyOf: (row: PlacedRow) => K,
): readonly (readonly [K, readonly PlacedRow[]])[] {
  const groups = new Map<K, PlacedRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups]
    .filter(([, group]) => snoops(group) > 0)
    .sort(([, a], [, b]) => snoops(b) - snoops(a));
}

function snoops(rows: readonly PlacedRow[]): number {
  return snoopsOf(sumCounts(rows.map(({ counts }) => counts)));
}

function sum(rows: readonly PlacedRow[], of: (row: PlacedRow) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

function number(count: number): string {
  return String(Math.round(count));
}
