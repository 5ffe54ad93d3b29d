import { noteLine } from '../words';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFolder } from '../../core/base/testing/folder';
import { needs, needsPackage } from '../../core/base/testing/needs';
import { Failure } from '../failure';
import { PREDICT_COMMAND } from '../commands/predict';
import { HEAT_COMMAND } from '../heat/heat';
import { readProfiles } from '../open/readProfile';
import { ROWS_COMMAND } from '../rows/rows';
import { bundleOf, OUTLIER, trueFleet, writeFleet, type TrueRow } from '../rows/testing/fleet';
import { compileKernels, KERNELS } from '../rows/testing/kernels';
import { FLEET_COMMAND } from './fleet';
import { failureOf } from '../testing/run';

const folder = testFolder();

interface Answer {
  readonly rows: readonly Readonly<Record<string, string | number | null>>[];
  readonly more: number;
}

const fleet = async (...args: string[]) => FLEET_COMMAND.run(args);
const answer = async (...args: string[]) =>
  JSON.parse((await fleet(...args, '--json', '--limit', '0')).text) as Answer;

const failure = (...args: string[]) => failureOf(() => fleet(...args), folder);

describe(
  'a fleet whose truth is known',
  { ...needs('gcc'), ...needsPackage('@duckdb/node-api') },
  () => {
    const reports = trueFleet({ reports: 60, hosts: 20 });
    const parquet = join(folder, 'rows', '*.parquet');
    const csv = join(folder, 'csv', '*.csv');

    beforeAll(async () => {
      const types = compileKernels(folder).flatMap((path) => ['--types', path]);
      const bundles = writeFleet(folder, reports);
      await ROWS_COMMAND.run([...bundles, '--out', join(folder, 'rows'), '--jobs', '1', ...types]);
      const some = ['--as', 'csv', '--out', join(folder, 'csv'), '--jobs', '1'];
      await ROWS_COMMAND.run([...bundles, ...some, ...types]);
    }, 120_000);

    const hitsOf = ({ remote, local }: TrueRow) => remote + local;
    const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
    const allRows = reports.flatMap((report) => report.rows.map((row) => ({ report, row })));
    const ofStruct = allRows.filter(({ row }) => row.member !== null);
    const structHits = sum(ofStruct.map(({ row }) => hitsOf(row)));
    const allHits =
      sum(allRows.map(({ row }) => hitsOf(row))) +
      sum(reports.map(({ unlisted }) => unlisted.local));

    test.each([
      ['Parquet', parquet],
      ['CSV', csv],
    ])('structs by their share, from %s', async (_, files) => {
      const { rows } = await answer(files);
      const machines = reports
        .slice(0, 20)
        .map(({ host }) =>
          sum(ofStruct.filter(({ report }) => report.host === host).map(({ row }) => hitsOf(row))),
        );
      expect(rows).toEqual([
        {
          name: 'address_space',
          hits: structHits,
          share_percent: Number(((100 * structHits) / allHits).toFixed(2)),
          certain_hits: expect.any(Number) as number,
          loads: sum(ofStruct.map(({ row }) => hitsOf(row) + row.otherLoads)),
          stores: sum(ofStruct.map(({ row }) => row.stores)),
          machines: 20,
          mean_hits: Number((structHits / 20).toFixed(2)),
          most_hits: Math.max(...machines),
          layouts: 4,
        },
        expect.objectContaining({ name: '(unbound)', hits: allHits - structHits }) as object,
      ]);
    });

    test('members and their conflicts are the truth', async () => {
      const { rows } = await answer(parquet, '--by', 'member');
      const of = (member: string) => rows.filter((row) => row['member'] === member);
      for (const member of ['i_mmap.rb_leftmost', 'i_mmap_rwsem.count', 'i_mmap_rwsem.owner']) {
        const truth = ofStruct.filter(({ row }) => row.member === member);
        expect(sum(of(member).map(({ hits }) => Number(hits)))).toBe(
          sum(truth.map(({ row }) => hitsOf(row))),
        );
        // One for each layout.
        expect(of(member)).toHaveLength(4);
      }
      const conflicts = await answer(parquet, '--by', 'conflict', '--struct', 'address_space');
      const pairs = conflicts.rows.map(
        ({ victim_member, writer_member }) => `${victim_member} ${writer_member}`,
      );
      expect(new Set(pairs)).toEqual(
        new Set(['i_mmap_rwsem.owner i_mmap_rwsem.count', 'i_mmap.rb_leftmost i_mmap_rwsem.count']),
      );
    });

    test('the outlier leads, and the worse kernel is worse', async () => {
      const [first] = (await answer(parquet, '--by', 'host')).rows;
      expect(first?.['machine']).toBe(OUTLIER);
      const { rows: kernels } = await answer(parquet, '--by', 'kernel');
      expect(kernels).toHaveLength(5);
      expect(sum(kernels.map(({ hits }) => Number(hits)))).toBe(allHits);
      const { rows: worse } = await answer(parquet, '--by', 'worse', '--struct', 'address_space');
      const between = (before: number, after: number) =>
        worse.find(
          (row) =>
            row['before_kernel'] === KERNELS[before]?.buildId &&
            row['after_kernel'] === KERNELS[after]?.buildId,
        );
      expect(between(0, 3)).toMatchObject({ layout: 'other' });
      expect(between(3, 0)).toBeUndefined();
      const same = between(0, 1) ?? between(1, 0);
      expect(same?.['layout']).toBe('same');
      const since = await answer(parquet, '--by', 'worse', '--before', '6.1.10');
      expect(new Set(since.rows.map((row) => row['before_kernel']))).toEqual(
        new Set([KERNELS[0]?.buildId]),
      );
      expect(await failure(parquet, '--by', 'host', '--before', '6.1.10')).toMatch(/--by worse/);
      // Two kernels of one release are two.
      expect(between(4, 3) ?? between(3, 4)).toMatchObject({ layout: 'other' });
    });

    test('what each machine has, and a folder is its files', async () => {
      const { rows } = await answer(join(folder, 'rows'), '--by', 'machine');
      const hosts = reports.map(({ host }) => host);
      const wanted = hosts.slice(0, 20).map((host) => {
        const own = ofStruct.filter(({ report }) => report.host === host);
        return [host, sum(own.map(({ row }) => hitsOf(row)))];
      });
      expect(new Map(rows.map((row) => [row['machine'], row['hits']]))).toEqual(
        new Map(wanted as [string, number][]),
      );
    });

    test('a struct as one report: every count is the truth, each layout a report', async () => {
      const { text } = await fleet(parquet, '--struct', 'address_space', '--as', 'profile');
      const path = join(folder, 'profile.txt');
      writeFileSync(path, text);
      const read = readProfiles(path);
      expect(
        read.flatMap(({ profile }) => profile.diagnostics.map(({ text: message }) => message)),
      ).toEqual([]);
      const ofLayouts = await answer(parquet, '--by', 'layout', '--struct', 'address_space');
      const keyOf = (layout: unknown) => String(layout).split(':').at(-1)?.slice(0, 8);
      const keys = new Set(ofLayouts.rows.map(({ layout }) => keyOf(layout)));
      expect(keys.size).toBeGreaterThan(1);
      const named = read.map(({ name }) => /\+([0-9a-f]{8})/.exec(name ?? '')?.[1]);
      expect(new Set(named)).toEqual(keys);
      expect(new Set(read.map(({ name }) => name)).size).toBe(read.length);
      const outputs = read.map(({ profile }) => profile.about?.join(' ') ?? '');
      for (const each of outputs) {
        expect(each).toMatch(/Kernels with this layout: 6\.\d+\.\d+, build \w+: \d+ machines/);
        expect(each).toMatch(/Hits on \d+ of \d+ machines: \d+ to \d+ each/);
      }
      expect(outputs.join(' ')).toContain(OUTLIER);
      const lines = read.flatMap(({ profile }) => profile.lines);
      const rows = lines.flatMap((line) => line.rows);
      const of = (symbol: string) => rows.filter((row) => row.symbol === symbol);
      for (const symbol of new Set(ofStruct.map(({ row }) => row.function))) {
        const truth = ofStruct.filter(({ row }) => row.function === symbol).map(({ row }) => row);
        expect(sum(of(symbol).map(({ counts }) => counts.hitmRemote ?? 0))).toBe(
          sum(truth.map(({ remote }) => remote)),
        );
        expect(sum(of(symbol).map(({ counts }) => counts.stores ?? 0))).toBe(
          sum(truth.map(({ stores }) => stores)),
        );
      }
      const whole = sum(
        lines.map(({ counts }) => (counts.hitmRemote ?? 0) + (counts.hitmLocal ?? 0)),
      );
      expect(whole).toBe(structHits);
      const { rows: layouts } = await answer(
        parquet,
        '--by',
        'layout',
        '--struct',
        'address_space',
      );
      expect(new Set(layouts.map(({ layout }) => layout)).size).toBe(4);
      expect(sum(layouts.map(({ recordings }) => Number(recordings)))).toBe(reports.length);
    });

    test('a profile is bound to the layout that it is of, and to no other one', async () => {
      const { text } = await fleet(parquet, '--struct', 'address_space', '--as', 'profile');
      const path = join(folder, 'bound.txt');
      writeFileSync(path, text);
      const names = readProfiles(path).map(({ name }) => name ?? '');
      const first = names.findIndex((name) => name.startsWith(KERNELS[0]?.release ?? '-'));
      const report = `${path}#${first + 1}`;
      const [own, , other] = [0, 1, 2].map((at) => join(folder, `kernel${at}.so`));
      const heat = (types: string | undefined, ...args: string[]) =>
        HEAT_COMMAND.run([report, '--from', types ?? '', ...args]);
      const named = await heat(own);
      expect(named.text).toMatch(/^1\. address_space \(192 bytes\), .*: named$/m);
      expect(named.text).toContain('i_mmap_rwsem.owner');
      expect(named.text).toContain('The report says so');
      // Of 192 bytes there, of 208 here: never sure, whatever its functions touch.
      const wrong = await heat(other);
      expect(wrong.text).not.toMatch(/^\d\. address_space .*: (named|strong)$/m);
      expect(wrong.text).toContain('The report comes from another layout of');
      const onWrong = await heat(other, '--struct', 'address_space');
      expect(onWrong.notes.map(noteLine).join(' ')).toMatch(
        /another layout of address_space \(192 bytes\)/,
      );
      const onOwn = await heat(own, '--struct', 'address_space');
      expect(onOwn.notes.map(noteLine).join(' ')).not.toMatch(/another layout|was chosen by/);
      expect(onOwn.text).toContain('i_mmap_rwsem.owner');
      // Where it lies need not be said again.
      const words = ['address_space', '--profile', report];
      const { text: predicted } = await PREDICT_COMMAND.run([own ?? '', ...words]);
      expect(predicted).toMatch(/HITM/);
    });

    test('words of a profile that do not go together', async () => {
      expect(await failure(parquet, '--as', 'profile')).toBe('--as profile needs --struct S, too.');
      expect(await failure(parquet, '--as', 'link')).toBe('--as takes profile, not `link`.');
      expect(await failure(parquet, '--struct', 'x', '--as', 'profile')).toMatch(
        /^no row of the files is of x\./,
      );
      expect(await failure(parquet, '--struct', 'x', '--as', 'profile', '--json')).toBe(
        '--json does not go with --as profile.',
      );
    });

    test('what comes twice is counted once', async () => {
      expect(await answer(parquet, parquet)).toEqual(await answer(parquet));
    });

    test('rows of somebody else, and rows elsewhere', async () => {
      const { DuckDBInstance } = await import('@duckdb/node-api');
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      const made = async (name: string, query: string) => {
        const path = join(folder, `${name}.parquet`);
        await connection.run(`COPY (${query}) TO '${path.replaceAll("'", "''")}'`);
        return path;
      };
      const rowsWith = (what: string) =>
        `SELECT * REPLACE (${what}) FROM read_parquet('${parquet}') WHERE struct_name IS NOT NULL LIMIT 10`;
      const list = await made('list', rowsWith('[1::BIGINT] AS struct_name'));
      const words = await made('words', rowsWith("'many' AS loads"));
      const forged = await made('forged', rowsWith("E'a\\n99 forged' AS struct_name"));
      const none = await made("it's none", 'SELECT 1 AS constructor');
      connection.closeSync();
      expect((await answer(list)).rows[0]?.['name']).toBe('[1]');
      await expect(fleet(words)).rejects.toThrow(Failure);
      const { text } = await fleet(forged);
      expect(text).not.toMatch(/^\s*99 forged/m);
      await expect(fleet(none)).rejects.toThrow(/not written by `hitmap rows`/);
      await expect(fleet('http://127.0.0.1:9/rows.parquet')).rejects.toThrow(Failure);
    });

    test('machines that no recording names are not counted as one', async () => {
      const out = join(folder, 'unnamed');
      const twice = ['one', 'two'].map((name, at) => {
        const path = join(folder, `${name}.txt`);
        const line = `0  ${at + 4}  1  9  0xffff888100000040`;
        const row = '100.00%  100.00%  100.00%  0x8  10  [k] some_reader  [kernel.kallsyms]';
        const text = `--- HITM ---\nRmtHitm  LclHitm  Stores N/A  Offset  Records  Symbol  Object\n${line}\n${row}\n`;
        writeFileSync(path, text);
        return path;
      });
      await ROWS_COMMAND.run([...twice, '--out', out, '--jobs', '1']);
      const [row] = (await answer(out)).rows;
      expect(row).toMatchObject({ hits: 11, machines: 0, mean_hits: null, most_hits: null });
      const [kernel] = (await answer(out, '--by', 'kernel')).rows;
      expect(kernel).toMatchObject({ recordings: 2, machines: 0 });
      expect(await failure(out, '--by', 'host')).toMatch(/no recording names its machine/);
    });

    test('some of the recordings', async () => {
      const since = reports[40]?.taken ?? '';
      const { rows } = await answer(parquet, '--since', since, '--by', 'kernel');
      expect(sum(rows.map(({ recordings }) => Number(recordings)))).toBe(20);
      const one = await answer(parquet, '--kernel', '6.12.1', '--by', 'kernel');
      expect(one.rows).toHaveLength(2);
      expect((await answer(parquet, '--kernel', '0505', '--by', 'kernel')).rows).toHaveLength(1);
      expect(await failure(parquet, '--kernel', '9.9')).toMatch(/leave no recording/);
    });

    test('as text', async () => {
      const { text, notes } = await fleet(parquet, '--by', 'host', '--limit', '2');
      expect(text).toMatch(/^machine +kernel release +kernel +recordings +hits/);
      expect(text.trimEnd().split('\n')).toHaveLength(3);
      expect(notes.map(noteLine)).toEqual(['note: 18 more rows: --limit 20 shows them.']);
    });

    test('bundles of one id that hold different things are both counted, and said', async () => {
      const [report] = reports;
      const out = join(folder, 'twins');
      const twins = report ? [report, { ...report, host: 'attacker' }] : [];
      const paths = twins.map((twin) => {
        const path = join(folder, `${twin.host}.tar.gz`);
        writeFileSync(path, bundleOf(twin));
        return path;
      });
      await ROWS_COMMAND.run([...paths, '--out', out, '--jobs', '1']);
      const { rows } = await answer(out, '--by', 'host');
      expect(rows.map(({ machine }) => machine).toSorted()).toEqual(['attacker', 'host000']);
      const { notes } = await fleet(out, '--by', 'host');
      expect(notes.map(noteLine)).toEqual([
        expect.stringMatching(/2 bundles have the id id-0 and hold different/),
      ]);
    });

    test('what cannot be read is a sentence', async () => {
      expect(await failure()).toMatch(/fleet takes the files that `hitmap rows` writes/);
      expect(await failure(parquet, '--by', 'moon')).toMatch(/--by takes struct, member, /);
      expect(await failure(parquet, '--since', 'May')).toMatch(/--since takes a day/);
      expect(await failure(parquet, '--struct', 'nothing')).toMatch(
        /no row of the files is of nothing/,
      );
      expect(await failure(join(folder, 'none/*.parquet'))).toBe(
        'there is no file /none/*.parquet.',
      );
      const bad = join(folder, 'bad.parquet');
      writeFileSync(bad, 'no parquet at all');
      expect(await failure(bad)).toBe(
        'there are no rows: /bad.parquet left out: it is no Parquet file, or its end is missing.',
      );
      const [whole = ''] = readdirSync(join(folder, 'rows'));
      const cut = join(folder, 'cut.parquet');
      writeFileSync(cut, readFileSync(join(folder, 'rows', whole)).subarray(0, -40));
      const { notes } = await fleet(parquet, cut, '--by', 'kernel');
      expect(notes.map(noteLine)).toEqual([
        `warning: ${cut} left out: it is no Parquet file, or its end is missing.`,
      ]);
      const pipe = join(folder, 'pipe.parquet');
      expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
      expect(await failure(pipe)).toBe('there are no rows: /pipe.parquet left out: no plain file.');
      const other = join(folder, 'other.csv');
      writeFileSync(other, 'a,b\n1,2\n');
      expect(await failure(other)).toMatch(
        /^there are no rows: \/other\.csv left out: not written by `hitmap rows`/,
      );
      const newer = join(folder, 'newer.csv');
      const [csvFile = ''] = readdirSync(join(folder, 'csv'));
      const text = readFileSync(join(folder, 'csv', csvFile), 'utf8');
      writeFileSync(newer, text.replace(/^1,/gm, '2,'));
      expect(await failure(newer)).toMatch(/rows of schema 2, and this hitmap reads schema 1/);
    });
  },
);
