import { sentence } from '../../base/messages';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { profilePart, readBundle } from './bundle';
import { switchesText } from './kernelConfig';
import { machineOf, readTopology } from './machine';
import { tarFiles } from './tar';
import { tarHead } from './testing/tarHead';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hitmap-bundle-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** An archive of these files by the machine's tar. */
function tar(files: Readonly<Record<string, string>>, ...options: string[]): Uint8Array {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'in', name)), { recursive: true });
    writeFileSync(join(folder, 'in', name), text);
  }
  const path = join(folder, 'out.tar');
  const args = ['-C', join(folder, 'in'), ...options, '-cf', path, ...Object.keys(files)];
  expect(spawnSync('tar', args).status).toBe(0);
  return readFileSync(path);
}

const MANIFEST = `hitmap-capture: 1
id: 4711
taken: 2026-11-25T21:12:37Z
host: web17
release: 6.12.1
machine: x86_64
cpu: A CPU: fast
perf: 6.12.5
kernel-build-id: E4F18d9d
samples: 12
part: c2c.txt
part: vmlinux.btf
missing: slabinfo.txt: only root may read it
`;
const FILES = {
  'b/MANIFEST': MANIFEST,
  'b/vmlinux.btf': 'B'.repeat(5000),
  'b/c2c.txt': 'a report\n'.repeat(700),
};

const read = (bytes: Uint8Array) => {
  const bundle = readBundle(bytes);
  if (!bundle.ok) throw new Error(sentence(bundle.error));
  return bundle.value;
};

test.each([['gnu'], ['ustar'], ['pax']])('an archive as tar writes it (%s)', (format) => {
  const deep = `b/${'long/'.repeat(18)}name-of-some-length.btf`;
  const names = format === 'ustar' ? { [deep]: 'x' } : {};
  const { entries, isWhole } = tarFiles(tar({ ...FILES, ...names }, `--format=${format}`));
  expect(isWhole).toBe(true);
  expect(entries.map(({ name, bytes }) => [name, bytes.byteLength])).toEqual([
    ['b/MANIFEST', MANIFEST.length],
    ['b/vmlinux.btf', 5000],
    ['b/c2c.txt', 6300],
    ...(format === 'ustar' ? [[deep, 1]] : []),
  ]);
});

test('parts by their names, and what the manifest says', () => {
  const bundle = read(tar(FILES));
  expect([...bundle.parts.keys()]).toEqual(['vmlinux.btf', 'c2c.txt']);
  expect(profilePart(bundle)).toBe('c2c.txt');
  expect(bundle.manifest).toMatchObject({
    id: '4711',
    host: 'web17',
    cpu: 'A CPU: fast',
    kernelBuildId: 'e4f18d9d',
    samples: 12,
  });
  expect(bundle.notes.map(sentence)).toEqual([
    'Not in the bundle: slabinfo.txt: only root may read it.',
  ]);
  expect(machineOf(bundle)).toMatchObject({
    release: '6.12.1',
    buildIds: [{ object: '[kernel.kallsyms]', buildId: 'e4f18d9d' }],
  });
});

test('wherever it is cut, what came before is read, and the cut is said', () => {
  const whole = tar(FILES);
  for (let length = 1024; length < 12_000; length += 511) {
    const bundle = read(whole.subarray(0, length));
    expect(bundle.notes.map(sentence)[0]).toMatch(/^The bundle was cut/);
    expect(bundle.parts.get('vmlinux.btf')?.byteLength ?? 5000).toBe(5000);
  }
  expect(read(whole.subarray(0, 4000)).notes.map(sentence)[1]).toBe(
    'The manifest of the bundle names c2c.txt and vmlinux.btf, which the bundle does not hold.',
  );
  // Of a report the rest is of use.
  expect(read(whole.subarray(0, 9000)).parts.has('c2c.txt')).toBe(true);
});

