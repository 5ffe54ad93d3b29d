import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { needs } from '../../core/base/testing/needs';
import { CAPTURE_COMMAND } from './capture';
import {
  AMD,
  at,
  INTEL,
  manifestOf,
  recordCall,
  SCRIPT,
  STUB,
  CaptureLab,
} from './testing/captureLab';

const SHELLS = [
  ['dash', ['dash']],
  ['busybox', ['busybox', 'sh']],
  ['bash', ['bash', '--posix']],
] as const;

/** What is in the laboratory's folder after a bundle was written: nothing of the script but that. */
const LEFT = ['buildids', 'log', 'out.tar.gz', 'root', 'tmp'];

const lab = new CaptureLab();
const { capture, environment, machine } = lab;

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
    expect(readdirSync(join(lab.folder, 'tmp'))).toEqual([]);
    expect(readdirSync(lab.folder).toSorted()).toEqual(LEFT);
    expect(statSync(join(lab.folder, 'out.tar.gz')).mode & 0o777).toBe(0o600);
  });

  test(
    'in a folder of others no link is followed, and nobody else reads the bundle',
    needs(program),
    () => {
      const shared = join(lab.folder, 'shared');
      const [victim, elsewhere] = [join(lab.folder, 'victim'), join(lab.folder, 'elsewhere')];
      mkdirSync(shared, { mode: 0o777 });
      mkdirSync(elsewhere);
      writeFileSync(victim, 'as it was', { mode: 0o644 });
      const output = join(shared, 'b.tar.gz');
      // The name that it used while it was written, and its own, which comes into being while perf runs.
      symlinkSync(victim, `${output}.part`);
      const plants = join(lab.folder, 'plants');
      const plant = (target: string) =>
        writeFileSync(plants, `#!/bin/sh\nln -s ${target} ${output}\n`);
      for (const target of [victim, elsewhere, join(lab.folder, 'nothing')]) {
        plant(target);
        chmodSync(plants, 0o755);
        const ran = capture(machine(INTEL), ['--output', output, '--', plants], {}, shell);
        expect([ran.code, ran.printed]).toEqual([0, expect.stringContaining('b.tar.gz: ')]);
        expect(lstatSync(output)).toMatchObject({ mode: 0o100600 });
        expect(readFileSync(victim, 'utf8')).toBe('as it was');
        expect([readdirSync(elsewhere), existsSync(join(lab.folder, 'nothing'))]).toEqual([
          [],
          false,
        ]);
        rmSync(output);
      }
      expect(readdirSync(shared)).toEqual(['b.tar.gz.part']);
      // One that is there before is not replaced either, wherever it leads.
      symlinkSync(join(lab.folder, 'nothing'), output);
      const refused = capture(machine(INTEL), ['--output', output], {}, shell);
      expect([refused.code, refused.printed]).toEqual([
        2,
        expect.stringMatching(/is there already/),
      ]);
    },
  );

  test('names that begin as options do', needs(program), () => {
    const folder = join(lab.folder, '-names');
    mkdirSync(folder);
    mkdirSync(join(folder, '-dir'));
    const [first = 'sh', ...words] = shell;
    const given = [...words, SCRIPT, '--output', '-x.tar.gz', '--dir', '-dir', '--', 'true'];
    const { status, stderr } = spawnSync(first, given, {
      encoding: 'utf8',
      cwd: folder,
      env: environment(machine(INTEL), {}),
    });
    expect([status, stderr]).toEqual([0, expect.stringContaining('-x.tar.gz: ')]);
    expect(readdirSync(folder).toSorted()).toEqual(['-dir', '-x.tar.gz']);
    expect(readdirSync(join(folder, '-dir'))).toEqual([]);
  });

  test('Ctrl-C after the recording leaves nothing behind', needs(program), async () => {
    const begun = join(lab.folder, 'reporting');
    const [first = 'sh', ...words] = shell;
    const child = spawn(
      first,
      [...words, SCRIPT, '--output', join(lab.folder, 'out.tar.gz'), '--', 'true'],
      {
        // A group of its own, as a terminal gives it.
        detached: true,
        stdio: 'ignore',
        env: environment(machine(INTEL), { STUB_SLOW: begun }),
      },
    );
    const ended = new Promise((resolve) => child.on('close', resolve));
    await vi.waitUntil(() => existsSync(begun), { timeout: 20_000 });
    expect(readdirSync(join(lab.folder, 'tmp'))).not.toEqual([]);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await ended;
    expect(readdirSync(join(lab.folder, 'tmp'))).toEqual([]);
    expect(existsSync(join(lab.folder, 'out.tar.gz'))).toBe(false);
  });

  test('no permission: what else there is, and why', needs(program), () => {
    const ran = capture(machine(INTEL), [], { STUB_REFUSES: 'permission' }, shell);
    expect(ran.code).toBe(1);
    expect(ran.printed).toMatch(
      /no recording: perf is not permitted to \(kernel\.perf_event_paranoid is 2\): run this as root\./,
    );
    expect(ran.parts?.has('vmlinux.btf')).toBe(true);
    expect(ran.parts?.has('c2c.txt')).toBe(false);
    expect(manifestOf(ran)).toMatch(/^missing: recording: perf is not permitted to/m);
  });
});

