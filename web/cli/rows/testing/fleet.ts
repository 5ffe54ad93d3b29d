import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tarHead } from '../../../core/ingest/bundle/testing/tarHead';
import { KERNELS, type FleetKernel } from './kernels';

/** Samples of one instruction on one offset of a line. */
export interface TrueRow {
  /** Member of `struct address_space`, or null on a line of something that nothing names. */
  readonly member: string | null;
  readonly function: string;
  readonly remote: number;
  readonly local: number;
  readonly otherLoads: number;
  readonly stores: number;
}

/** One recording, and all that is true of it. */
export interface TrueReport {
  readonly id: string;
  readonly host: string;
  readonly kernel: FleetKernel;
  readonly taken: string;
  readonly workload: Workload;
  readonly rows: readonly TrueRow[];
  /** On lines that the report does not list. */
  readonly unlisted: { readonly local: number; readonly loads: number; readonly stores: number };
}

export type Workload = 'web' | 'database' | 'build';

export interface FleetSize {
  readonly reports: number;
  readonly hosts: number;
}

/** This host fights ten times as much as the others of its kernel. */
export const OUTLIER = 'host007';
/** Hosts of this kernel fight three times as much as those of the others. */
const WORSE = KERNELS[3];

const WORKLOADS: readonly Workload[] = ['web', 'database', 'build'];
const START = Date.UTC(2024, 0, 1);
const STEP_MS = 1_200_000;

/** The fleet; the same for the same size. */
export function trueFleet({ reports, hosts }: FleetSize): readonly TrueReport[] {
  const random = generator(reports * 1000 + hosts);
  return Array.from({ length: reports }, (_, at): TrueReport => {
    const number = at % hosts;
    const host = `host${String(number).padStart(3, '0')}`;
    const kernel = KERNELS[number % KERNELS.length] ?? failed();
    const workload = WORKLOADS[Math.floor(number / KERNELS.length) % WORKLOADS.length] ?? 'web';
    const factor = (host === OUTLIER ? 10 : 1) * (kernel === WORSE ? 3 : 1);
    return {
      id: `id-${at}`,
      host,
      kernel,
      taken: new Date(START + at * STEP_MS).toISOString().replace('.000Z', 'Z'),
      workload,
      rows: rowsOf(workload, factor, random),
      unlisted: { local: random(5), loads: 20 + random(50), stores: random(30) },
    };
  });
}

function rowsOf(
  workload: Workload,
  factor: number,
  random: (below: number) => number,
): readonly TrueRow[] {
  const weight = { web: 4, database: 9, build: 2 }[workload];
  const count = () => (1 + random(8)) * weight * factor;
  return [
    {
      member: 'i_mmap.rb_leftmost',
      function: 'vma_interval_tree_remove',
      remote: count(),
      local: count(),
      otherLoads: count(),
      stores: 0,
    },
    {
      member: 'i_mmap_rwsem.count',
      function: 'down_write',
      remote: count(),
      local: 0,
      otherLoads: count(),
      stores: count(),
    },
    {
      member: 'i_mmap_rwsem.owner',
      function: 'rwsem_spin_on_owner',
      remote: count() * 5,
      local: count() * 3,
      otherLoads: count(),
      stores: 0,
    },
    {
      member: null,
      function: 'nobody_knows_this',
      remote: 1 + random(9),
      local: random(9),
      otherLoads: random(20),
      stores: random(9),
    },
  ];
}

/** Where perf saw them: the line begins with `i_mmap.rb_leftmost`. */
export const LINE_OFFSETS: Readonly<Record<string, number>> = {
  'i_mmap.rb_leftmost': 0,
  'i_mmap_rwsem.count': 8,
  'i_mmap_rwsem.owner': 16,
};

/** Writes the bundles of a fleet into a folder; their paths. */
export function writeFleet(folder: string, fleet: readonly TrueReport[]): readonly string[] {
  return fleet.map((report) => {
    const path = join(folder, `${report.id}.tar.gz`);
    writeFileSync(path, bundleOf(report));
    return path;
  });
}

