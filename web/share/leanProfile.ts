import type { DocumentProfile } from '../edit/profiles';
import type { Value } from './values';

type Lean = { [key: string]: Value };

const COUNTS_1 = nulls(
  'records loads stores hitmLocal hitmRemote peerLocal peerRemote storesL1Hit storesL1Miss storesNoLevel loadsFillBuffer loadsL1 loadsL2 loadsLlc loadsRemote dramLocal dramRemote',
);
const SHARES_1 = nulls(
  'hitmRemotePercent hitmLocalPercent peerRemotePercent peerLocalPercent storesL1HitPercent storesL1MissPercent storesNoLevelPercent',
);
const LATENCIES_1 = nulls(
  'hitmRemoteCycles hitmLocalCycles peerRemoteCycles peerLocalCycles otherCycles',
);
const ROW_1: Lean = {
  ...nulls('codeAddress pid tid threadName shares otherLoads cpuCount symbol level object'),
  ...nulls('sourceLine'),
  counts: COUNTS_1,
  latencies: LATENCIES_1,
  nodes: [],
  cpus: [],
  symbolMayBeCut: false,
};
const LINE_1: Lean = {
  ...nulls('address physicalChanges snoopPercent trimmedPercent missing'),
  memoryNodes: [],
  counts: COUNTS_1,
  rows: [],
  rowErrorSamples: 0,
};
const PROFILE_1: Lean = {
  ...nulls('display command kernelRelease perfVersion machine cpuCount operations'),
  lineBytes: 64,
  events: [],
  cores: [],
  takenOn: [],
  stated: COUNTS_1,
  listed: COUNTS_1,
  lines: [],
  types: [],
};

/**
 * A profile without what is not known, which is most of it: every key that is left out stands for what
 * the tables above say. They are frozen with form 1 of links. A row's code address is given by its
 * distance from the one before.
 */
export function leanProfile(profile: DocumentProfile): Value {
  const plain = JSON.parse(JSON.stringify(profile)) as Lean;
  let before: bigint | null = null;
  const lines = listOf(plain['lines']).map((line) => {
    const rows = listOf(objectOf(line)['rows']).map((row) => {
      const own = { ...objectOf(row) };
      const address = own['codeAddress'];
      if (typeof address === 'string') {
        const now = BigInt(address);
        const distance: bigint = before === null ? now : now - before;
        const isExact = `0x${now.toString(16)}` === address;
        if (isExact && before !== null && distance > -FAR && distance < FAR) {
          own['codeAddress'] = Number(distance);
        }
        before = now;
      }
      return withoutTable(own, ROW_1);
    });
    const own: Lean = { ...objectOf(line), rows };
    if (own['id'] === own['address']) delete own['id'];
    return withoutTable(own, LINE_1);
  });
  return withoutTable({ ...plain, lines }, PROFILE_1);
}

const FAR = 2n ** 48n;

/** What `leanProfile` was given. What comes in is not trusted, and what goes out has to be validated. */
export function expandProfile(lean: Value): Value {
  let before = 0n;
  const profile = withTable(lean, PROFILE_1);
  const lines = listOf(profile['lines']).map((line) => {
    const own = withTable(line, LINE_1);
    const rows = listOf(own['rows']).map((row): Value => {
      const each = withTable(row, ROW_1);
      const address = each['codeAddress'];
      if (typeof address === 'number' && Number.isSafeInteger(address)) {
        before += BigInt(address);
        each['codeAddress'] = `0x${BigInt.asUintN(64, before).toString(16)}`;
      } else if (typeof address === 'string' && /^0x[0-9a-f]{1,16}$/i.test(address)) {
        before = BigInt(address);
      }
      return each;
    });
    return { id: own['address'] ?? null, ...own, rows };
  });
  return { ...profile, lines };
}

/** Leaves out what is as the table has it, inside of objects too. */
function withoutTable(object: Lean, table: Lean): Lean {
  const kept: Lean = {};
  for (const [key, value] of Object.entries(object)) {
    const usual = table[key];
    if (JSON.stringify(value) === JSON.stringify(usual)) continue;
    const shares = SHARES_KEYS.has(key) && value !== null ? SHARES_1 : undefined;
    const inner = shares ?? (isTable(usual) ? usual : undefined);
    kept[key] = inner === undefined ? value : withoutTable(objectOf(value), inner);
  }
  return kept;
}

function withTable(lean: Value, table: Lean): Lean {
  const whole: Lean = { ...table };
  for (const [key, value] of Object.entries(objectOf(lean))) {
    const usual = SHARES_KEYS.has(key) && value !== null ? SHARES_1 : table[key];
    whole[key] = isTable(usual) ? withTable(value, usual) : value;
  }
  return whole;
}

/** Null where nothing is known of them, else with a table of their own. */
const SHARES_KEYS: ReadonlySet<string> = new Set(['shares', 'missing']);

function nulls(keys: string): Lean {
  return Object.fromEntries(keys.split(' ').map((key) => [key, null]));
}

function isTable(value: Value | undefined): value is Lean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: Value | undefined): Lean {
  return isTable(value) ? value : {};
}

function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}
