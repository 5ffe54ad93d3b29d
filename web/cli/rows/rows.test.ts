import { noteLine } from '../words';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { COLUMNS, type FleetRow } from '../../core/format/rows/schema';
import { ROWS_COMMAND } from './rows';
import { bundleOf, trueFleet, writeFleet, type TrueReport } from './testing/fleet';
import { compileKernels } from './testing/kernels';
import { createTypesShelf } from './typesShelf';
import { rowsOfFile } from './writeRows';
import { failureOf } from '../testing/run';

const REPORT = fileURLToPath(
  new URL('../../../corpus/address_space-before-6.1-NN.txt', import.meta.url),
);
const DOCS = fileURLToPath(new URL('../../../docs/fleet.md', import.meta.url));

const folder = testFolder();

const rows = async (...args: string[]) => ROWS_COMMAND.run(args);
const sum = (all: readonly FleetRow[], name: keyof FleetRow) =>
  all.reduce((total, row) => total + Number(row[name] ?? 0), 0);

describe('a fleet whose truth is known', needs('gcc'), () => {
  const fleet = trueFleet({ reports: 12, hosts: 10 });
  let kernels: readonly string[] = [];
  let bundles: readonly string[] = [];
  beforeAll(() => {
    kernels = compileKernels(folder);
    bundles = writeFleet(folder, fleet);
  });

  /** The rows of a file by these types, and what is said of them. */
  async function namedBy(types: readonly string[], path: string) {
    const shelf = createTypesShelf(types);
    const { recordings, notes } = await rowsOfFile(path, { shelf, mostNamed: 100 });
    shelf.close();
    return { found: recordings.flatMap((recording) => recording.rows), notes };
  }
  /** A bundle without its end. */
  function cutOf(whole: string): string {
    writeFileSync(`${whole}-cut.tar.gz`, readFileSync(whole).subarray(0, -40));
    return `${whole}-cut.tar.gz`;
  }
  const rowsOf = async (path: string) => (await namedBy(kernels, path)).found;

  test('each row is the truth, and its struct that of its own kernel', async () => {
    for (const [at, report] of fleet.entries()) {
      const found = await rowsOf(bundles[at] ?? '');
      expect(found.filter(({ row_kind }) => row_kind === 'row').map(figuresOf)).toEqual(
        [...report.rows].map(truthOf),
      );
      const [first] = found;
      expect(first).toMatchObject({
        rows_schema: 1,
        capture: expect.stringMatching(new RegExp(`^${report.id}-[0-9a-f]{32}$`)) as string,
        host: report.host,
        recorded_at: new Date(report.taken),
        kernel_release: report.kernel.release,
        kernel_build_id: report.kernel.buildId,
        cpus: '0-2',
        struct_offset: 80 + report.kernel.shiftBytes,
      });
      expect(first?.struct_key).toMatch(/^struct:address_space:\d+:[0-9a-f]{16}$/);
      checkConserved(found, report);
    }
    const keys = await Promise.all(
      bundles.slice(0, 5).map(async (path) => (await rowsOf(path))[0]?.struct_key),
    );
    // The first two kernels have one layout, the last two have one release and two layouts.
    expect(new Set(keys).size).toBe(4);
    expect(keys[0]).toBe(keys[1]);
  });

  test('what is written is skipped, and what comes twice is written once', async () => {
    const out = join(folder, 'csv');
    const types = kernels.flatMap((path) => ['--types', path]);
    const args = ['--out', out, '--as', 'csv', '--jobs', '1', ...types];
    const [first = '', second = ''] = bundles;
    const copy = join(folder, 'copy.tar.gz');
    writeFileSync(copy, readFileSync(first));
    const once = await rows(first, second, copy, ...args);
    expect(once.text).toBe('2 of 3 files gave 10 rows, 1 were in ' + out + ' already.\n');
    expect(readdirSync(out).sort()).toEqual([
      expect.stringMatching(/^id-0-[0-9a-f]{32}\.csv$/),
      expect.stringMatching(/^id-1-[0-9a-f]{32}\.csv$/),
    ]);
    expect((await rows(first, second, ...args)).text).toMatch(/^0 of 2 files gave 0 rows, 2 were/);
    const text = readFileSync(join(out, readdirSync(out).sort()[0] ?? ''), 'utf8');
    expect(text).toMatch(/^rows_schema,capture,row_id,row_kind,host,recorded_at,/);
    expect(text).toMatch(
      /^1,id-0-[0-9a-f]{32},0,row,host000,2024-01-01T00:00:00\.000Z,(?:01){20},6\.1\.10,/m,
    );
  });

  test('a bundle that was cut gives way to the whole one, and is not counted beside it', async () => {
    const out = join(folder, 'cut');
    const [whole = ''] = bundles;
    const cut = cutOf(whole);
    const args = ['--out', out, '--as', 'csv', '--jobs', '1'];
    expect((await rows(cut, ...args)).notes.map(noteLine).join()).toMatch(/The bundle was cut/);
    expect(readdirSync(out)).toEqual([expect.stringMatching(/^id-0-[0-9a-f]{32}\.cut\d+\.csv$/)]);
    expect((await rows(cut, whole, ...args)).text).toMatch(/^1 of 2 files gave 5 rows, 1 were/);
    expect(readdirSync(out)).toEqual([expect.stringMatching(/^id-0-[0-9a-f]{32}\.csv$/)]);
    const late = await rows(cut, ...args);
    expect([late.text, late.notes.map(noteLine)]).toEqual([
      expect.stringMatching(/^0 of 1 files/),
      [
        expect.stringMatching(
          /The bundle was cut, and rows of a whole bundle with its id are in the output already/,
        ),
      ],
    ]);
    expect(readdirSync(out)).toHaveLength(1);
  });

  test('a bundle with the id of another takes no row of it, in either order, and is said', async () => {
    const [machine] = fleet;
    if (machine === undefined) throw new Error('no report');
    const own = bundles[0] ?? '';
    const foreign = join(folder, 'foreign.tar.gz');
    writeFileSync(foreign, bundleOf({ ...machine, host: 'attacker' }));
    const cut = cutOf(own);
    const twice = /2 bundles have the id id-0 and hold different things: all are counted/;
    const hostsIn = (text: string) => new Set(text.match(/(?<=,)(?:host000|attacker)(?=,)/g));
    const twins = [own, foreign];
    for (const order of [twins, twins.toReversed()]) {
      const out = mkdtempSync(join(folder, 'twins-'));
      const { text, notes } = await rows(...order, '--out', out, '--as', 'csv', '--jobs', '1');
      expect([text, notes.map(noteLine).join()]).toEqual([
        '2 of 2 files gave 10 rows.\n',
        expect.stringMatching(twice),
      ]);
      const texts = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'));
      expect(hostsIn(texts.join('\n'))).toEqual(new Set(['attacker', 'host000']));
      const printed = await rows(...order, '--as', 'csv');
      expect(printed.notes.map(noteLine).join()).toMatch(twice);
      expect(hostsIn(printed.text)).toEqual(new Set(['attacker', 'host000']));
    }
    // What was cut gives way to the bundle that begins as it does, and to no other.
    const out = mkdtempSync(join(folder, 'twins-'));
    const args = ['--out', out, '--as', 'csv', '--jobs', '1'];
    await rows(cut, foreign, ...args);
    expect(readdirSync(out).filter((name) => name.includes('.cut'))).toHaveLength(1);
    await rows(own, ...args);
    expect(readdirSync(out).filter((name) => name.includes('.cut'))).toEqual([]);
    expect(readdirSync(out)).toHaveLength(2);
  });

  test('a folder is its files', async () => {
    const inside = join(folder, 'inside');
    mkdirSync(join(inside, 'deeper'), { recursive: true });
    for (const path of writeFleet(inside, fleet.slice(0, 2))) expect(path).toContain('inside');
    const { text } = await rows(inside, '--as', 'csv');
    const { text: listed } = await rows(...writeFleet(inside, fleet.slice(0, 2)), '--as', 'csv');
    expect(text).toBe(listed);
  });

  test('a recording in which nothing was sampled is a row all the same', async () => {
    const [first] = fleet;
    if (first === undefined) throw new Error('no report');
    const path = join(folder, 'empty.tar.gz');
    const unlisted = { local: 0, loads: 0, stores: 0 };
    writeFileSync(path, bundleOf({ ...first, id: 'nothing', rows: [], unlisted }));
    const found = await rowsOf(path);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      row_kind: 'unlisted',
      capture: expect.stringMatching(/^nothing-/) as string,
      loads: 0,
      stores: 0,
    });
  });

  test('bundles are distinguished by ids of any spelling, and machines that have the same one', async () => {
    const [first] = fleet;
    if (first === undefined) throw new Error('no report');
    const captures = async (id: string, host: string) => {
      const path = join(folder, 'spelt.tar.gz');
      writeFileSync(path, bundleOf({ ...first, id, host }));
      return (await rowsOf(path))[0]?.capture;
    };
    const one = await captures('2026-11-26T10:00:00Z-4711', 'web1');
    expect(one).toMatch(/^[\w-]{1,64}$/);
    expect(await captures('2026-11-26T10:00:00Z-4711', 'web1')).toBe(one);
    expect(await captures('2026-11-26T10:00:00Z-4711', 'web2')).not.toBe(one);
    expect(await captures('2026-11-26T10:00:00Z-4712', 'web1')).not.toBe(one);
  });

  test('types that cannot be read cost names, and no row', async () => {
    const [first] = fleet;
    if (first === undefined) throw new Error('no report');
    const path = join(folder, 'damaged.tar.gz');
    writeFileSync(path, bundleOf(first, { 'vmlinux.btf': 'no types at all' }));
    const { found, notes } = await namedBy([], path);
    checkConserved(found, first);
    expect(notes.map(noteLine).join(' ')).toMatch(
      /No struct is named for some cache lines: .*damaged\.tar\.gz/,
    );
  });

  test('types of another bundle, which says that they are of the same kernel, name no line', async () => {
    const [first] = fleet;
    if (first === undefined) throw new Error('no report');
    const shelf = createTypesShelf([]);
    const keyBy = async (host: string, kernel: number) => {
      const path = join(folder, `${host}-types.tar.gz`);
      const types = readFileSync(kernels[kernel] ?? '');
      writeFileSync(path, bundleOf({ ...first, host }, { 'vmlinux.btf': types }));
      const { recordings } = await rowsOfFile(path, { shelf, mostNamed: 100 });
      return recordings[0]?.rows[0]?.struct_key;
    };
    const [foreign, own] = [await keyBy('attacker', 2), await keyBy('host000', 0)];
    shelf.close();
    expect([foreign, own]).toEqual(Array(2).fill(expect.stringMatching(/^struct:address_space:/)));
    expect(own).not.toBe(foreign);
  });

  test('without types nothing is dropped, and all of it is unbound', async () => {
    const { found: all, notes } = await namedBy([], bundles[0] ?? '');
    expect(new Set(all.map(({ binding_confidence }) => binding_confidence))).toEqual(
      new Set(['unbound']),
    );
    expect(sum(all, 'hitm_remote')).toBe(fleet[0]?.rows.reduce((n, row) => n + row.remote, 0));
    expect(notes.map(noteLine)).toContain(
      'warning: No file of types belongs to the kernel or program of the recording: no struct is named.',
    );
  });
});

