// `npm run check:fleet [REPORTS]`: a fleet whose truth is known through `rows` and `fleet`; every figure against the truth,
// and DuckDB against Spark and ClickHouse where `HITMAP_PYTHON` (or python3) has pyspark and chdb. Prints times, memory and
// sizes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trueFleet, writeFleet } from '../web/cli/rows/testing/fleet';
import { compileKernels } from '../web/cli/rows/testing/kernels';
import { measure, type Measured } from './fleet/measure';
import { truthOf, type FleetTruth } from './fleet/truth';

type AnswerRow = Readonly<Record<string, string | number | null>>;

const HOSTS = 200;
const QUESTIONS = [
  'struct',
  'member',
  'byte',
  'conflict',
  'layout',
  'host',
  'kernel',
  'worse',
] as const;
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
  for (const by of QUESTIONS) {
    const words = ['--by', by, '--json', '--limit', '0'];
    const asked = await run('fleet', join(rows, '*.parquet'), ...words);
    say(`fleet --by ${by}`, asked);
    answers.set(by, (JSON.parse(asked.output) as { rows: AnswerRow[] }).rows);
  }
  againstTruth(answers, truthOf(fleet));
  againstOthers(answers, rows);
}

function againstTruth(
  answers: ReadonlyMap<string, readonly AnswerRow[]>,
  { structs, members, machines, kernels }: FleetTruth,
): void {
  const sums = (by: string, key: string, value: string) => {
    const found = new Map<string, number>();
    for (const row of answers.get(by) ?? []) {
      const name = String(row[key]);
      found.set(name, (found.get(name) ?? 0) + Number(row[value]));
    }
    return sorted(found);
  };
  const field = (name: 'hits' | 'stores') =>
    sorted(new Map([...members].map(([member, counts]) => [member, counts[name]])));
  same('hits of structs', sums('struct', 'name', 'hits'), sorted(structs));
  same('hits of members', sums('member', 'member', 'hits'), field('hits'));
  same('stores of members', sums('member', 'member', 'stores'), field('stores'));
  same('hits of machines', sums('host', 'machine', 'hits'), sorted(machines));
  same('hits of kernels', sums('kernel', 'kernel', 'hits'), sorted(kernels));
}

const OTHER_ENGINES = [
  { engine: 'Spark', module: 'pyspark', script: 'scripts/fleet/ask_spark.py' },
  { engine: 'ClickHouse', module: 'chdb', script: 'scripts/fleet/ask_clickhouse.py' },
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
    for (const by of QUESTIONS) same(`${engine} on ${by}`, found[by], answers.get(by));
  }
}

function sorted(map: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
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
