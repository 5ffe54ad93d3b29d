import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';

/** A file of the project, by its path from the root. */
export const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
export const SCRIPT = at('capture/hitmap-capture.sh');
/** Answers as perf of several versions and CPUs does. */
export const STUB = at('capture/testing/perf');

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
/** The files by which the script takes a machine for one of Intel. */
export const INTEL = {
  ...KERNEL,
  'sys/bus/event_source/devices/cpu/events/mem-loads': 'event=0xcd,umask=0x1,ldlat=3\n',
};
/** Likewise of AMD, Zen 4. */
export const AMD = {
  ...KERNEL,
  'sys/bus/event_source/devices/ibs_op/type': '11\n',
  'proc/cpuinfo':
    'vendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC 9654\n',
};

/** What a run of the script came to. */
export interface Ran {
  readonly code: number | null;
  readonly printed: string;
  readonly log: string;
  /** Names of the parts and their texts; null where no bundle was written. */
  readonly parts: ReadonlyMap<string, string> | null;
}

export const manifestOf = ({ parts }: Ran) => parts?.get('MANIFEST') ?? '';
export const recordCall = ({ log }: Ran) => log.split('\n').find((line) => / -o /.test(line)) ?? '';

/** A folder for each test of a file, in which the script runs on a machine that is made up. */
export class CaptureLab {
  folder = '';

  constructor() {
    beforeEach(() => {
      this.folder = mkdtempSync(join(tmpdir(), 'hitmap-capture-test-'));
      mkdirSync(join(this.folder, 'tmp'));
    });
    afterEach(() => rmSync(this.folder, { recursive: true }));
  }

  /** A machine's /sys, /proc and /boot, as far as the script looks at them. */
  readonly machine = (files: Readonly<Record<string, string>>): string => {
    const root = join(this.folder, 'root');
    mkdirSync(root, { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return root;
  };

  readonly capture = (
    root: string,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
    shell: readonly string[] = ['sh'],
  ): Ran => {
    const [program = 'sh', ...words] = shell;
    const output = join(this.folder, 'out.tar.gz');
    const log = join(this.folder, 'log');
    writeFileSync(log, '');
    // A command that ends at once, where the test does not say which.
    const command =
      args.includes('--') || args[0] === '--seconds' || args.at(-1) === '--frequency'
        ? []
        : ['--', 'true'];
    const given = [...words, SCRIPT, '--output', output, ...args, ...command];
    const { status, stderr } = spawnSync(program, given, {
      encoding: 'utf8',
      env: this.environment(root, { STUB_LOG: log, ...env }),
    });
    return {
      code: status,
      printed: stderr,
      log: readFileSync(log, 'utf8'),
      parts: partsOf(output),
    };
  };

  /** What the script and the stub of perf get by variables. */
  readonly environment = (root: string, more: Readonly<Record<string, string>>) => ({
    PATH: process.env['PATH'] ?? '',
    PERF: STUB,
    HITMAP_CAPTURE_ROOT: root,
    TMPDIR: join(this.folder, 'tmp'),
    STUB_REPORT: at('corpus/demo-6.1-NN.txt'),
    STUB_SAMPLES: at('corpus/two_processes-6.1-script.txt'),
    STUB_BUILDIDS: this.buildIds(),
    ...more,
  });

  private buildIds(): string {
    const path = join(this.folder, 'buildids');
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
}

function partsOf(output: string): ReadonlyMap<string, string> | null {
  if (!existsSync(output)) return null;
  const tar = (...args: string[]) => spawnSync('tar', args, { encoding: 'utf8' }).stdout;
  const names = tar('-tzf', output).trim().split('\n');
  return new Map(
    names.map((name) => [name.replace('hitmap-capture/', ''), tar('-xzOf', output, name)]),
  );
}