test('another archive, and one of a newer script', () => {
  expect(readBundle(tar({ 'x.txt': 'x' }))).toMatchObject({
    ok: false,
    error: { id: 'open/no-bundle' },
  });
  expect(readBundle(new Uint8Array(600).fill(7)).ok).toBe(false);
  const newer = { ...FILES, 'b/MANIFEST': MANIFEST.replace(': 1\n', ': 2\n') };
  expect(read(tar(newer)).notes.map(sentence)[0]).toMatch(/newer hitmap-capture.sh \(format 2/);
});

test('siblings are CPUs of one core of one socket; one that is offline is of none', () => {
  const text = `CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE
  0    0      0    0 0:0:0:0          yes
  1    1      1    0 1:1:1:0          yes
  2    0      0    0 0:0:0:0          yes
  3    -      -    - -                 no
`;
  expect(readTopology(text)).toEqual({
    cores: [[0, 2], [1]],
    nodes: [
      { node: 0, cpus: [0, 2] },
      { node: 1, cpus: [1] },
    ],
  });
  expect(readTopology('')).toEqual({ cores: [], nodes: [] });
});

test('a manifest that says the same ten thousand times is not repeated', () => {
  const lines = (key: string) => `${key}: ${'x'.repeat(1000)}\n`.repeat(10_000);
  const { notes } = read(tar({ 'b/MANIFEST': `${MANIFEST}${lines('missing')}${lines('part')}` }));
  expect(notes.map(sentence).join(' ').length).toBeLessThan(20_000);
  expect(notes.map(sentence).at(-1)).toMatch(/\d+ more parts are not in the bundle\./);
});

test('names of parts are names: none is a path, and those of any object are none', () => {
  const { entries } = tarFiles(
    tar({ ...FILES, 'b/__proto__': 'x', 'b/constructor': 'y' }, '--transform=s,c2c,../../c2c,'),
  );
  const bundle = read(tar({ ...FILES, 'b/__proto__': 'x' }));
  expect(bundle.parts.get('__proto__')).toHaveLength(1);
  expect(bundle.parts.get('toString')).toBeUndefined();
  expect(entries.map(({ name }) => name)).toContain('b/../../c2c.txt');
});

test('links, devices and folders of an archive hold nothing', () => {
  const header = (kind: string) => tarHead('b/vmlinux.btf', 0, kind, '/etc/passwd');
  const kinds = ['1', '2', '3', '4', '5', '6'];
  const archive = new Uint8Array(512 * (kinds.length + 2));
  for (const [place, kind] of kinds.entries()) archive.set(header(kind), place * 512);
  expect(tarFiles(archive)).toEqual({ entries: [], isWhole: true });
  // The same header as a regular file is one.
  archive.set(header('0'), 0);
  expect(tarFiles(archive).entries).toHaveLength(1);
});

test('of a configuration what bears on layouts is listed, and what makes them other than elsewhere is a note', () => {
  const config = `# CONFIG_NUMA is not set
CONFIG_SMP=y
CONFIG_NR_CPUS=64
CONFIG_X86_L1_CACHE_SHIFT=6
CONFIG_SOUND=m
CONFIG_CC_VERSION_TEXT="gcc CONFIG_KASAN=y"
CONFIG_DEBUG_LOCK_ALLOC=y
CONFIG_RANDSTRUCT=y
`;
  const parts = { 'b/MANIFEST': `${MANIFEST}part: config.txt\n`, 'b/config.txt': config };
  const bundle = readBundle(tar(parts));
  if (!bundle.ok) throw new Error(sentence(bundle.error));
  expect(switchesText(bundle.value.switches)).toBe(
    'SMP NR_CPUS=64 X86_L1_CACHE_SHIFT=6 DEBUG_LOCK_ALLOC RANDSTRUCT',
  );
  const notes = bundle.value.notes.map(sentence).join(' ');
  expect(notes).toContain('CONFIG_RANDSTRUCT: its members are in an order of this one build');
  expect(notes).toContain(
    'CONFIG_DEBUG_LOCK_ALLOC: locks and the structs that contain them are larger',
  );
  const plain = readBundle(tar({ ...parts, 'b/config.txt': 'CONFIG_SMP=y\n' }));
  expect(plain.ok && plain.value.notes.map(sentence).join(' ')).not.toMatch(/CONFIG_/);
});
