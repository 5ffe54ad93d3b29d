import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { AccessProfile, AccessRow } from '../facts/generated';
import { snoopsOf } from './counts';
import { lineRows } from './lineRows';
import { reportTraffic } from './lineTraffic';
import { rowCounter } from './lineUnit';
import { lineVerdict } from './lineVerdict';
import { line, profile, row } from './testing/profiles';

const CORPUS = fileURLToPath(new URL('../../../corpus/', import.meta.url));

function corpus(name: string): AccessProfile {
  const text = readFileSync(`${CORPUS}${name}.truth.json`, 'utf8');
  return (JSON.parse(text) as { readonly profile: AccessProfile }).profile;
}

const lockOf = (name: string) => (/^(?:down|up)_write|^rwsem_/.test(name) ? 'rw_semaphore' : null);

function verdict(report: AccessProfile, rank = 0): string {
  const found = lineRows(report)[rank];
  if (found === undefined) throw new Error('bug: no line');
  return lineVerdict(reportTraffic(found, report), lockOf);
}

const of = (rows: readonly AccessRow[], more: Partial<AccessProfile> = {}) =>
  verdict(profile([line('0x1000', rows)], more));

test('readers of bytes that nobody stores, beside bytes that are stored', () => {
  // https://nanxiao.me/en/use-perf-c2c-to-detect-false-sharing: an array of one int a thread, on the stack of main.
  const bound = [row(0x18, 'main._omp_fn.0', { rmt: 41, lcl: 436, cpus: 14 })];
  const sums = [1, 2, 2, 1, 2, 2, 2, 2].map((cpus, at) =>
    row(0x20 + at * 4, 'main._omp_fn.0', { lcl: at === 0 ? 0 : 1, stores: 22_000, cpus }),
  );
  expect(of([...bound, ...sums])).toBe(
    '14 CPUs read `0x18` (99 % of the HITM); `0x20` to `0x3c` are stored by up to 2 CPUs each: false sharing between them.',
  );
});

test('what stays inside of one lock is no false sharing, and what lies beside it is', () => {
  const output = verdict(corpus('address_space-before-6.1-NN'));
  expect(output).toContain('160 CPUs read `0x0` (10 % of the HITM)');
  expect(output).toContain('false sharing between them');
  expect(output).toContain('`0x10` (88 % of the HITM) and `0x8` are in one `rw_semaphore`');
});

test('counters of one CPU each share only their line; one that all store is shared itself', () => {
  const own = [0, 8, 16].map((at) => row(at, 'count', { lcl: 9, stores: 9, cpus: 1 }));
  expect(of(own)).toBe(
    '`0x0`, `0x8` and `0x10` are loaded and stored by one CPU each: false sharing between them.',
  );
  expect(of([row(8, 'count', { lcl: 9, stores: 9, cpus: 14 })])).toBe(
    '`0x8` is loaded and stored by 14 CPUs: the same bytes are shared, which no order changes.',
  );
  expect(of([row(8, 'put', { stores: 9, cpus: 1 }), row(8, 'get', { lcl: 9, cpus: 1 })])).toContain(
    'loaded and stored by different CPUs: the same bytes',
  );
  // One CPU that stores and one that loads are two, as far as is known.
  expect(
    of(
      [0, 8].flatMap((at) => [
        row(at, 'put', { stores: 9, cpus: 1 }),
        row(at, 'get', { lcl: 9, cpus: 1 }),
      ]),
    ),
  ).toContain('it may be false sharing');
});

test('nothing is concluded from what is not there', () => {
  expect(of([row(8, 'read', { lcl: 9 })])).toBe(
    '4 CPUs read `0x8`; no row stores to the line, so its writer is unknown.',
  );
  expect(of([row(8, 'write', { stores: 9 })])).toBe(
    '`0x8` is stored by 4 CPUs; no load found them modified.',
  );
  expect(of([row(8, 'read', { loads: 9 })])).toBe(
    'No load found this line modified, and no row stores to it.',
  );
  const bare = { ...line('0x1000', []), unplaced: [row(0, 'f', { lcl: 3, stores: 2 })] };
  expect(verdict(profile([bare]))).toMatch(/^The report has no offsets/);
  // Two parts of one word may be one field.
  expect(of([row(4, 'read', { lcl: 9 }), row(0, 'write', { stores: 9 })])).not.toContain('false');
  const peers = [row(0, 'read', { lcl: 9 }), row(32, 'write', { stores: 9 })];
  expect(of(peers)).toContain(': false sharing');
  expect(of(peers, { display: 'peer' })).toContain(': it may be false sharing');
});

test('a report that was cut says how much is in no row, each kind by itself', () => {
  const rows = [row(0, 'read', { lcl: 90 }), row(32, 'write', { stores: 40 })];
  const cut = line('0x1000', rows, { hitmLocal: 100, hitmRemote: 0, stores: 100, loads: 100 });
  expect(verdict(profile([cut]))).toMatch(
    /60 % of its stores and 10 % of its HITM are in no row: other bytes may be stored, too\.$/,
  );
});

/** Reports of lines, by who made them. */
const files = readdirSync(CORPUS)
  .filter((name) => name.endsWith('.truth.json'))
  .map((name) => name.replace('.truth.json', ''));

test.each(files)('%s: bands and bytes have the counts of the rows, and a verdict ends', (name) => {
  const report = corpus(name);
  for (const found of lineRows(report)) {
    const traffic = reportTraffic(found, report);
    const count = rowCounter(found.line);
    const rows = [...found.line.rows, ...(found.line.unplaced ?? [])].map(count);
    const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
    const [stores, snoops] = [sum(rows.map((each) => each.stores)), sum(rows.map(snoopsOf))];
    expect(sum(traffic.writers.map((each) => each.count))).toBeCloseTo(stores);
    expect(sum(traffic.readers.map((each) => each.count))).toBeCloseTo(snoops);
    expect(sum(traffic.spots.map((each) => each.stores))).toBeCloseTo(stores);
    expect(sum(traffic.spots.map((each) => each.snoops))).toBeCloseTo(snoops);
    for (const { count: all, parts } of [...traffic.writers, ...traffic.readers]) {
      expect(sum(parts.map((part) => part.count))).toBeCloseTo(all);
    }
    expect(lineVerdict(traffic, lockOf)).toMatch(/^[^`]*(?:`[^`]+`[^`]*)*\.$/);
  }
});
