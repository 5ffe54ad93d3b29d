import { expect, test } from 'vitest';
import type { UnsampledLoad } from '../edit/profiles';
import type { AccessProfile } from '../facts/generated';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { attribute } from '../heat/attribute';
import { sliceProfile, profileLines } from '../heat/slice';
import { modelProfile } from './toModel';
import { line, profile, row } from '../heat/testing/profiles';

const STRUCT = orderedFrom(
  structFromC(
    `struct lock { long count; long owner; }; struct s { long a; struct lock l; struct { int b; int c; }; };`,
  ),
);

function model(
  source: AccessProfile,
  bound: Readonly<Record<string, number>> = { '0x1000': 0 },
  unsampled: readonly UnsampledLoad[] = [],
) {
  const wanted = new Set(profileLines(source).map(({ id }) => id));
  const extract = { ...sliceProfile(source, { name: 'p', measuredOn: [], wanted }), unsampled };
  const bindings = Object.entries(bound).map(([target, offsetBytes]) => ({
    profile: 'p',
    target,
    offsetBytes,
  }));
  return modelProfile(attribute(STRUCT, extract, bindings));
}

test('an atom is a byte of what moves, with all rows that touch it', () => {
  const rows = [
    row(16, 'spin', { rmt: 3, lcl: 1 }),
    row(16, 'unlock', { stores: 9 }),
    row(28, 'reader', { loads: 7 }),
  ];
  const group = model(profile([line('0x1000', rows)]))?.instances[0];
  expect(
    group?.atoms.map(({ field, offsetBytes, sizeBytes, rows: own }) => [
      field,
      offsetBytes,
      sizeBytes,
      own.map(({ symbol }) => symbol),
    ]),
  ).toEqual([
    ['l', 8, 8, ['spin', 'unlock']],
    ['c', 0, 4, ['reader']],
  ]);
});

test('what is no field of the struct stays on its line, and so does what a report lost', () => {
  const cut = {
    ...line('0x1000', [row(0, 'a', { rmt: 6 }), row(48, 'other', { stores: 2 })], {
      hitmRemote: 10,
    }),
    trimmedPercent: 33,
  };
  const group = model(profile([cut]))?.instances[0];
  expect(group?.foreign).toMatchObject([
    { line: 0, rows: [{ symbol: 'other', stores: 2 }] },
    { line: 0, isCutOff: true, rows: [{ rmtHitm: 4, stores: 0 }] },
  ]);
});

test('HITM that took longer than the fastest of the report waited', () => {
  const cycles = (hitmLocalCycles: number, hitmRemoteCycles: number | null = null) => ({
    ...row(8, 'f', { lcl: 20, rmt: hitmRemoteCycles === null ? 0 : 20 }),
    latencies: {
      hitmLocalCycles,
      hitmRemoteCycles,
      otherCycles: null,
      peerLocalCycles: null,
      peerRemoteCycles: null,
    },
  });
  const waits = (...rows: readonly ReturnType<typeof cycles>[]) =>
    model(profile([line('0x1000', rows)]))?.instances[0]?.waits;
  expect(waits(cycles(200), cycles(600))).toEqual([{ line: 0, times: 2 }]);
  // A report in which all HITM wait has none that did not: then what any machine needs is the measure.
  expect(waits(cycles(4000))).toEqual([{ line: 0, times: 10 }]);
  expect(waits(cycles(300, 900))).toEqual([{ line: 0, times: 1 }]);
  expect(model(profile([line('0x1000', [row(8, 'f', { rmt: 9 })])]))?.instances[0]?.waits).toEqual(
    [],
  );
});

test('objects that begin at the same byte of their line are added up, others stand apart', () => {
  const lines = ['0x1000', '0x2000', '0x3000'].map((address) =>
    line(address, [row(8, 'f', { rmt: 1 })], { loadsLlc: 5, loadsRemote: 2 }),
  );
  const groups = model(profile(lines), { '0x1000': 0, '0x2000': 0, '0x3000': -8 })?.instances;
  expect(groups?.map(({ baseBytes, lines: table }) => [baseBytes, table])).toEqual([
    [0, [{ line: 0, cleanLoads: 14 }]],
    [8, [{ line: 0, cleanLoads: 7 }]],
  ]);
});

