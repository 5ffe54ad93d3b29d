import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CAPTURE_COMMAND } from './capture';
import { at, INTEL, manifestOf, CaptureLab } from './testing/captureLab';

const lab = new CaptureLab();
const { capture, machine } = lab;

test('a recording without any load or store says so', () => {
  const report = join(lab.folder, 'nothing.txt');
  const text = readFileSync(at('corpus/demo-6.1-NN.txt'), 'utf8');
  writeFileSync(report, text.replace(/^( *(?:Load|Store) Operations *: *)\d+/gm, '$10'));
  const outputOf = (STUB_REPORT: string) =>
    manifestOf(capture(machine(INTEL), [], { STUB_REPORT }));
  expect(outputOf(report)).toMatch(/^missing: memory access: no load and no store was sampled/m);
  rmSync(join(lab.folder, 'out.tar.gz'));
  expect(outputOf(at('corpus/demo-6.1-NN.txt'))).not.toContain('memory access');
});

test('what is left out is left out', () => {
  const args = ['--no-kallsyms', '--no-samples', '--no-modules', '--no-buildids', '--redact'];
  const ran = capture(machine(INTEL), [...args, '--', 'sh', '-c', 'echo secret >&2']);
  expect([...(ran.parts?.keys() ?? [])]).toEqual([
    'MANIFEST',
    'c2c.txt',
    'vmlinux.btf',
    'slabinfo.txt',
    'lscpu.txt',
  ]);
  expect(manifestOf(ran)).toMatch(/^host: host$/m);
  expect(manifestOf(ran)).not.toMatch(/secret/);
  expect(manifestOf(ran)).toMatch(/^left-out: kallsyms$/m);
  // The command ran, and its words went where they belong.
  expect(ran.printed).toMatch(/^secret$/m);
});

test('programs that carry debug information come along, or what they lack is said', () => {
  const files = {
    ...INTEL,
    'opt/db': 'ELF .debug_info of db',
    'srv/old/db': 'ELF .zdebug_info of the other db',
    'usr/bin/plain': 'ELF',
    'usr/bin/idle': 'ELF .debug_info of what touches no contended line',
    'usr/bin/stripped one': 'ELF',
    'usr/lib/debug/.build-id/55/5555.debug': 'ELF .debug_info of stripped',
    'usr/bin/large': `ELF .debug_info ${'x'.repeat(3 << 20)}`,
    'usr/lib/debug/boot/vmlinux-of-another': 'ELF .debug_info',
  };
  const objects = ['/opt/db', '/srv/old/db', '/usr/bin/plain', '/usr/bin/large', '/usr/bin/idle'];
  const ids = objects.map((object, at) => `${String(at + 1).repeat(40)} ${object}\n`).join('');
  const list = join(lab.folder, 'ids');
  writeFileSync(list, `${ids}555555 /usr/bin/stripped one\n99 [kernel.kallsyms]\n`);
  const report = join(lab.folder, 'report');
  const seen = ['db', 'plain', 'large', 'stripped one', '[kernel.kallsyms]'];
  const rows = seen.map((object) => `  9.00%  0x10  [.] f  ${object}  a.c:1\n`);
  // The name of a function, the beginning of another program's, and a word of the header are no program.
  writeFileSync(report, `# idle\n${rows.join('')}  9.00%  0x10  [.] idle  idlers  a.c:1\n`);
  const stubs = { STUB_BUILDIDS: list, STUB_REPORT: report };
  const ran = capture(machine(files), ['--programs-mb', '2', '--no-btf'], stubs);
  const programs = [...(ran.parts ?? [])].filter(([name]) => name.startsWith('programs/'));
  expect(programs).toEqual([
    ['programs/db', 'ELF .debug_info of db'],
    ['programs/22222222-db', 'ELF .zdebug_info of the other db'],
    ['programs/stripped_one', 'ELF .debug_info of stripped'],
  ]);
  expect(manifestOf(ran)).toMatch(
    /^missing: programs\/large: it has 3 MB, and --programs-mb is 2$/m,
  );
  expect(manifestOf(ran)).toMatch(/^missing: some programs and libraries: 1 of those/m);

  rmSync(join(lab.folder, 'out.tar.gz'));
  const redacted = capture(machine(files), ['--redact'], stubs);
  expect([...(redacted.parts?.keys() ?? [])].join(' ')).not.toMatch(/programs/);
  expect(manifestOf(redacted)).toMatch(/^left-out: programs$/m);
});

test('what was left out on purpose is not called missing', () => {
  const ran = capture(machine(INTEL), ['--no-samples', '--no-report']);
  expect(manifestOf(ran)).toMatch(/^samples: unknown$/m);
  expect(manifestOf(ran)).not.toMatch(/nothing was sampled/);
});

test('names are taken out of what perf printed', () => {
  const ran = capture(machine(INTEL), ['--redact']);
  expect(ran.log).toMatch(/^script .* -F pid,/m);
  expect(ran.parts?.get('buildids.txt')).toMatch(/^3{40} db$/m);
  expect(ran.parts?.get('samples.txt')).not.toMatch(/\(\//);
  const [list, samples] = [join(lab.folder, 'blanks'), join(lab.folder, 'samples')];
  writeFileSync(list, `${'5'.repeat(40)} /home/jo ann/my (old) db/db\n`);
  const sample = ' 5/5 [000] 1.5: cpu/mem-loads/P: 10 1668 |OP LOAD| 9 401208 f(int)+0x8';
  const path = '(/home/jo ann/my (old) db/db)';
  writeFileSync(samples, `${sample} ${path}        30048\n${sample} ${path}\n`);
  rmSync(join(lab.folder, 'out.tar.gz'));
  const blanks = capture(machine(INTEL), ['--redact'], {
    STUB_BUILDIDS: list,
    STUB_SAMPLES: samples,
  });
  expect(blanks.parts?.get('buildids.txt')).toBe(`${'5'.repeat(40)} db\n`);
  expect(blanks.parts?.get('samples.txt')).toBe(`${sample} (db)        30048\n${sample} (db)\n`);
});

test('a recording that is too large is not written out as text, and that is said', () => {
  const ran = capture(machine(INTEL), ['--most-mb', '2'], { STUB_MB: '2' });
  expect(ran.parts?.has('samples.txt')).toBe(false);
  expect(ran.parts?.has('c2c.txt')).toBe(true);
  expect(manifestOf(ran)).toMatch(
    /^missing: samples\.txt: the recording has 2 MB, and --most-mb is 2$/m,
  );
});

test('a part whose name has a line break makes no line', async () => {
  const inside = join(lab.folder, 'b');
  mkdirSync(inside);
  writeFileSync(join(inside, 'MANIFEST'), 'hitmap-capture: 1\n');
  writeFileSync(join(inside, 'a\n  99  forged.btf'), 'x');
  const path = join(lab.folder, 'b.tar');
  expect(spawnSync('tar', ['-C', lab.folder, '-cf', path, 'b']).status).toBe(0);
  const { text } = await CAPTURE_COMMAND.run([path]);
  expect(text).toContain('a\\u000a  99  forged.btf');
  expect(text).not.toMatch(/^ *99 {2}forged/m);
});
