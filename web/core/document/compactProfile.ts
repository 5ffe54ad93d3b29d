import type { DocumentProfile } from '../edit/profiles';
import { expandRows, compactRows, listOf, objectOf, type Compact } from './compactRows';
import type { Value } from './checkedJson';

const COUNTS_1 = nulls(
  'records loads stores hitmLocal hitmRemote peerLocal peerRemote storesL1Hit storesL1Miss storesNoLevel loadsFillBuffer loadsL1 loadsL2 loadsLlc loadsRemote dramLocal dramRemote',
);
const SHARES_1 = nulls(
  'hitmRemotePercent hitmLocalPercent peerRemotePercent peerLocalPercent storesL1HitPercent storesL1MissPercent storesNoLevelPercent',
);
const LATENCIES_1 = nulls(
  'hitmRemoteCycles hitmLocalCycles peerRemoteCycles peerLocalCycles otherCycles',
);
const ROW_1: Compact = {
  ...nulls('codeAddress pid tid threadName shares otherLoads cpuCount symbol level object'),
  ...nulls('sourceLine'),
  counts: COUNTS_1,
  latencies: LATENCIES_1,
  nodes: [],
  cpus: [],
  symbolMayBeCut: false,
};
const LINE_1: Compact = {
  id: null,
  address: null,
  counts: COUNTS_1,
  rows: [],
  ...nulls('trimmedPercent missing snoopPercent physicalChanges'),
  memoryNodes: [],
  rowErrorSamples: 0,
};
const PROFILE_1: Compact = {
  name: null,
  kind: 'c2cReport',
  cpuCount: null,
  listed: COUNTS_1,
  lines: [],
  display: null,
  stated: COUNTS_1,
  events: [],
  ...nulls('command kernelRelease perfVersion machine operations'),
  types: [],
  measuredOn: [],
  cores: [],
  lineBytes: 64,
};

/**
 * A profile without what is not known, which is most of it: every key that is left out stands for what
 * the tables above say. They are frozen with forms 1 and 2 of links.
 */
export function compactProfile(profile: DocumentProfile): Value {
  const plain = JSON.parse(JSON.stringify(profile)) as Compact;
  const lines = listOf(plain['lines']).map((line) => {
    const own = objectOf(line);
    const rows = compactRows(listOf(own['rows']).map(objectOf), objectOf(own['counts']), ROW_1);
    const id = own['id'] === own['address'] ? null : (own['id'] ?? null);
    return withoutTable({ ...own, id, rows }, LINE_1);
  });
  return withoutTable({ ...plain, lines }, PROFILE_1);
}

/** What `compactProfile` was given. What comes in is not trusted, and what goes out has to be validated. */
export function expandProfile(compact: Value): Value {
  const profile = withTable(compact, PROFILE_1);
  const lines = listOf(profile['lines']).map((line) => {
    const own = withTable(line, LINE_1);
    const rows = expandRows(own['rows'] ?? null, objectOf(own['counts']), ROW_1);
    return { ...own, id: own['id'] ?? own['address'] ?? null, rows };
  });
  return { ...profile, lines };
}

/**
 * An object as the list of its values in the order of the table: null for what is as the table has it,
 * false for null. Keys that the table does not have come behind, as an object.
 */
function withoutTable(object: Compact, table: Compact): Value {
  const values: Value[] = Object.entries(table).map(([key, usual]) => {
    const value = object[key] ?? null;
    if (JSON.stringify(value) === JSON.stringify(usual)) return null;
    const inner = innerTable(key, usual);
    return inner && value !== null ? withoutTable(objectOf(value), inner) : (value ?? false);
  });
  const others = Object.entries(object).filter(([key]) => !Object.hasOwn(table, key));
  if (others.length > 0) values.push(Object.fromEntries(others));
  while (values.at(-1) === null) values.pop();
  return values;
}

function withTable(compact: Value, table: Compact): Compact {
  const values = listOf(compact);
  const whole: Compact = {};
  for (const [place, [key, usual]] of Object.entries(table).entries()) {
    const value = values[place] ?? null;
    const inner = innerTable(key, usual);
    if (value === null) whole[key] = usual;
    else if (value === false) whole[key] = null;
    else whole[key] = inner ? withTable(value, inner) : value;
  }
  return { ...whole, ...objectOf(values[Object.keys(table).length]) };
}

function innerTable(key: string, usual: Value): Compact | null {
  // Null where nothing is known of them, else with a table of their own.
  if (key === 'missing') return SHARES_1;
  return typeof usual === 'object' && usual !== null && !Array.isArray(usual)
    ? (usual as Compact)
    : null;
}

function nulls(keys: string): Compact {
  return Object.fromEntries(keys.split(' ').map((key) => [key, null]));
}
