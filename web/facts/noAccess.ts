import type { AccessCounts } from './generated';

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
