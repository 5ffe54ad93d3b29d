import { COLUMNS, type FleetRow } from './schema';

/** Rows as CSV (RFC 4180, lines end with `\n`), under a line of column names; what is null is empty. */
export function rowsCsv(rows: readonly FleetRow[]): string {
  const head = COLUMNS.map(({ name }) => name).join(',');
  const lines = rows.map((row) => COLUMNS.map(({ name }) => cell(row[name])).join(','));
  return `${[head, ...lines].join('\n')}\n`;
}

function cell(value: FleetRow[keyof FleetRow]): string {
  if (value === null) return '';
  const text = value instanceof Date ? value.toISOString() : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
