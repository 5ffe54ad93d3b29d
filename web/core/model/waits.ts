import type { AccessRow as SourceRow, Latencies } from '../facts/generated';
import type { LineWait } from './profile';
import type { PlacedRow } from '../heat/placedRow';

/** A row's mean latency counts as this machine's fastest from so many samples. */
const FEWEST_SAMPLES = 10;

/** A HITM for which nobody waits takes less than this on any server of today: 130 ns in a socket, 300 ns beyond it. */
const UNLOADED = { hitmLocal: 400, hitmRemote: 1000 } as const;

type Kind = keyof typeof UNLOADED;

const LATENCY: Readonly<Record<Kind, keyof Latencies>> = {
  hitmLocal: 'hitmLocalCycles',
  hitmRemote: 'hitmRemoteCycles',
};

/**
 * How much longer the HITM of each line took than the fastest of the report: CPUs that want a line while another one is
 * served wait their turn, and the latency has that in it. Lines of which no latency is known are left out. The share of
 * loads that hit a fill buffer, which is also said to tell, does not: it tells of functions that read a line twice.
 */
export function lineWaits(
  rows: readonly PlacedRow[],
  /** All rows of the report. */
  listed: readonly SourceRow[],
  lineOf: (row: PlacedRow) => number,
): readonly LineWait[] {
  const fastest = {
    hitmLocal: fastestOf(listed, 'hitmLocal'),
    hitmRemote: fastestOf(listed, 'hitmRemote'),
  };
  const sums = new Map<number, { times: number; hitm: number }>();
  for (const placed of rows) {
    for (const kind of ['hitmLocal', 'hitmRemote'] as const) {
      const cycles = placed.row.latencies[LATENCY[kind]] ?? 0;
      const hitm = placed.counts[kind];
      if (cycles <= 0 || hitm <= 0) continue;
      const line = lineOf(placed);
      const sum = sums.get(line) ?? { times: 0, hitm: 0 };
      sum.times += (hitm * cycles) / fastest[kind];
      sum.hitm += hitm;
      sums.set(line, sum);
    }
  }
  return [...sums].map(([line, { times, hitm }]) => ({ line, times: Math.max(1, times / hitm) }));
}

function fastestOf(rows: readonly SourceRow[], kind: Kind): number {
  let fastest: number = UNLOADED[kind];
  for (const { counts, latencies } of rows) {
    const cycles = latencies[LATENCY[kind]] ?? 0;
    if (cycles > 0 && (counts[kind] ?? 0) >= FEWEST_SAMPLES) fastest = Math.min(fastest, cycles);
  }
  return fastest;
}
