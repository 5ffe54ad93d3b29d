import { derived } from '../base/derived';
import type { ProfileLine } from '../facts/generated';
import { kindAt, symbolAt, type SymbolPlace, type SymbolTable } from './symbolTable';

/** A line that is one CPU's copy of a variable. */
export interface PerCpuLine {
  readonly variable: SymbolPlace;
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