test('each CPU is recorded by what it has', () => {
  const of = (files: Readonly<Record<string, string>>, version: string, ...args: string[]) => {
    rmSync(join(lab.folder, 'root'), { recursive: true, force: true });
    rmSync(join(lab.folder, 'out.tar.gz'), { force: true });
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
  rmSync(lab.folder, { recursive: true });
  mkdirSync(join(lab.folder, 'tmp'), { recursive: true });
  expect(manifestOf(capture(machine(AMD)))).not.toMatch(/Zen 3/);
});

test('a perf without the newer options leaves what it can, and says so', () => {
  const old = { STUB_UNKNOWN: '--call-graph', STUB_VERSION: '4.10' };
  const ran = capture(machine(INTEL), [], old);
  expect(ran.log).toMatch(/^c2c report .* -NN --full-symbols --show-all$/m);
  expect(manifestOf(ran)).not.toMatch(/c2c\.txt:/);
  rmSync(join(lab.folder, 'out.tar.gz'));
  const older = capture(machine(INTEL), [], { STUB_UNKNOWN: '-NN phys_addr' });
  expect(older.parts?.has('c2c.txt')).toBe(true);
  expect(older.parts?.has('samples.txt')).toBe(true);
  expect(manifestOf(older)).toMatch(/^missing: all of c2c\.txt: this perf \(6\.1\.99\) knows no/m);
});

test('a machine without an event, or without perf', () => {
  const none = capture(machine({ ...INTEL }), [], { STUB_REFUSES: 'event' });
  expect(none.printed).toMatch(/no recording: perf finds no event .*: failed: memory events not/);
  rmSync(join(lab.folder, 'out.tar.gz'));
  const without = capture(machine(INTEL), [], { PERF: join(lab.folder, 'no-perf') });
  expect(without.code).toBe(1);
  expect(without.printed).toMatch(/there is no \S+no-perf on this machine: install linux-perf/);
  expect(without.parts?.has('vmlinux.btf')).toBe(true);
});

test('without root perf is asked for the command alone, in its own code', () => {
  const bin = join(lab.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'id'), '#!/bin/sh\necho 1000\n', { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const record = (args: readonly string[]) => {
    rmSync(join(lab.folder, 'out.tar.gz'), { force: true });
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
  expect(none.printed).toMatch(/there is no command `\/nonexistent\/command`\.$/m);
  const nowhere = capture(machine(INTEL), ['--output', join(lab.folder, 'no/such/x.tar.gz')]);
  expect([nowhere.code, recordCall(nowhere)]).toEqual([2, '']);
  expect(nowhere.printed).toMatch(/cannot write into \S+no\/such\/: name another --output/);
});

test('it says beforehand what it will do, and a mistake is a sentence', () => {
  const root = machine(INTEL);
  const plan = capture(root, ['--dry-run', '--no-config']);
  expect([plan.code, plan.parts, plan.log.includes('record')]).toEqual([0, null, false]);
  expect(plan.printed).toMatch(/samples\.txt {5}each sample: names of commands, process ids/);
  expect(plan.printed).not.toMatch(/config\.txt/);
  const wrong = (...args: string[]) => {
    const { code, printed } = capture(root, args);
    return `${code}: ${printed}`;
  };
  expect(wrong('--no-thing')).toMatch(/^2: hitmap-capture: there is no part `thing`/);
  expect(wrong('--seconds', 'x')).toMatch(
    /^2: .*--seconds takes a whole number from 1 up, not `x`/,
  );
  expect(wrong('--frequency')).toMatch(/^2: .*takes a value/);
  expect(wrong('sleep')).toMatch(/^2: .*A command comes after --/);
  expect(wrong('--dir', join(lab.folder, 'nowhere'))).toMatch(/^2: [^]*cannot make a folder in/);
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
