import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { AccessProfile } from '../../core/facts/generated';
import type { HeatJson } from '../../core/format/heat/heatJson';
import { readLink } from '../../core/document/link';
import { run } from '../main';
import { HEAT_COMMAND } from './heat';

const CORPUS = fileURLToPath(new URL('../../../corpus/', import.meta.url));

const TYPES = fileURLToPath(new URL('../../../e2e/samples/mapping.o', import.meta.url));

/** Reports whose rows have, together, all that perf prints of a row: pids, threads, nodes, lists of CPUs. */
const files = readdirSync(CORPUS).filter(
  (name) => /^(?:demo|modules|cpp)-.*\.txt$/.test(name) && !/script|dump|mem-report/.test(name),
);

interface Truth {
  readonly profile: AccessProfile;
}

const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

test.each(files)('heat --json of %s leaves out nothing of its lines and rows', async (file) => {
  const path = `${CORPUS}${file}`;
  const truth = JSON.parse(readFileSync(path.replace(/txt$/, 'truth.json'), 'utf8')) as Truth;
  const { lines, stats, events } = truth.profile;
  const { reports } = JSON.parse((await HEAT_COMMAND.run([path, '--json'])).text) as HeatJson;
  expect(reports).toHaveLength(1);
  const [report] = reports;
  expect(report?.counters).toEqual(stats);
  expect(report?.events).toEqual(events);
  expect(report?.lines).toHaveLength(lines.length);
  for (const line of lines) {
    const found = report?.lines.find(
      (known) => known.line === line.address && known.counts.records === line.counts.records,
    );
    expect(found).toMatchObject({
      snoopPercent: line.snoopPercent,
      counts: line.counts,
      memoryNodes: line.memoryNodes,
      physicalChanges: line.physicalChanges,
      missing: line.missing,
    });
    expect(sorted(found?.rows ?? [])).toEqual(sorted(line.rows));
  }
});

const RECORDINGS = readdirSync(CORPUS).filter((name) => name.endsWith('.data'));

test.each(RECORDINGS)('heat --json of %s has what a recording alone knows', async (file) => {
  const path = `${CORPUS}${file}`;
  const truth = JSON.parse(readFileSync(path.replace(/data$/, 'truth.json'), 'utf8')) as Truth;
  const { totals, unlisted, nodes, cores, buildIds } = truth.profile;
  const { reports } = JSON.parse((await HEAT_COMMAND.run([path, '--json'])).text) as HeatJson;
  expect(reports[0]).toMatchObject({ totals, unlisted, nodes, cores, buildIds });
  expect(nodes.length + cores.length).toBeGreaterThan(0);
});

const PRINTED = [
  ['Local DRAM', 'localDram'],
  ['Remote DRAM', 'remoteDram'],
  ['Remote cache (HIT)', 'remoteCacheHit'],
  ['Remote cache (HITM)', 'remoteCacheHitm'],
] as const;

test.each(files)('heat --json of %s has the shares of misses that perf prints', async (file) => {
  const text = readFileSync(`${CORPUS}${file}`, 'utf8');
  const { reports } = JSON.parse(
    (await HEAT_COMMAND.run([`${CORPUS}${file}`, '--json'])).text,
  ) as HeatJson;
  const percents = reports[0]?.llcMissPercents;
  for (const [name, key] of PRINTED) {
    const line = text.split('\n').find((row) => row.includes(`LLC Misses to ${name} `));
    const printed = line?.split(':')[1]?.trim();
    expect(percents === null ? undefined : `${percents?.[key].toFixed(1)}%`, name).toBe(printed);
  }
});

test('each line is counted by --line as the table and --json count it', async () => {
  const file = `${CORPUS}demo-6.1.txt`;
  const { reports } = JSON.parse((await HEAT_COMMAND.run([file, '--json'])).text) as HeatJson;
  for (const { rank, line } of reports[0]?.lines ?? []) {
    const byNumber = (await HEAT_COMMAND.run([file, '--line', String(rank)])).text;
    const byAddress = (await HEAT_COMMAND.run([file, '--line', line ?? ''])).text;
    expect(byNumber).toBe(byAddress);
  }
});

/** In the second the variables come after the lines, whichever is hotter. */
const ORDERED = ['demo-6.1.txt', 'demo-6.1-mem-report.txt'];

test.each(ORDERED)(
  '--line names the same line of %s where it is tied to a struct',
  async (file) => {
    const path = `${CORPUS}${file}`;
    const { reports } = JSON.parse((await HEAT_COMMAND.run([path, '--json'])).text) as HeatJson;
    const lines = reports[0]?.lines ?? [];
    expect(lines.length).toBeGreaterThan(1);
    for (const { rank, line } of lines) {
      for (const word of [String(rank), line]) {
        const bound = ['--profile', path, '--line', word, '--at', '0'];
        const link = readLink((await run(['link', TYPES, 'address_space', ...bound])).text);
        const edits = link.ok ? link.value.edits : [];
        expect(edits, word).toContainEqual(expect.objectContaining({ kind: 'bind', target: line }));
      }
    }
  },
);

test('what is said of a text is in --json too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-json-'));
  const file = join(folder, 'cut.txt');
  const lines = readFileSync(`${CORPUS}demo-6.1.txt`, 'utf8').split('\n');
  writeFileSync(file, lines.map((line) => line.slice(0, 120)).join('\n'));
  const { text, notes } = await HEAT_COMMAND.run([file, '--json']);
  const { reports } = JSON.parse(text) as HeatJson;
  const outputs = reports.flatMap(({ diagnostics }) =>
    diagnostics.map(({ text: message }) => message),
  );
  expect(outputs.some((message) => message.includes('cut at the right'))).toBe(true);
  expect(notes.some((note) => note.text.includes('cut at the right'))).toBe(true);
  rmSync(folder, { recursive: true });
});
