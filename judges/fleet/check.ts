// `npm run check:fleet [REPORTS]`: a fleet whose truth is known through `rows` and `fleet`; every figure against the truth,
// and DuckDB against Spark and ClickHouse where `HITMAP_PYTHON` (or python3) has pyspark and chdb. Prints times, memory and
// sizes.
import { spawnSync, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  readFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FLEET_QUESTIONS } from '../../web/cli/fleet/fleet';
import { trueFleet, writeFleet } from '../../web/cli/rows/testing/fleet';
import type { HeatJson } from '../../web/core/format/heat/heatJson';
import { compileKernels, KERNELS } from '../../web/cli/rows/testing/kernels';
import { layoutName, truthOf, type TruthRow } from './truth';

/** What a program and the processes that it started took. */
interface Measured {
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
  /** Of all its processes together, at most. */
  readonly peakMb: number;
}

const LOOK_MS = 100;

function measure(program: string, args: readonly string[]): Promise<Measured> {
  const start = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  let peakMb = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(child.pid ?? 0));
  }, LOOK_MS);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearInterval(look);
      resolve({ code, output, seconds: (performance.now() - start) / 1000, peakMb });
    });
  });
}

/** Resident memory of a process and all below it, from Linux's /proc. */
function residentMb(pid: number): number {
  const parents = new Map<number, { parent: number; mb: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
      const mb = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
      parents.set(Number(name), { parent, mb });
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (each: number): boolean => {
    const known = parents.get(each);
    return each === pid || (known !== undefined && known.parent > 0 && isBelow(known.parent));
  };
  return [...parents].reduce((sum, [each, { mb }]) => (isBelow(each) ? sum + mb : sum), 0);
}

type AnswerRow = Readonly<Record<string, string | number | null>>;

const HOSTS = 200;
/** What was built before this; `bin/hitmap.mjs` would look again whether it is current, at each call. */
const PROGRAM = 'dist-cli/hitmap.mjs';

let failures = 0;

/** @param args how many reports; 1,000 where not said */
export async function main(args: readonly string[]): Promise<number> {
  const reports = Number(args[0] ?? 1000);
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-fleet-check-'));
  try {
    await check(folder, reports);
  } finally {
    rmSync(folder, { recursive: true });
  }
  print(failures === 0 ? 'all as they should be' : `${failures} are not as they should be`);
  return failures === 0 ? 0 : 1;
}

async function check(folder: string, reports: number): Promise<void> {
  const fleet = trueFleet({ reports, hosts: HOSTS });
  const bundles = join(folder, 'bundles');
  const rows = join(folder, 'rows');
  mkdirSync(bundles);
  writeFleet(bundles, fleet);
  const types = compileKernels(folder).flatMap((path) => ['--types', path]);
  const list = readdirSync(bundles).map((name) => join(bundles, name));
  const run = (...words: string[]) => measure(process.execPath, [PROGRAM, ...words]);
  const made = await run('rows', ...list, '--out', rows, ...types);
  say(`rows of ${reports} bundles`, made);
  print(`  ${made.output.trim()}`);
  print(`  bundles ${sizeMb(bundles)} MB, rows ${sizeMb(rows)} MB`);
  const again = await run('rows', ...list, '--out', rows, ...types);
  say('the same again', again);
  same('nothing is written twice', / gave 0 rows/.test(again.output), true);

  const answers = new Map<string, readonly AnswerRow[]>();
  for (const by of FLEET_QUESTIONS) {
    const words = ['--by', by, '--json', '--limit', '0'];
    const asked = await run('fleet', join(rows, '*.parquet'), ...words);
    say(`fleet --by ${by}`, asked);
    answers.set(by, (JSON.parse(asked.output) as { rows: AnswerRow[] }).rows);
  }
  const truth = truthOf(fleet);
  const names = layoutNames(answers.get('layout') ?? []);
  againstTruth(answers, truth, names);
  const profile = join(folder, 'fleet.txt');
  const asked = ['--struct', 'address_space', '--as', 'profile'];
  const written = await run('fleet', join(rows, '*.parquet'), ...asked);
  say('fleet --as profile', written);
  writeFileSync(profile, written.output);
  const heat = await run('heat', profile, '--json');
  profileAgainstTruth(JSON.parse(heat.output) as HeatJson, truth['byte'] ?? [], names);
  againstOthers(answers, rows);
}

/** Every row of every answer, each column that has a truth; whether all are the same. */
export function againstTruth(
  answers: ReadonlyMap<string, readonly AnswerRow[]>,
  truth: ReturnType<typeof truthOf>,
  names: ReadonlyMap<string, string>,
): boolean {
  const before = failures;
  for (const by of FLEET_QUESTIONS) {
    const wanted = truth[by] ?? [];
    const columns = Object.keys(wanted[0] ?? {});
    const found = (answers.get(by) ?? [])
      // What is in no row of a report has no byte; these reports have all in their rows.
      .filter((row) => by !== 'byte' || row['line_offset'] !== null || countsOf(row) > 0)
      .map((row) => ({ ...row, hits: row['hits'] ?? countsOf(row) }))
      .map((row: AnswerRow) =>
        columns.map((column) => {
          const cell = row[column] ?? null;
          return column === 'layout' ? (names.get(String(cell)) ?? cell) : cell;
        }),
      );
    const rows = wanted.map((row) => columns.map((column) => rounded(row[column] ?? null)));
    same(
      `truth of ${by}: ${rows.length} rows of ${columns.join(', ')}`,
      sorted(found),
      sorted(rows),
    );
  }
  return failures === before;
}

/** The merged profile as a reader of reports has it: every row of every layout, and its machines. */
function profileAgainstTruth(
  { reports }: HeatJson,
  bytes: readonly TruthRow[],
  names: ReadonlyMap<string, string>,
): void {
  const layouts = [...names].map(([key, name]) => [key.split(':').at(-1) ?? '', name] as const);
  const found = reports.flatMap(({ name, lines }) => {
    const key = /\+([0-9a-f]+)/.exec(name ?? '')?.[1] ?? 'no key';
    const layout = layouts.find(([of]) => of.startsWith(key))?.[1] ?? null;
    return lines.flatMap(({ rows }) =>
      rows.map(({ offsetBytes, counts, remark }) => {
        const hits = Number(counts.hitmRemote) + Number(counts.hitmLocal);
        return [layout, offsetBytes, hits, counts.stores, Number.parseInt(remark ?? '', 10)];
      }),
    );
  });
  const columns = ['layout', 'line_offset', 'hits', 'stores', 'machines'];
  const wanted = bytes.map((row) => columns.map((column) => row[column] ?? null));
  same(`truth of the profile: ${wanted.length} rows`, sorted(found), sorted(wanted));
  const remarks = reports.flatMap(({ diagnostics }) => diagnostics);
  same('the profile is read without a remark', remarks, []);
}

/** Layouts by their keys: what the kernels say that have them. */
function layoutNames(layouts: readonly AnswerRow[]): ReadonlyMap<string, string> {
  const shifts = new Map(KERNELS.map(({ buildId, shiftBytes }) => [buildId, shiftBytes]));
  return new Map(
    layouts.map((row) => [
      String(row['layout']),
      layoutName(shifts.get(String(row['kernel'])) ?? Number.NaN),
    ]),
  );
}

function countsOf(row: AnswerRow): number {
  return Number(row['hitm_remote'] ?? 0) + Number(row['hitm_local'] ?? 0);
}

/** As the queries do: halves up, of two decimals. */
function rounded(cell: string | number | null): string | number | null {
  if (typeof cell !== 'number' || Number.isInteger(cell)) return cell;
  return Math.floor(100 * cell + 0.5) / 100;
}

const OTHER_ENGINES = [
  { engine: 'Spark', module: 'pyspark', script: 'judges/fleet/ask_spark.py' },
  { engine: 'ClickHouse', module: 'chdb', script: 'judges/fleet/ask_clickhouse.py' },
] as const;

/** Every cell of every answer. */
function againstOthers(answers: ReadonlyMap<string, readonly AnswerRow[]>, rows: string): void {
  const python = process.env['HITMAP_PYTHON'] ?? 'python3';
  for (const { engine, module, script } of OTHER_ENGINES) {
    if (spawnSync(python, ['-c', `import ${module}`]).status !== 0) {
      print(`${engine} was not asked: ${python} has no ${module}`);
      continue;
    }
    const start = performance.now();
    const asked = spawnSync(python, [script, 'fleet', rows], {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    });
    if (asked.status !== 0) {
      failures += 1;
      print(`${engine} failed: ${asked.stderr.slice(-2000)}`);
      continue;
    }
    print(`${engine}: ${((performance.now() - start) / 1000).toFixed(1)} s for all queries`);
    const found = JSON.parse(asked.stdout) as Record<string, AnswerRow[]>;
    for (const by of FLEET_QUESTIONS) same(`${engine} on ${by}`, found[by], answers.get(by));
  }
}

function sorted(rows: readonly (readonly unknown[])[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

function same(what: string, found: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a === b) return print(`ok: ${what}`);
  failures += 1;
  print(`NOT THE SAME: ${what}\n  ${a?.slice(0, 600)}\n  ${b?.slice(0, 600)}`);
}

function say(what: string, { code, seconds, peakMb }: Measured): void {
  if (code !== 0) failures += 1;
  print(`${what}: ${seconds.toFixed(1)} s, ${peakMb.toFixed(0)} MB at most, exit code ${code}`);
}

function sizeMb(folder: string): string {
  const bytes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  return (bytes.reduce((sum, each) => sum + each, 0) / 1e6).toFixed(1);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
