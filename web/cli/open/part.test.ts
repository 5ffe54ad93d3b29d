import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { testFolder, written } from '../../core/base/testing/folder';
import { CAPTURE_COMMAND } from '../commands/capture';
import { HEAT_COMMAND } from '../heat/heat';
import { failureOf, run } from '../testing/run';
import { typesBeside } from './part';
import { readProfile } from './readProfile';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const REPORT = at('corpus/address_space-before-6.1-NN.txt');
const SAMPLES = at('corpus/two_processes-6.1-script.txt');
const TYPES = at('e2e/samples/mapping.o');

const folder = testFolder();
const bundle = join(folder, 'web17.tar.gz');

beforeAll(() => {
  pack(bundle, ['c2c.txt', 'samples.txt', 'vmlinux.btf', 'lscpu.txt', 'buildids.txt']);
});

function pack(path: string, parts: readonly string[], report = readFileSync(REPORT)): void {
  const inside = join(folder, 'b');
  written(join(inside, 'c2c.txt'), report);
  copyFileSync(SAMPLES, join(inside, 'samples.txt'));
  copyFileSync(TYPES, join(inside, 'vmlinux.btf'));
  writeFileSync(
    join(inside, 'lscpu.txt'),
    'CPU NODE SOCKET CORE\n0 0 0 0\n1 0 0 1\n2 0 0 0\n3 0 0 1\n',
  );
  writeFileSync(join(inside, 'buildids.txt'), `${'ab'.repeat(20)} [kernel.kallsyms]\n`);
  const lines = parts.map((part) => `part: ${part}\n`).join('');
  const manifest = `hitmap-capture: 1\nid: 7\nhost: web17\nrelease: 6.12.1\nperf: 6.1.5\n${lines}`;
  writeFileSync(join(inside, 'MANIFEST'), manifest);
  const names = ['MANIFEST', ...parts].map((name) => `b/${name}`);
  expect(spawnSync('tar', ['-C', folder, '-czf', path, ...names]).status).toBe(0);
}

const failure = (what: () => unknown) => failureOf(what, folder);

test('the profile of a bundle is the report in it, with what the machine knows', () => {
  const profile = readProfile(bundle);
  expect(profile).toEqual({
    ...readProfile(REPORT),
    perfVersion: '6.1.5',
    kernelRelease: '6.12.1',
    nodes: [{ node: 0, cpus: [0, 1, 2, 3] }],
    cores: [
      [0, 2],
      [1, 3],
    ],
    buildIds: [{ object: '[kernel.kallsyms]', buildId: 'ab'.repeat(20) }],
  });
});

test('one part alone', () => {
  expect(readProfile(`${bundle}#samples.txt`).lines).toEqual(readProfile(SAMPLES).lines);
  expect(run(['show', `${bundle}#vmlinux.btf`, 'list_head']).text).toBe(
    run(['show', TYPES, 'list_head']).text,
  );
});

test('types and heat come from one file', async () => {
  const args = ['--struct', 'address_space', '--at', '80', '--json'];
  const json = (text: string) => (JSON.parse(text) as { struct: unknown }).struct;
  const own = await HEAT_COMMAND.run([bundle, ...args]);
  const apart = await HEAT_COMMAND.run([REPORT, '--from', TYPES, ...args]);
  expect(json(own.text)).toEqual(json(apart.text));
  expect(run(['show', bundle, 'address_space']).text).toMatch(/i_mmap_rwsem/);
});

test('a line of a program is of the types of that program, where the bundle has it', async () => {
  const report = readFileSync(at('corpus/demo-6.1-NN.txt'));
  const inside = join(folder, 'b');
  const path = join(folder, 'user.tar.gz');
  mkdirSync(join(inside, 'programs'), { recursive: true });
  copyFileSync(at('e2e/samples/mapping.o'), join(inside, 'programs', 'demo'));
  pack(path, ['c2c.txt', 'programs/demo', 'vmlinux.btf'], report);
  const [line] = readProfile(path).lines;
  expect(line?.rows[0]?.object).toBe('demo');
  expect(typesBeside(path, line?.rows ?? [])).toBe(`${path}#programs/demo`);
  expect(run(['show', `${path}#programs/demo`, 'list_head']).text).toMatch(/^struct list_head/);
  expect(await failure(() => run(['show', path, 'nothing_of_it']))).toBe(
    '/user.tar.gz has no struct or union `nothing_of_it`. The bundle has other types: /user.tar.gz#programs/demo.',
  );
  pack(path, ['c2c.txt', 'programs/demo'], report);
  expect(await failure(() => run(['show', path, 'list_head']))).toMatch(
    /has no types of its kernel\..* One that has types: \/user\.tar\.gz#programs\/demo\.$/,
  );
  // The kernel's types tell nothing of it.
  pack(path, ['c2c.txt', 'vmlinux.btf'], report);
  expect(typesBeside(path, line?.rows ?? [])).toBe(null);
  const kernel = (line?.rows ?? []).map((row) => ({ ...row, level: 'kernel' as const }));
  expect(typesBeside(path, kernel)).toBe(path);
  expect((await HEAT_COMMAND.run([path, '--line', '0'])).text).toMatch(/reader/);
});

test('a part that is no report is named, not its bundle', async () => {
  expect(await failure(() => readProfile(`${bundle}#buildids.txt`))).toMatch(
    /^\/web17\.tar\.gz#buildids\.txt: This is not a report/,
  );
});

test('what is in it is listed', async () => {
  const { text, notes } = await CAPTURE_COMMAND.run([bundle]);
  expect(text).toMatch(/^host {5}web17\nkernel {3}6\.12\.1$/m);
  const { size } = { size: readFileSync(REPORT).byteLength };
  expect(text).toMatch(new RegExp(`^ +${size} {2}c2c\\.txt$`, 'm'));
  expect(notes).toEqual([]);
});

test('a bundle that is cut, or lacks a part, says so and gives the rest', async () => {
  const cut = join(folder, 'cut.tar.gz');
  const bytes = readFileSync(bundle);
  writeFileSync(cut, bytes.subarray(0, bytes.byteLength - 3000));
  const { diagnostics, lines } = readProfile(cut);
  expect(lines.length).toBeGreaterThan(0);
  expect(diagnostics[0]?.text).toMatch(/^The bundle was cut/);
  expect(await failure(() => run(['show', cut, 'list_head']))).toMatch(
    /^\/cut\.tar\.gz has no types of its kernel\. Its parts: c2c\.txt, samples\.txt\. The bundle was cut/,
  );
  const none = join(folder, 'none.tar.gz');
  pack(none, ['vmlinux.btf']);
  expect(await failure(() => readProfile(none))).toBe('/none.tar.gz holds no recording of perf.');
  expect(await failure(() => readProfile(`${bundle}#x.txt`))).toMatch(
    /^\/web17\.tar\.gz has no part x\.txt\. Its parts: c2c\.txt, samples\.txt, /,
  );
  expect(await failure(() => run(['show', `${TYPES}#x`, 'list_head']))).toMatch(
    /only a bundle has parts/,
  );
  expect(await failure(() => CAPTURE_COMMAND.run([REPORT]))).toMatch(/is not a bundle/);
});
