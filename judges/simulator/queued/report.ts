import type {
  AccessCounts,
  AccessProfile,
  AccessRow,
  Latencies,
  ProfileLine,
} from '../../../web/core/facts/generated';
import { NO_ACCESS } from '../../../web/core/facts/noAccess';
import type { Random } from '../random';
import { sampled, type SampledRow } from './sampled';
import type { Counted } from './counts';
import type { Observation } from './observation';
import { threadsOf, type Machine, type Program } from './program';
import { LINE_BYTES } from './struct';

/** perf leaves out lines below this share of all HITM, */
const LEAST_LINE = 0.001;
/** and rows of which every share of their line is below this one. */
const LEAST_ROW = 0.005;
/** A report whose rows miss more than this of a kind of sample counts as trimmed. */
const TRIMMED = 0.01;
const CYCLES_PER_NS = 3;

/** The struct's first byte in the report. */
export const BASE_ADDRESS = 0x10_0000n;

/**
 * What `perf c2c report` shows of a run: nothing else of it reaches the model. `hitm` counts what it hides too.
 */
export function reportOf(
  program: Program,
  machine: Machine,
  counted: Counted,
  /** Byte of the struct at which each word lies. */
  wordOffsets: readonly number[],
  observation: Observation,
  random: Random,
): { readonly report: AccessProfile; readonly hitm: number } {
  const byLine = new Map<number, SampledRow[]>();
  for (const row of sampled(program, counted, observation, random)) {
    const word = program.sites[row.site]?.word ?? -1;
    const line = Math.floor((wordOffsets[word] ?? 0) / LINE_BYTES);
    const here = byLine.get(line);
    if (here === undefined) byLine.set(line, [row]);
    else here.push(row);
  }
  const hitmOf = (rows: readonly SampledRow[]) =>
    rows.reduce((sum, { localHitm, remoteHitm }) => sum + localHitm + remoteHitm, 0);
  const all = [...byLine.values()].reduce((sum, rows) => sum + hitmOf(rows), 0);
  const recorded = all / observation.structShare;
  const lines = [...byLine]
    .filter(([, rows]) => !observation.hidesRows || hitmOf(rows) >= LEAST_LINE * recorded)
    .sort((a, b) => hitmOf(b[1]) - hitmOf(a[1]))
    .map(([line, rows]) =>
      reportedLine(line, rows, program, machine, counted, wordOffsets, observation),
    );
  const { cores, smt } = machine;
  const core = (c: number) => Array.from({ length: smt }, (_, s) => c * smt + s);
  const report: AccessProfile = {
    kind: 'c2cReport',
    perfVersion: null,
    kernelRelease: null,
    machine: 'x86_64',
    command: null,
    events: ['cpu/mem-loads,ldlat=30/P', 'cpu/mem-stores/P'],
    display: 'totalHitm',
    grouping: ['offset', 'iaddr'],
    lineBytes: LINE_BYTES,
    nodes: [],
    cores: observation.listsCpus ? Array.from({ length: cores }, (_, c) => core(c)) : [],
    buildIds: [],
    stats: [],
    totals: NO_ACCESS,
    unlisted: NO_ACCESS,
    lines,
    variables: [],
    types: [],
    diagnostics: [],
  };
  return { report, hitm: all };
}

