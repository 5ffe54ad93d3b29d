import { listed } from '../base/prose';
import type { ProfileLine } from '../facts/generated';
import { hasOneLoadBias, type BuildMatch } from './loadBias';
import { symbolAt, symbolsIn, kindAt, type LocatedSymbol, type SymbolTable } from './symbolTable';
import { derived } from '../base/derived';

/** The variables that a line of a report holds. */
export interface LineVariables {
  /** Addresses of the CPUs' copies of the line; null where it is no per-CPU variable. */
  readonly copies: readonly string[] | null;
  /** Those that rows of the line touch, in the order of the rows. */
  readonly touched: readonly [LocatedSymbol, ...LocatedSymbol[]];
  /** What each row touches; null between variables. */
  readonly rows: readonly { readonly offsetBytes: number; readonly place: LocatedSymbol | null }[];
  /** Those on the line, by address: their places are of its first byte, negative for those that begin on it. */
  readonly onLine: readonly LocatedSymbol[];
  /** Those on the line and on the ones beside it. */
  readonly around: readonly LocatedSymbol[];
  /** The lines of the report that they are: of a per-CPU variable every CPU's. */
  readonly targets: readonly string[];
  /** The line's address, in the symbols' own addresses. */
  readonly lineAddress: bigint;
}

/** Null where the report is not of the symbols' file, or none of them lies on the line. */
export function lineVariables(
  { table, buildMatch }: { readonly table: SymbolTable | null; readonly buildMatch: BuildMatch },
  { lines, lineBytes }: { readonly lines: readonly ProfileLine[]; readonly lineBytes: number },
  line: Pick<ProfileLine, 'address' | 'rows'> & { readonly id?: string },
): LineVariables | null {
  const isPlaced = buildMatch.verdict === 'matches' && hasOneLoadBias(buildMatch);
  if (!isPlaced || table === null || line.address === null) return null;
  const perCpu = perCpuLine(table, line, lines);
  const lineAddress = perCpu?.lineAddress ?? BigInt(line.address) - buildMatch.loadBias;
  const kinds = [perCpu ? 'perCpu' : 'data'] as const;
  const rows = line.rows.map(({ offsetBytes }) => ({
    offsetBytes,
    place: symbolAt(table, lineAddress + BigInt(offsetBytes), kinds),
  }));
  const [first, ...others] = rows.map(({ place }) => place).filter((place) => place !== null);
  if (first === undefined) return null;
  return {
    copies: perCpu?.copies ?? null,
    touched: [first, ...others],
    rows,
    onLine: symbolsIn(table, lineAddress, lineBytes, kinds),
    around: symbolsIn(table, lineAddress - BigInt(lineBytes), 3 * lineBytes, kinds),
    targets: perCpu
      ? perCpu.copies.map((address) => address.toLowerCase())
      : [line.id ?? line.address],
    lineAddress,
  };
}

const MOST_ROWS = 12;

/**
 * What lies on a line, by the symbols: "0x602180 is in `server` +0x40; `pending` +0 is on the same line. Rows: 0x0 `server` +0x40,
 * 0x30 `pending` +0." Names stand in backquotes.
 */
export function lineSymbolsText({ onLine, rows }: LineVariables, address: string): string {
  const holds = onLine.filter(({ offsetBytes }) => offsetBytes >= 0).map(placeText);
  const begin = onLine
    .filter(({ offsetBytes }) => offsetBytes < 0)
    .map(({ name }) => `\`${name}\` +0`);
  const line = holds.length > 0 ? `${address} is in ${holds.join(', ')}` : `On ${address}`;
  const others = begin.length === 0 ? '' : `${listed(begin)} ${begin.length > 1 ? 'are' : 'is'}`;
  const beside =
    holds.length === 0
      ? `: ${listed(begin)}`
      : begin.length > 0
        ? `; ${others} on the same line`
        : '';
  const touched = new Set(
    rows.map(({ offsetBytes, place }) => `${hexText(offsetBytes)} ${placeText(place)}`),
  );
  const shown = [...touched].slice(0, MOST_ROWS);
  const more = touched.size - shown.length;
  return `${line}${beside}. Rows: ${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}

function placeText(place: LocatedSymbol | null): string {
  if (place === null) return 'between variables';
  const { name, offsetBytes } = place;
  return `\`${name}\` +${offsetBytes === 0 ? '0' : hexText(offsetBytes)}`;
}

function hexText(bytes: number): string {
  return `0x${bytes.toString(16)}`;
}

/** A line that is one CPU's copy of a variable. */
interface PerCpuLine {
  readonly variable: LocatedSymbol;
  /** The address of the line, as the symbols count it. */
  readonly lineAddress: bigint;
  /** Addresses of all lines of the report that are copies of the same line. */
  readonly copies: readonly string[];
}

/**
 * The per-CPU variable that a line is a copy of. Each CPU's area begins at a multiple of a power of two
 * that holds all static variables (`pcpu_embed_first_chunk` in mm/percpu.c; units divide a 2 MB page), so
 * an address less that multiple is the variable's own. As any address lies somewhere in such an area, two
 * copies must be in the report, with a function in common.
 */
export function perCpuLine(
  table: SymbolTable,
  line: Pick<ProfileLine, 'address' | 'rows'>,
  lines: readonly ProfileLine[],
): PerCpuLine | null {
  const area = perCpuArea(table);
  if (area === null || line.address === null) return null;
  const unit = unitBytes(area.sizeBytes);
  const offset = BigInt(line.address) % unit;
  const functions = new Set(line.rows.map(({ symbol }) => symbol));
  const copies = lines.flatMap(({ address, rows }) => {
    if (address === null || BigInt(address) % unit !== offset) return [];
    return rows.some(({ symbol }) => symbol !== null && functions.has(symbol)) ? [address] : [];
  });
  if (copies.length < 2) return null;
  const lineAddress = area.start + offset;
  for (const { offsetBytes } of line.rows) {
    const variable = symbolAt(table, lineAddress + BigInt(offsetBytes), ['perCpu']);
    if (variable !== null) return { variable, lineAddress, copies };
  }
  return null;
}

interface Area {
  readonly start: bigint;
  readonly sizeBytes: number;
}

const perCpuArea = derived((table: SymbolTable): Area | null => {
  let [start, end] = [-1n, 0n];
  for (const [place, address] of table.addresses.entries()) {
    if (kindAt(table, place) !== 'perCpu') continue;
    if (start < 0n) start = address;
    end = address + BigInt(Math.round(table.sizesBytes[place] ?? 0));
  }
  return start < 0n ? null : { start, sizeBytes: Number(end - start) };
});

/** The least is PCPU_MIN_UNIT_SIZE, 32 KB. */
function unitBytes(sizeBytes: number): bigint {
  let unit = 32768n;
  while (unit < BigInt(sizeBytes)) unit *= 2n;
  return unit;
}