function truthOf(row: TrueReport['rows'][number]) {
  const { member, remote, local, otherLoads, stores } = row;
  return {
    struct: member === null ? null : 'address_space',
    member,
    function: row.function,
    figures: [remote, local, otherLoads, stores],
    isNamed: member !== null,
  };
}

function figuresOf(row: FleetRow) {
  return {
    struct: row.struct_name,
    member: row.member_path,
    function: row.symbol,
    figures: [row.hitm_remote, row.hitm_local, row.other_loads, row.stores],
    isNamed: row.binding_confidence !== 'unbound',
  };
}

function checkConserved(found: readonly FleetRow[], { rows: all, unlisted }: TrueReport): void {
  const total = (of: (row: TrueReport['rows'][number]) => number) =>
    all.reduce((count, row) => count + of(row), 0);
  expect(sum(found, 'hitm_remote')).toBe(total(({ remote }) => remote));
  expect(sum(found, 'hitm_local')).toBe(total(({ local }) => local) + unlisted.local);
  expect(sum(found, 'stores')).toBe(total(({ stores }) => stores) + unlisted.stores);
  const loads = total(({ remote, local, otherLoads }) => remote + local + otherLoads);
  expect(sum(found, 'loads')).toBe(loads + unlisted.loads);
}

test('a report of its own is a recording too, named by what it holds', async () => {
  const { text } = await rows(REPORT, '--as', 'csv');
  const [, first = ''] = text.split('\n');
  expect(first).toMatch(/^1,[0-9a-f]{32},0,row,,,,/);
  const twice = await rows(REPORT, REPORT, '--as', 'csv');
  expect(twice.text).toBe(text);
  expect(twice.notes.map(noteLine).join()).toMatch(
    /the recording came before, and its rows are written once/,
  );
});

