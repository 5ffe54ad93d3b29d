import { sliceProfile, profileLines } from '../../web/core/heat/slice';
import type { Edit } from '../../web/core/edit/edit';
import type { DocumentProfile } from '../../web/core/edit/profiles';
import type {
  AccessCounts,
  AccessProfile,
  AccessRow,
  ProfileLine,
} from '../../web/core/facts/generated';
import { BARE_LINE, BARE_PROFILE, NO_ACCESS } from '../../web/core/facts/noAccess';

/** What `perf c2c report` prints of one line, as it was posted: its totals and some of its rows. */
export interface PostedLine {
  readonly address: string;
  readonly hitmRemote: number;
  readonly hitmLocal: number;
  readonly storesL1Hit: number;
  readonly storesL1Miss: number;
  /**
   * A text line each: offset in bytes, code address, symbol and offset; percent of the line's remote HITM, local
   * HITM, stores that hit L1 and that missed it; records, CPUs; cycles of remote HITM, local HITM and other loads,
   * 0 where there was no such load.
   */
  readonly rows: string;
}

/** A posted report as a document carries it. */
export function postedProfile(
  name: string,
  line: PostedLine,
  measuredOn: readonly Edit[],
): DocumentProfile {
  const profile = accessProfile(line);
  const wanted = new Set(profileLines(profile).map(({ id }) => id));
  return sliceProfile(profile, { name, measuredOn, wanted });
}

function accessProfile(line: PostedLine): AccessProfile {
  const none = counts({});
  return { ...BARE_PROFILE, totals: none, unlisted: none, lines: [profileLine(line)] };
}

function profileLine(line: PostedLine): ProfileLine {
  const { address, hitmRemote, hitmLocal, storesL1Hit, storesL1Miss } = line;
  const rows = line.rows
    .trim()
    .split('\n')
    .map((row) => accessRow(row, line));
  const missing = (column: keyof typeof NO_SHARES) =>
    round(100 - rows.reduce((sum, row) => sum + (row.shares?.[column] ?? 0), 0));
  const shares = {
    ...NO_SHARES,
    hitmRemotePercent: missing('hitmRemotePercent'),
    hitmLocalPercent: missing('hitmLocalPercent'),
    storesL1HitPercent: missing('storesL1HitPercent'),
    storesL1MissPercent: missing('storesL1MissPercent'),
  };
  const lost =
    shares.hitmRemotePercent * hitmRemote +
    shares.hitmLocalPercent * hitmLocal +
    shares.storesL1HitPercent * storesL1Hit +
    shares.storesL1MissPercent * storesL1Miss;
  return {
    ...BARE_LINE,
    address,
    counts: counts({ hitmRemote, hitmLocal, storesL1Hit, storesL1Miss }),
    rows,
    // Half of the last printed digit of a percentage, in samples of the column that has most.
    rowErrorSamples: Math.ceil(0.000_05 * Math.max(hitmRemote, hitmLocal, storesL1Hit)),
    trimmedPercent: lost / (hitmRemote + hitmLocal + storesL1Hit + storesL1Miss),
    missing: shares,
  };
}

const NO_SHARES = {
  hitmRemotePercent: null,
  hitmLocalPercent: null,
  peerRemotePercent: null,
  peerLocalPercent: null,
  storesL1HitPercent: null,
  storesL1MissPercent: null,
  storesNoLevelPercent: null,
};

function accessRow(row: string, line: PostedLine): AccessRow {
  const [offset, codeAddress = '', place = '', ...figures] = row.trim().split(/ +/);
  const [rmt = NaN, lcl = NaN, hit = NaN, miss = NaN, records = NaN, cpuCount = NaN, ...cycles] =
    figures.map(Number);
  const [remoteCycles = NaN, localCycles = NaN, otherCycles = NaN] = cycles;
  const of = (percent: number, total: number) => Math.round((percent / 100) * total);
  const hitmRemote = of(rmt, line.hitmRemote);
  const hitmLocal = of(lcl, line.hitmLocal);
  const storesL1Hit = of(hit, line.storesL1Hit);
  const storesL1Miss = of(miss, line.storesL1Miss);
  const stores = storesL1Hit + storesL1Miss;
  const loads = records - stores;
  const node = (number: number) => ({
    node: number,
    cpuCount: null,
    cpus: [],
    snoopPercent: null,
    storesPercent: null,
  });
  return {
    offsetBytes: Number(offset),
    codeAddress,
    pid: null,
    tid: null,
    threadName: null,
    counts: counts({
      records,
      loads,
      stores,
      hitmRemote,
      hitmLocal,
      storesL1Hit,
      storesL1Miss,
    }),
    shares: {
      ...NO_SHARES,
      hitmRemotePercent: rmt,
      hitmLocalPercent: lcl,
      storesL1HitPercent: hit,
      storesL1MissPercent: miss,
    },
    otherLoads: loads - hitmRemote - hitmLocal,
    latencies: {
      hitmRemoteCycles: remoteCycles || null,
      hitmLocalCycles: localCycles || null,
      peerRemoteCycles: null,
      peerLocalCycles: null,
      otherCycles,
    },
    cpuCount,
    nodes: [node(0), node(1)],
    cpus: [],
    symbol: place.replace(/\+.*/, ''),
    symbolMayBeCut: false,
    level: 'kernel',
    object: '[kernel.kallsyms]',
    sourceLine: place,
  };
}

function counts(known: Partial<AccessCounts>): AccessCounts {
  return { ...NO_ACCESS, ...known };
}

/** To the two decimals that are printed. */
function round(percent: number): number {
  return Math.round(percent * 100) / 100;
}
