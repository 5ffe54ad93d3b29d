import { heatCounts, metricOf } from '../../analysis/attribute/counts';
import { lineRows, type LineRow } from '../../analysis/attribute/lineRows';
import { shortSymbol } from '../../analysis/attribute/shortSymbol';
import type { AccessProfile } from '../../facts/generated';

/** The contended lines of a report, hottest first, or the types of a type profile. */
export function lineTableText(profile: AccessProfile): string {
  const snoop = profile.display === 'peer' ? 'peer' : 'hitm';
  const lines = lineRows(profile).map(({ rank, line, sharePercent, counts, loads, functions }) => {
    const numbers = [metricOf(counts, 'remote'), metricOf(counts, 'local'), loads, counts.stores];
    return [
      String(rank).padStart(4),
      line.id.padEnd(18),
      (sharePercent === null ? '-' : `${sharePercent.toFixed(2)}%`).padStart(7),
      ...numbers.map((value) => String(Math.round(value)).padStart(9)),
      ` ${functions
        .slice(0, 3)
        .map((name) => shortSymbol(name, 30))
        .join(', ')}`,
    ].join(' ');
  });
  const head = `   # line                 share ${[`rmt ${snoop}`, `lcl ${snoop}`, 'loads', 'stores'].map((word) => word.padStart(9)).join(' ')}  functions`;
  const types = profile.types.map(({ name, values, unit }) => {
    const texts = values.map((value) =>
      (unit === 'percent' ? `${value.toFixed(2)}%` : String(Math.round(value))).padStart(10),
    );
    return `${texts.join('')}  ${name}`;
  });
  return [...(lines.length > 0 ? [head, ...lines] : []), ...types, ''].join('\n');
}

/** Every row of one line. */
export function rowTableText(profile: AccessProfile, { line }: LineRow): string {
  const snoop = profile.display === 'peer' ? 'peer' : 'hitm';
  const rows = line.rows.map((row) => {
    const counts = heatCounts(row.counts, row.otherLoads);
    const numbers = [
      metricOf(counts, 'remote'),
      metricOf(counts, 'local'),
      counts.otherLoads,
      counts.stores,
    ];
    return [
      `0x${row.offsetBytes.toString(16)}`.padStart(6),
      ...numbers.map((value) => String(Math.round(value)).padStart(9)),
      String(row.cpuCount ?? '-').padStart(5),
      ` ${shortSymbol(row.symbol ?? row.codeAddress ?? 'unknown')}`,
      shortSymbol(row.sourceLine ?? ''),
    ]
      .join(' ')
      .trimEnd();
  });
  const words = [`rmt ${snoop}`, `lcl ${snoop}`, 'other', 'stores'];
  const head = `offset ${words.map((word) => word.padStart(9)).join(' ')}  cpus  function`;
  const cut =
    line.trimmedPercent === null
      ? []
      : [`The report was cut: ${line.trimmedPercent.toFixed(0)} % of the line is in no row.`];
  return [`line ${line.id}`, head, ...rows, ...cut, ''].join('\n');
}
