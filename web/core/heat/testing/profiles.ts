import type { AccessCounts, AccessProfile, AccessRow, ProfileLine } from '../../facts/generated';
import { BARE_LINE, BARE_PROFILE, bareRow, NO_ACCESS } from '../../facts/noAccess';

/** One instruction at one offset. `loads` counts every load, those with HITM too. */
export function row(
  offsetBytes: number,
  symbol: string,
  counted: { rmt?: number; lcl?: number; loads?: number; stores?: number; cpus?: number } = {},
): AccessRow {
  const { rmt = 0, lcl = 0, stores = 0, cpus = 4 } = counted;
  const { loads = rmt + lcl } = counted;
  return {
    ...bareRow(offsetBytes),
    counts: {
      ...NO_ACCESS,
      records: loads + stores,
      loads,
      stores,
      hitmRemote: rmt,
      hitmLocal: lcl,
    },
    otherLoads: loads - rmt - lcl,
    cpuCount: cpus,
    symbol,
    level: 'kernel',
    object: '[kernel.kallsyms]',
  };
}

/** A line with just what its rows have, or the counts that are given. */
export function line(
  address: string,
  rows: readonly AccessRow[],
  counts: Partial<AccessCounts> = {},
): ProfileLine {
  return { ...BARE_LINE, address, counts: { ...NO_ACCESS, ...counts }, rows: [...rows] };
}

export function profile(
  lines: readonly ProfileLine[],
  more: Partial<AccessProfile> = {},
): AccessProfile {
  return { ...BARE_PROFILE, display: 'totalHitm', lines: [...lines], ...more };
}