function reportedLine(
  line: number,
  rows: readonly SampledRow[],
  program: Program,
  machine: Machine,
  counted: Counted,
  wordOffsets: readonly number[],
  { hidesRows, hasLineTable, listsCpus }: Observation,
): ProfileLine {
  const total = (of: (row: SampledRow) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const local = total((row) => row.localHitm);
  const remote = total((row) => row.remoteHitm);
  const stores = total((row) => row.stores);
  const clean = total((row) => row.cleanLoads);
  const others = total((row) => row.bufferedLoads + row.slowHits);
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);
  const shown = rows.filter(
    (row) =>
      // A row with neither HITM nor a store is never shown.
      row.localHitm + row.remoteHitm + row.stores > 0 &&
      (!hidesRows ||
        share(row.localHitm, local) >= LEAST_ROW ||
        share(row.remoteHitm, remote) >= LEAST_ROW ||
        share(row.stores, stores) >= LEAST_ROW),
  );
  const missed = (of: (row: SampledRow) => number) =>
    1 -
    share(
      shown.reduce((sum, row) => sum + of(row), 0),
      total(of) || 1,
    );
  const hitm = (row: SampledRow) => row.localHitm + row.remoteHitm;
  const lost = total(hitm) > 0 ? missed(hitm) : 0;
  const isTrimmed = lost > TRIMMED || (stores > 0 && missed((row) => row.stores) > TRIMMED);
  const counts: AccessCounts = {
    ...NO_ACCESS,
    hitmLocal: local,
    hitmRemote: remote,
    stores,
  };
  const table: AccessCounts = {
    ...counts,
    records: local + remote + stores + clean + others,
    loads: local + remote + clean + others,
    loadsLlc: clean,
    loadsRemote: 0,
    loadsFillBuffer: total((row) => row.bufferedLoads),
    loadsL1: total((row) => row.slowHits),
  };
  return {
    address: `0x${(BASE_ADDRESS + BigInt(line * LINE_BYTES)).toString(16)}`,
    memoryNodes: [],
    physicalChanges: null,
    snoopPercent: null,
    counts: hasLineTable ? table : counts,
    rows: shown.map((row) =>
      reportedRow(
        row,
        { local, remote, stores },
        program,
        machine,
        counted,
        wordOffsets,
        listsCpus,
      ),
    ),
    rowErrorSamples: 0,
    trimmedPercent: isTrimmed ? 100 * lost : null,
    missing: null,
  };
}

function reportedRow(
  row: SampledRow,
  line: { readonly local: number; readonly remote: number; readonly stores: number },
  program: Program,
  machine: Machine,
  counted: Counted,
  wordOffsets: readonly number[],
  listsCpus: boolean,
): AccessRow {
  const site = program.sites[row.site] as Program['sites'][number];
  const otherLoads = row.cleanLoads + row.bufferedLoads + row.slowHits;
  const local = printed(row.localHitm, line.local);
  const remote = printed(row.remoteHitm, line.remote);
  const stores = printed(row.stores, line.stores);
  const perNode = threadsOf(machine) / machine.nodes;
  const nodes = [...new Set(row.cpus.map((cpu) => Math.floor(cpu / perNode)))].sort(
    (a, b) => a - b,
  );
  return {
    offsetBytes: (wordOffsets[site.word] ?? 0) % LINE_BYTES,
    codeAddress: `0x${(0xffff_0000 + site.codeOffset).toString(16)}`,
    pid: null,
    tid: null,
    threadName: null,
    counts: {
      ...NO_ACCESS,
      records: row.localHitm + row.remoteHitm + row.stores + otherLoads,
      loads: local + remote + otherLoads,
      stores,
      hitmLocal: local,
      hitmRemote: remote,
    },
    shares: null,
    otherLoads,
    latencies: latenciesOf(row.site, counted),
    cpuCount: Math.max(1, row.cpus.length),
    nodes: listsCpus
      ? nodes.map((node) => {
          const cpus = row.cpus.filter((cpu) => Math.floor(cpu / perNode) === node);
          return { node, cpuCount: cpus.length, cpus, snoopPercent: null, storesPercent: null };
        })
      : [],
    cpus: [],
    symbol: site.symbol,
    symbolMayBeCut: false,
    level: 'kernel',
    object: '[kernel.kallsyms]',
    sourceLine: null,
  };
}

/** perf prints a row's part of its line in percent with two decimals. */
function printed(count: number, whole: number): number {
  if (whole === 0) return 0;
  const percent = Math.round((count / whole) * 10_000) / 100;
  return Math.round((percent * whole) / 100);
}

function latenciesOf(site: number, { latencyNs, timed }: Counted): Latencies {
  const mean = (found: number) => {
    const count = timed[site * 3 + found] ?? 0;
    return count > 0
      ? Math.round(((latencyNs[site * 3 + found] ?? 0) / count) * CYCLES_PER_NS)
      : null;
  };
  return {
    hitmRemoteCycles: mean(2),
    hitmLocalCycles: mean(1),
    peerRemoteCycles: null,
    peerLocalCycles: null,
    otherCycles: mean(0),
  };
}
