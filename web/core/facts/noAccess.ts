import type { AccessCounts, AccessProfile, AccessRow, ProfileLine } from './generated';

/** Counts of a source that states none. */
export const NO_ACCESS: AccessCounts = {
  records: null,
  loads: null,
  stores: null,
  hitmLocal: null,
  hitmRemote: null,
  peerLocal: null,
  peerRemote: null,
  storesL1Hit: null,
  storesL1Miss: null,
  storesNoLevel: null,
  loadsFillBuffer: null,
  loadsL1: null,
  loadsL2: null,
  loadsLlc: null,
  loadsRemote: null,
  dramLocal: null,
  dramRemote: null,
};

/** A row of a source that states nothing but an offset. */
export function bareRow(offsetBytes: number): AccessRow {
  return {
    offsetBytes,
    codeAddress: null,
    pid: null,
    tid: null,
    threadName: null,
    counts: NO_ACCESS,
    shares: null,
    otherLoads: 0,
    latencies: {
      hitmRemoteCycles: null,
      hitmLocalCycles: null,
      peerRemoteCycles: null,
      peerLocalCycles: null,
      otherCycles: null,
    },
    cpuCount: null,
    nodes: [],
    cpus: [],
    symbol: null,
    symbolMayBeCut: false,
    level: null,
    object: null,
    sourceLine: null,
  };
}

/** A line of a source that states no address and no rows. */
export const BARE_LINE: ProfileLine = {
  address: null,
  memoryNodes: [],
  physicalChanges: null,
  snoopPercent: null,
  counts: NO_ACCESS,
  rows: [],
  rowErrorSamples: 0,
  trimmedPercent: null,
  missing: null,
};

/** A report of 64-byte lines that states nothing of where it was recorded, and has no lines. */
export const BARE_PROFILE: AccessProfile = {
  kind: 'c2cReport',
  perfVersion: null,
  kernelRelease: null,
  machine: null,
  command: null,
  events: [],
  display: null,
  grouping: [],
  lineBytes: 64,
  nodes: [],
  cores: [],
  buildIds: [],
  stats: [],
  totals: NO_ACCESS,
  unlisted: NO_ACCESS,
  lines: [],
  variables: [],
  types: [],
  diagnostics: [],
};
