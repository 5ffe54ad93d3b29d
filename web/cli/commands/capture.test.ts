import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { needs } from '../../base/testing/needs';
import { CAPTURE_COMMAND } from './capture';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const SCRIPT = at('capture/hitmap-capture.sh');
const STUB = at('capture/testing/perf');

const SHELLS = [
  ['dash', ['dash']],
  ['busybox', ['busybox', 'sh']],
  ['bash', ['bash', '--posix']],
] as const;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitmap-capture-test-'));
  mkdirSync(join(folder, 'tmp'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A machine's /sys, /proc and /boot, as far as the script looks at them. */
function machine(files: Readonly<Record<string, string>>): string {
  const root = join(folder, 'root');
  mkdirSync(root, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const KERNEL = {
  'proc/cpuinfo': 'vendor_id\t: GenuineIntel\nmodel name\t: Intel(R) Xeon(R)\n',
  'proc/kallsyms': '0000000000000000 A fixed_percpu_data\nffffffff81000000 T _text\n',
  'proc/slabinfo': 'slabinfo - version: 2.1\n',
  'proc/sys/kernel/perf_event_paranoid': '2\n',
  'proc/sys/kernel/random/uuid': '11111111-2222-3333-4444-555555555555\n',
  'sys/kernel/btf/vmlinux': 'BTF of vmlinux',
  'sys/kernel/btf/nf_conntrack': 'BTF of nf_conntrack',
  'sys/kernel/btf/nvme_core': 'BTF of nvme_core',
  'sys/kernel/btf/unused': 'BTF of unused',
};
const INTEL = {
  ...KERNEL,
  'sys/bus/event_source/devices/cpu/events/mem-loads': 'event=0xcd,umask=0x1,ldlat=3\n',
};
const AMD = {
  ...KERNEL,
  'sys/bus/event_source/devices/ibs_op/type': '11\n',
  'proc/cpuinfo':
    'vendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC 9654\n',
};

interface Ran {
  readonly code: number | null;
  readonly said: string;
  readonly log: string;
  /** Names of the parts and their texts; null where no bundle was written. */
  readonly parts: ReadonlyMap<string, string> | null;
}

function capture(
  root: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  shell: readonly string[] = ['sh'],
): Ran {
  const [program = 'sh', ...words] = shell;
  const output = join(folder, 'out.tar.gz');
  const log = join(folder, 'log');
  writeFileSync(log, '');
  // A command that ends at once, where the test does not say which.
  const command =
    args.includes('--') || args[0] === '--seconds' || args.at(-1) === '--frequency'
      ? []
      : ['--', 'true'];
  const given = [...words, SCRIPT, '--output', output, ...args, ...command];
  const samples = at('corpus/two_processes-6.1-script.txt');
  const { status, stderr } = spawnSync(program, given, {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'] ?? '',
      PERF: STUB,
      HITMAP_CAPTURE_ROOT: root,
      TMPDIR: join(folder, 'tmp'),
      STUB_LOG: log,
      STUB_REPORT: at('corpus/demo-6.1-NN.txt'),
      STUB_SAMPLES: samples,
      STUB_BUILDIDS: buildIds(),
      ...env,
    },
  });
  return { code: status, said: stderr, log: readFileSync(log, 'utf8'), parts: partsOf(output) };
}

function buildIds(): string {
  const path = join(folder, 'buildids');
  const ids = [
    '[kernel.kallsyms]',
    '[nf_conntrack]',
    '/lib/modules/6.1/nvme-core.ko.xz',
    '/opt/db',
  ];
  const lines = ids.map((object, place) => `${String(place).repeat(40)} ${object}\n`);
  writeFileSync(path, lines.join(''));
  return path;
}

function partsOf(output: string): ReadonlyMap<string, string> | null {
  if (!existsSync(output)) return null;
  const tar = (...args: string[]) => spawnSync('tar', args, { encoding: 'utf8' }).stdout;
  const names = tar('-tzf', output).trim().split('\n');
  return new Map(
    names.map((name) => [name.replace('hitmap-capture/', ''), tar('-xzOf', output, name)]),
  );
}

const manifestOf = ({ parts }: Ran) => parts?.get('MANIFEST') ?? '';
const recordCall = ({ log }: Ran) => log.split('\n').find((line) => / -o /.test(line)) ?? '';

test('the command prints the script as it is', async () => {
  const { text, as } = await CAPTURE_COMMAND.run([]);
  expect(text).toBe(readFileSync(SCRIPT, 'utf8'));
  expect(as).toBe('file');
});

test('shellcheck has nothing to say', needs('shellcheck'), () => {
  const { stdout, status } = spawnSync('shellcheck', [SCRIPT, STUB], { encoding: 'utf8' });
  expect([stdout, status]).toEqual(['', 0]);
});

describe.each(SHELLS)('under %s', (program, shell) => {
  test('all parts, the manifest first, and nothing left behind', needs(program), () => {
    const ran = capture(machine(INTEL), ['--seconds', '1'], {}, shell);
    expect(ran.code).toBe(0);
    expect(manifestOf(ran)).toMatch(/^seconds: 1$/m);
    expect([...(ran.parts?.keys() ?? [])]).toEqual([
      'MANIFEST',
      'c2c.txt',
      'samples.txt',
      'modules/nf_conntrack.btf',
      'modules/nvme_core.btf',
      'buildids.txt',
      'vmlinux.btf',
      'slabinfo.txt',
      'kallsyms.txt',
      'lscpu.txt',
    ]);
    expect(ran.parts?.get('c2c.txt')).toBe(readFileSync(at('corpus/demo-6.1-NN.txt'), 'utf8'));
    expect(ran.parts?.get('modules/nvme_core.btf')).toBe('BTF of nvme_core');
    expect(manifestOf(ran)).toMatch(
      /^hitmap-capture: 1\nid: 11111111-2222-3333-4444-555555555555\ntaken: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n/,
    );
    expect(manifestOf(ran)).toMatch(/^missing: config\.txt: neither \/proc\/config\.gz nor/m);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
    expect(readdirSync(folder)).not.toContain('out.tar.gz.part');
  });

  test('Ctrl-C after the recording leaves nothing behind', needs(program), async () => {
    const begun = join(folder, 'reporting');
    const [first = 'sh', ...words] = shell;
    const child = spawn(
      first,
      [...words, SCRIPT, '--output', join(folder, 'out.tar.gz'), '--', 'true'],
      {
        // A group of its own, as a terminal gives it.
        detached: true,
        stdio: 'ignore',
        env: {
          PATH: process.env['PATH'] ?? '',
          PERF: STUB,
          HITMAP_CAPTURE_ROOT: machine(INTEL),
          TMPDIR: join(folder, 'tmp'),
          STUB_REPORT: at('corpus/demo-6.1-NN.txt'),
          STUB_SAMPLES: at('corpus/two_processes-6.1-script.txt'),
          STUB_BUILDIDS: buildIds(),
          STUB_SLOW: begun,
        },
      },
    );
    const ended = new Promise((resolve) => child.on('close', resolve));
    await vi.waitUntil(() => existsSync(begun), { timeout: 20_000 });
    expect(readdirSync(join(folder, 'tmp'))).not.toEqual([]);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await ended;
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
    expect(existsSync(join(folder, 'out.tar.gz'))).toBe(false);
  });

  test('no permission: what else there is, and why', needs(program), () => {
    const ran = capture(machine(INTEL), [], { STUB_REFUSES: 'permission' }, shell);
    expect(ran.code).toBe(1);
    expect(ran.said).toMatch(
      /no recording: perf is not permitted to \(kernel\.perf_event_paranoid is 2\): run this as root\./,
    );
    expect(ran.parts?.has('vmlinux.btf')).toBe(true);
    expect(ran.parts?.has('c2c.txt')).toBe(false);
    expect(manifestOf(ran)).toMatch(/^missing: recording: perf is not permitted to/m);
  });
});

test('a recording without any load or store says so', () => {
  const report = join(folder, 'nothing.txt');
  const text = readFileSync(at('corpus/demo-6.1-NN.txt'), 'utf8');
  writeFileSync(report, text.replace(/^( *(?:Load|Store) Operations *: *)\d+/gm, '$10'));
  const said = (STUB_REPORT: string) => manifestOf(capture(machine(INTEL), [], { STUB_REPORT }));
  expect(said(report)).toMatch(/^missing: memory access: no load and no store was sampled/m);
  rmSync(join(folder, 'out.tar.gz'));
  expect(said(at('corpus/demo-6.1-NN.txt'))).not.toContain('memory access');
});

test('each CPU is recorded by what it has', () => {
  const of = (files: Readonly<Record<string, string>>, version: string, ...args: string[]) => {
    rmSync(join(folder, 'root'), { recursive: true, force: true });
    rmSync(join(folder, 'out.tar.gz'), { force: true });
    const ran = capture(machine(files), args, { STUB_VERSION: version });
    return `${recordCall(ran).replace(/ -o \S+ .*/, '')}; ${/^method: .*/m.exec(manifestOf(ran))?.[0]}`;
  };
  const none = { 'proc/cpuinfo': '' };
  const spe = { ...none, 'sys/bus/event_source/devices/arm_spe_0/type': '9\n' };
  expect(of(INTEL, '6.1')).toBe('c2c record -- --max-size=1024M -a; method: intel');
  expect(of(INTEL, '5.4')).toBe('c2c record -- -a; method: intel');
  expect(of(INTEL, '6.1', '--ldlat', '50', '--frequency', '99', '--most-mb', '9')).toBe(
    'c2c record -l 50 -- -F 99 --max-size=9M -a; method: intel',
  );
  expect(of(AMD, '6.12')).toBe('c2c record -- --max-size=1024M -a; method: amd');
  expect(of(AMD, '5.15')).toBe(
    'record -W -d --phys-data --sample-cpu -e ibs_op// --max-size=1024M -a; method: amd-old',
  );
  expect(of(spe, '6.6')).toBe('c2c record -- --max-size=1024M -a; method: arm');
  expect(of(none, '6.6')).toBe('; method: none');
  expect(of(none, '6.6', '--event', 'cpu-clock')).toMatch(/^record .* -e cpu-clock/);
});

test('a CPU that cannot tell who answered is said to be one', () => {
  const zen3 = { ...AMD, 'proc/cpuinfo': AMD['proc/cpuinfo'].replace('17', '1') };
  expect(manifestOf(capture(machine(zen3)))).toMatch(/^missing: HITM: this CPU \(AMD Zen 3\)/m);
  rmSync(folder, { recursive: true });
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  expect(manifestOf(capture(machine(AMD)))).not.toMatch(/Zen 3/);
});

test('a perf without the newer options leaves what it can, and says so', () => {
  const old = { STUB_UNKNOWN: '--call-graph', STUB_VERSION: '4.10' };
  const ran = capture(machine(INTEL), [], old);
  expect(ran.log).toMatch(/^c2c report .* -NN --full-symbols --show-all$/m);
  expect(manifestOf(ran)).not.toMatch(/c2c\.txt:/);
  rmSync(join(folder, 'out.tar.gz'));
  const older = capture(machine(INTEL), [], { STUB_UNKNOWN: '-NN phys_addr' });
  expect(older.parts?.has('c2c.txt')).toBe(true);
  expect(older.parts?.has('samples.txt')).toBe(true);
  expect(manifestOf(older)).toMatch(/^missing: all of c2c\.txt: this perf \(6\.1\.99\) knows no/m);
});

test('a machine without an event, or without perf', () => {
  const none = capture(machine({ ...INTEL }), [], { STUB_REFUSES: 'event' });
  expect(none.said).toMatch(/no recording: perf finds no event .*: failed: memory events not/);
  rmSync(join(folder, 'out.tar.gz'));
  const without = capture(machine(INTEL), [], { PERF: join(folder, 'no-perf') });
  expect(without.code).toBe(1);
  expect(without.said).toMatch(/there is no \S+no-perf on this machine: install linux-perf/);
  expect(without.parts?.has('vmlinux.btf')).toBe(true);
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
  expect(ran.said).toMatch(/^secret$/m);
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
  const list = join(folder, 'ids');
  writeFileSync(list, `${ids}555555 /usr/bin/stripped one\n99 [kernel.kallsyms]\n`);
  const report = join(folder, 'report');
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

  rmSync(join(folder, 'out.tar.gz'));
  const redacted = capture(machine(files), ['--redact'], stubs);
  expect([...(redacted.parts?.keys() ?? [])].join(' ')).not.toMatch(/programs/);
  expect(manifestOf(redacted)).toMatch(/^left-out: programs$/m);
});

test('without root perf is asked for the command alone, in its own code', () => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'id'), '#!/bin/sh\necho 1000\n', { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const record = (args: readonly string[]) => {
    rmSync(join(folder, 'out.tar.gz'), { force: true });
    return recordCall(capture(machine(INTEL), args, env)).replace(/ -o \S+ .*/, '');
  };
  expect(record([])).toBe('c2c record --all-user -- --max-size=1024M');
  expect(record(['--event', 'cpu-clock'])).toMatch(
    /^record -W -d --sample-cpu --all-user -e cpu-clock /,
  );
  // Of the whole machine nothing is left out in silence: perf says what it may not.
  expect(record(['--seconds', '1'])).toBe('c2c record -- --max-size=1024M -a');
});

test('a wrong command or place is said before anything is recorded', () => {
  const none = capture(machine(INTEL), ['--', '/nonexistent/command']);
  expect([none.code, recordCall(none), none.parts]).toEqual([2, '', null]);
  expect(none.said).toMatch(/there is no command `\/nonexistent\/command`\.$/m);
  const nowhere = capture(machine(INTEL), ['--output', join(folder, 'no/such/x.tar.gz')]);
  expect([nowhere.code, recordCall(nowhere)]).toEqual([2, '']);
  expect(nowhere.said).toMatch(/cannot write into \S+no\/such\/: name another --output/);
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
  const [list, samples] = [join(folder, 'blanks'), join(folder, 'samples')];
  writeFileSync(list, `${'5'.repeat(40)} /home/jo ann/my (old) db/db\n`);
  const sample = ' 5/5 [000] 1.5: cpu/mem-loads/P: 10 1668 |OP LOAD| 9 401208 f(int)+0x8';
  const path = '(/home/jo ann/my (old) db/db)';
  writeFileSync(samples, `${sample} ${path}        30048\n${sample} ${path}\n`);
  rmSync(join(folder, 'out.tar.gz'));
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

test('it says beforehand what it will do, and a mistake is a sentence', () => {
  const root = machine(INTEL);
  const plan = capture(root, ['--dry-run', '--no-config']);
  expect([plan.code, plan.parts, plan.log.includes('record')]).toEqual([0, null, false]);
  expect(plan.said).toMatch(/samples\.txt {5}each sample: names of commands, process ids/);
  expect(plan.said).not.toMatch(/config\.txt/);
  const wrong = (...args: string[]) => {
    const { code, said } = capture(root, args);
    return `${code}: ${said}`;
  };
  expect(wrong('--no-thing')).toMatch(/^2: hitmap-capture: there is no part `thing`/);
  expect(wrong('--seconds', 'x')).toMatch(
    /^2: .*--seconds takes a whole number from 1 up, not `x`/,
  );
  expect(wrong('--frequency')).toMatch(/^2: .*takes a value/);
  expect(wrong('sleep')).toMatch(/^2: .*A command comes after --/);
  expect(wrong('--dir', join(folder, 'nowhere'))).toMatch(/^2: [^]*cannot make a folder in/);
});

test('what the machine knows of itself is read, for perf as it is here', needs('perf'), () => {
  const run = ['--event', 'cpu-clock', '--no-kallsyms'];
  const ran = capture('', run, { PERF: 'perf' });
  // A container may forbid perf: then it says so, and the rest is there.
  expect(manifestOf(ran)).toMatch(
    ran.code === 0 ? /^samples: \d+$/m : /^missing: recording: perf/m,
  );
  expect(ran.parts?.get('lscpu.txt') ?? manifestOf(ran)).toMatch(/CPU|missing: lscpu/);
});

test('a part whose name has a line break makes no line', async () => {
  const inside = join(folder, 'b');
  mkdirSync(inside);
  writeFileSync(join(inside, 'MANIFEST'), 'hitmap-capture: 1\n');
  writeFileSync(join(inside, 'a\n  99  forged.btf'), 'x');
  const path = join(folder, 'b.tar');
  expect(spawnSync('tar', ['-C', folder, '-cf', path, 'b']).status).toBe(0);
  const { text } = await CAPTURE_COMMAND.run([path]);
  expect(text).toContain('a\\u000a  99  forged.btf');
  expect(text).not.toMatch(/^ *99 {2}forged/m);
});