/** @param more parts beside the report */
export function bundleOf(
  report: TrueReport,
  more: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  const { id, host, kernel, taken } = report;
  const manifest = `hitmap-capture: 1
id: ${id}
taken: ${taken}
host: ${host}
release: ${kernel.release}
machine: x86_64
cpu: Fleet CPU
perf: 5.15.1
method: intel
kernel-build-id: ${kernel.buildId}
part: c2c.txt
part: lscpu.txt
${Object.keys(more)
  .map((name) => `part: ${name}\n`)
  .join('')}`;
  const lscpu = 'CPU NODE SOCKET CORE\n0 0 0 0\n1 1 1 1\n2 0 0 0\n3 1 1 1\n';
  const parts = { MANIFEST: manifest, 'c2c.txt': reportText(report), 'lscpu.txt': lscpu, ...more };
  return gzipSync(tarOf(parts));
}

/** As `perf c2c report -NN --stdio` of 5.15 prints it. */
function reportText({ rows, unlisted }: TrueReport): string {
  const sum = (of: (row: TrueRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  const loads = sum((row) => row.remote + row.local + row.otherLoads) + unlisted.loads;
  const stores = sum((row) => row.stores) + unlisted.stores;
  const counters = [
    ['Total records', loads + stores],
    ['Load Operations', loads],
    ['Load Local HITM', sum((row) => row.local) + unlisted.local],
    ['Load Remote HITM', sum((row) => row.remote)],
    ['Store Operations', stores],
  ] as const;
  const title = (text: string) =>
    `${'='.repeat(49)}\n${' '.repeat(10)}${text}\n${'='.repeat(49)}\n`;
  const known = rows.filter(({ member }) => member !== null);
  const unknown = rows.filter(({ member }) => member === null);
  return [
    title('Trace Event Information'),
    ...counters.map(([name, count]) => `  ${name.padEnd(34)}: ${String(count).padStart(10)}\n`),
    '\n',
    title('Shared Cache Line Distribution Pareto'),
    '#\n',
    HEADER,
    lineText(0, '0xffff888100000080', known),
    '\n',
    lineText(1, '0xffff888200000000', unknown),
  ].join('');
}

const HEADER = `#        ----- HITM -----  -- Store Refs --  --------- Data address ---------                      ---------- cycles ----------    Total       cpu                                       Shared
#   Num  RmtHitm  LclHitm   L1 Hit  L1 Miss              Offset  Node  PA cnt        Code address  rmt hitm  lcl hitm      load  records       cnt                    Symbol             Object           Source:Line  Node{cpu list}
#
`;

function lineText(number: number, address: string, rows: readonly TrueRow[]): string {
  const sum = (of: (row: TrueRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  const [remote, local, stores] = [
    sum((row) => row.remote),
    sum((row) => row.local),
    sum((row) => row.stores),
  ];
  const bar = `  ${'-'.repeat(61)}\n`;
  const share = (count: number, all: number) =>
    `${(all === 0 ? 0 : (100 * count) / all).toFixed(2)}%`.padStart(9);
  // perf has no cycles of a kind of which a row has no sample.
  const cycles = (count: number, mean: number) => String(count > 0 ? mean : 0).padStart(8);
  const head = [number, remote, local, stores, 0].map((count) => String(count).padStart(8));
  const texts = rows.map((row, at) => {
    const loads = row.remote + row.local + row.otherLoads;
    const shares = [
      share(row.remote, remote),
      share(row.local, local),
      share(row.stores, stores),
      share(0, 0),
    ];
    const offset = `0x${(LINE_OFFSETS[row.member ?? ''] ?? 4).toString(16)}`;
    const code = `0xffffffff8134${(0x1000 * (number + 1) + at * 64).toString(16)}`;
    return ` ${shares.join('')}  ${offset.padStart(18)}     0       1  ${code}  ${cycles(row.remote, 500)}  ${cycles(row.local, 300)}       200  ${String(loads + row.stores).padStart(7)}         3  [k] ${row.function}  [kernel.kallsyms]  mapping.c:${at + 1}  0{0,2}  1{1}\n`;
  });
  return `${bar}${head.join(' ')}      ${address}\n${bar}${texts.join('')}`;
}

function tarOf(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const blocks = Object.entries(parts).map(([name, content]) => {
    const bytes = Buffer.from(content as Uint8Array);
    const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512);
    return Buffer.concat([tarHead(`b/${name}`, bytes.length), bytes, padding]);
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** Park and Miller's generator: the same numbers everywhere. */
function generator(seed: number): (below: number) => number {
  let state = (seed % 2147483646) + 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

function failed(): never {
  throw new Error('the fleet has no kernels');
}
