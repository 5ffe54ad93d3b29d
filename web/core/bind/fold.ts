import type { DocumentLine } from '../edit/profiles';
import type { AccessCounts, AccessRow } from '../facts/generated';
import { modulo } from '../base/math';
import { BARE_LINE } from '../facts/noAccess';

/** An array whose elements are looked at as one. Addresses are the report's. */
export interface FoldedArray {
  readonly name: string;
  readonly address: bigint;
  readonly strideBytes: number;
  readonly count: number;
}

/**
 * The rows of all lines that lie in an array, put onto one element: the same field of every element adds
 * up. Null where no row lies in it. Its offsets may pass a line, as a variable's do.
 */
export function foldOntoElement(
  array: FoldedArray,
  lines: readonly DocumentLine[],
): DocumentLine | null {
  const { address, strideBytes, count } = array;
  const end = address + BigInt(strideBytes) * BigInt(count);
  const rows = lines.flatMap((line) => {
    if (line.address === null) return [];
    const start = BigInt(line.address);
    return line.rows.flatMap((row): AccessRow[] => {
      const at = start + BigInt(row.offsetBytes);
      if (at < address || at >= end) return [];
      return [{ ...row, offsetBytes: modulo(Number(at - address), strideBytes), shares: null }];
    });
  });
  if (rows.length === 0) return null;
  return {
    ...BARE_LINE,
    id: `${array.name}[]`,
    counts: sumOf(rows.map(({ counts }) => counts)),
    rows: [...rows].sort((a, b) => a.offsetBytes - b.offsetBytes),
    rowErrorSamples: Math.max(0, ...lines.map(({ rowErrorSamples }) => rowErrorSamples)),
  };
}

function sumOf(all: readonly AccessCounts[]): AccessCounts {
  const sum = (kind: keyof AccessCounts): number | null => {
    const stated = all.map((counts) => counts[kind]).filter((count) => count !== null);
    return stated.length === 0 ? null : stated.reduce((total, count) => total + count, 0);
  };
  return {
    records: sum('records'),
    loads: sum('loads'),
    stores: sum('stores'),
    hitmLocal: sum('hitmLocal'),
    hitmRemote: sum('hitmRemote'),
    peerLocal: sum('peerLocal'),
    peerRemote: sum('peerRemote'),
    storesL1Hit: sum('storesL1Hit'),
    storesL1Miss: sum('storesL1Miss'),
    storesNoLevel: sum('storesNoLevel'),
    loadsFillBuffer: sum('loadsFillBuffer'),
    loadsL1: sum('loadsL1'),
    loadsL2: sum('loadsL2'),
    loadsLlc: sum('loadsLlc'),
    loadsRemote: sum('loadsRemote'),
    dramLocal: sum('dramLocal'),
    dramRemote: sum('dramRemote'),
  };
}
