import type { AccessRow, Latencies } from '../facts/generated';
import { addCounts, type HeatCounts } from './counts';

/** Load latency as a sum, so that means can be formed over any set of rows: core cycles over so many loads. */
export interface Latency {
  readonly cycles: number;
  readonly loads: number;
}

export const NO_LATENCY: Latency = { cycles: 0, loads: 0 };

export function addLatency(a: Latency, b: Latency): Latency {
  return { cycles: a.cycles + b.cycles, loads: a.loads + b.loads };
}

/** Mean cycles of a load; null where none was timed. */
export function meanCycles({ cycles, loads }: Latency): number | null {
  return loads > 0 ? cycles / loads : null;
}

/** Who touched a byte: one instruction, as the report has it, over all objects. */
export interface Accessor {
  /** From the struct's start. */
  readonly offsetBytes: number;
  /** Function; null where perf printed only an address. */
  readonly symbol: string | null;
  readonly symbolMayBeCut: boolean;
  readonly codeAddress: string | null;
  readonly sourceLine: string | null;
  readonly object: string | null;
  /** Thread, where the report is by thread. */
  readonly thread: string | null;
  readonly counts: HeatCounts;
  readonly latency: Latency;
  /** How many CPUs were seen; null where the report does not say. Over several objects the largest. */
  readonly cpuCount: number | null;
  /** Which ones; empty where the report does not say. */
  readonly cpus: readonly number[];
  readonly nodes: readonly number[];
  /** What the author of the table wrote behind the row. */
  readonly remark: string | null;
}

/**
 * @param counts of the row, in the unit of its line
 * @param isCounted whether they are samples: shares of different totals are no weights for a mean
 */
export function accessorOf(
  row: AccessRow,
  {
    offsetBytes,
    counts,
    isCounted,
  }: { offsetBytes: number; counts: HeatCounts; isCounted: boolean },
): Accessor {
  return {
    offsetBytes,
    symbol: row.symbol,
    symbolMayBeCut: row.symbolMayBeCut,
    codeAddress: row.codeAddress,
    sourceLine: row.sourceLine,
    object: row.object,
    thread: row.threadName ?? (row.tid === null ? null : String(row.tid)),
    counts,
    latency: isCounted ? latencyOf(row.latencies, counts) : NO_LATENCY,
    cpuCount: row.cpuCount,
    cpus: cpusOf(row),
    nodes: row.nodes.map(({ node }) => node),
    remark: row.remark ?? null,
  };
}

/** Rows of the same instruction at the same place in several objects are one. */
export function mergeAccessors(accessors: readonly Accessor[]): readonly Accessor[] {
  const merged = new Map<string, Accessor>();
  for (const one of accessors) {
    const { offsetBytes, codeAddress, symbol, sourceLine, object, thread } = one;
    const key = JSON.stringify([offsetBytes, codeAddress, symbol, sourceLine, object, thread]);
    const known = merged.get(key);
    merged.set(key, known === undefined ? one : joined(known, one));
  }
  return [...merged.values()];
}

function joined(a: Accessor, b: Accessor): Accessor {
  return {
    ...a,
    counts: addCounts(a.counts, b.counts),
    latency: addLatency(a.latency, b.latency),
    cpuCount: largest(a.cpuCount, b.cpuCount),
    cpus: union(a.cpus, b.cpus),
    nodes: union(a.nodes, b.nodes),
    remark: a.remark ?? b.remark,
  };
}

export function largest(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}

export function union(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.every((each) => a.includes(each))) return a;
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}

/** The CPUs of a row, from single samples or from the node lists of `-NNN`. */
export function cpusOf(row: AccessRow): readonly number[] {
  const listed = row.cpus.length > 0 ? row.cpus.map(({ cpu }) => cpu) : [];
  return listed.length > 0 ? listed : row.nodes.flatMap(({ cpus }) => cpus);
}

function latencyOf(means: Latencies, counts: HeatCounts): Latency {
  let sum = NO_LATENCY;
  const parts = [
    [means.hitmRemoteCycles, counts.hitmRemote],
    [means.hitmLocalCycles, counts.hitmLocal],
    [means.peerRemoteCycles, counts.peerRemote],
    [means.peerLocalCycles, counts.peerLocal],
    [means.otherCycles, counts.otherLoads],
  ] as const;
  for (const [mean, loads] of parts) {
    if (mean !== null && loads > 0) sum = addLatency(sum, { cycles: mean * loads, loads });
  }
  return sum;
}