test('the ratio of stores to loads is known where one event samples both, or the period is fixed', () => {
  const ratio = (more: Partial<AccessProfile>) =>
    model(profile([line('0x1000', [row(0, 'f', { rmt: 1 })])], more))?.storeRatio;
  expect(ratio({ events: ['cpu/mem-loads,ldlat=30/P', 'cpu/mem-stores/P'] })).toBeNull();
  expect(ratio({ events: ['ibs_op//'] })).toBe(1);
  expect(ratio({ events: ['arm_spe_0/load_filter=1/'] })).toBe(1);
  // An operation that loads and stores is a load to IBS: where an address has both, its stores are not all counted.
  const atomic = profile([line('0x1000', [row(0, 'f', { rmt: 9, stores: 1 })])], {
    events: ['ibs_op//'],
  });
  expect(model(atomic)?.storeRatio).toBeNull();
  expect(ratio({ command: 'perf c2c record -c 1000 -- sleep 1' })).toBe(1);
  expect(ratio({ command: 'perf c2c record -a -- sleep 1' })).toBeNull();
});

test('two threads of a core are one CPU to the model', () => {
  const seen = {
    ...row(0, 'f', { rmt: 6 }),
    cpuCount: 3,
    cpus: [0, 1, 2].map((cpu) => ({ cpu, loads: 2, stores: 0 })),
  };
  const source = (cores: number[][]) => model(profile([line('0x1000', [seen])], { cores }));
  expect(source([])?.cpuCount).toBe(3);
  const known = source([
    [0, 1],
    [2, 3],
  ]);
  expect(known?.cpuCount).toBe(2);
  expect(known?.instances[0]?.atoms[0]?.cpuShares).toEqual(
    new Map([
      [0, 4 / 6],
      [1, 2 / 6],
    ]),
  );
});

test('of peer snoops nothing is claimed to be HITM', () => {
  const peer = { ...row(0, 'f', { loads: 9 }), otherLoads: 4 };
  const counts = { ...peer.counts, peerRemote: 5 };
  const found = model(profile([line('0x1000', [{ ...peer, counts }])], { display: 'peer' }));
  expect(found?.kind).toBe('peer');
  expect(found?.instances[0]?.atoms[0]?.rows).toMatchObject([
    { rmtHitm: 0, lclHitm: 0, otherLoads: 9 },
  ]);
});

test('of loads that only the code tells those count that can have hit each time', () => {
  const at = (codeAddress: string) => ({ codeAddress });
  const rows = [
    { ...row(0, 'reader', { rmt: 9 }), ...at('0x110') },
    { ...row(8, 'writer', { stores: 5 }), ...at('0x200') },
  ];
  const load = (symbol: string, codeAddress: string, offsetBytes: number): UnsampledLoad => ({
    symbol,
    codeAddress,
    offsetBytes,
    sizeBytes: 4,
  });
  const loads = [
    load('reader', '0x120', 24),
    // Its line is written, and nothing that was sampled comes before it: it would have been seen.
    load('reader', '0x108', 28),
    load('writer', '0x1f0', 28),
    // Of a function that the report does not show it is not known how often it runs.
    load('somebody', '0x300', 24),
    load('reader', '0x130', 999),
  ];
  const group = (source: AccessProfile) => model(source, { '0x1000': 0 }, loads)?.instances[0];
  const unsampled = (source: AccessProfile) =>
    group(source)?.atoms.flatMap(({ field, rows: own }) =>
      own.flatMap(({ isUnsampled, symbol }) => (isUnsampled ? [`${symbol} ${field}`] : [])),
    );
  expect(unsampled(profile([line('0x1000', rows)]))).toEqual(['reader b']);
  // Nobody wrote the line: whatever its functions load there hits.
  const read = rows.slice(0, 1);
  expect(unsampled(profile([line('0x1000', read)]))).toEqual(['reader b', 'reader c']);
});