test('what cannot be done is a sentence, and the other files are done', async () => {
  const failure = (...args: string[]) => failureOf(() => rows(...args));
  expect(await failure()).toMatch(/rows takes reports of perf, or bundles/);
  expect(await failure(REPORT)).toMatch(/--out DIR/);
  expect(await failure(REPORT, '--as', 'xml')).toMatch(/--as takes parquet or csv/);
  const out = join(folder, 'bad');
  mkdirSync(out);
  const broken = join(folder, 'broken.txt');
  writeFileSync(broken, 'nothing of perf\n');
  const outcome = await rows(broken, REPORT, '--out', out, '--jobs', '1');
  expect(outcome.text).toMatch(/^1 of 2 files gave \d+ rows, 1 could not be read\.\n$/);
  expect(outcome.exitCode).toBe(1);
  expect(outcome.notes.map(noteLine)[0]).toMatch(/broken\.txt: /);
});

test('a clock that was never set is said', async () => {
  const [report] = trueFleet({ reports: 1, hosts: 1 });
  const path = join(folder, 'clock.tar.gz');
  writeFileSync(path, report ? bundleOf({ ...report, taken: '1970-01-01T00:00:09Z' }) : '');
  expect((await rows(path, '--as', 'csv')).notes.map(noteLine).join()).toMatch(
    /The clock of the machine that recorded was/,
  );
});

test('every column is documented with its type and unit, in its order', () => {
  const text = readFileSync(DOCS, 'utf8');
  const rows = [
    ...text.matchAll(/^\| `(\w+)` +\| (INT32|DOUBLE|STRING|TIMESTAMP) +\| (\w*) +\|/gm),
  ];
  expect(rows.map(([, name, type, unit]) => [name, type, unit])).toEqual(
    COLUMNS.map(({ name, type, unit }) => [name, type, unit]),
  );
});
