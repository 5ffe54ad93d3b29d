import type { AccessRow as SourceRow, Latencies } from '../facts/generated';
import type {
  AccessProfile,
  AccessRow,
  AtomProfile,
  ForeignAtom,
  InstanceGroup,
  LineTotals,
  LineWait,
} from './profile';
import { cpusOf } from '../heat/accessor';
import { coreFinder, rowCores, type CoreOf } from '../heat/cores';
import type { Attribution } from '../heat/attribute';
import { touchedBytes, type PlacedLoad, type PlacedRow } from '../heat/placedRow';
import { atLeastNone, isNone, loadsOf, subtractCounts, type HeatCounts } from '../heat/counts';
import { lineCounts, rowsCounts } from '../heat/lineCounts';
import type { FieldPlace } from '../heat/byteFinder';

const IBS = /ibs_op/;
const SPE = /arm_spe/;

/** What the model is calibrated on; null where nothing that it could use is bound (a type profile has no lines). */
export function modelProfile(attribution: Attribution): AccessProfile | null {
  const { profile, instances } = attribution;
  if (instances.length === 0) return null;
  const coreOf = coreFinder(profile.cores);
  const bases = [...new Set(instances.map(({ baseBytes }) => baseBytes))];
  return {
    kind: attribution.unit === 'percent' ? 'shares' : attribution.peer ? 'peer' : 'hitm',
    lineBytes: profile.lineBytes,
    cpuCount: cpuCount(attribution, coreOf),
    storeRatio: storeRatio(attribution),
    ...(profile.events.some((event) => IBS.test(event)) && { isIbs: true as const }),
    // A report leaves rare rows and lines out; a list of samples has all.
    ...(['script', 'memDump', 'perfData'].includes(profile.kind) && { isWhole: true as const }),
    instances: bases.map((baseBytes) => instanceGroup(attribution, baseBytes, coreOf)),
  };
}

/**
 * CPUs that the recording saw. The largest count of a row is too few where each thread is pinned to a CPU
 * of its own: rows that list their CPUs tell how many there are together, and where none does and every
 * row saw one, nothing is known but that a HITM takes two.
 */
function cpuCount({ profile, rows }: Attribution, coreOf: CoreOf): number | null {
  const together = new Set(rows.flatMap(({ row }) => cpusOf(row).map(coreOf)));
  const seen = rows.map(({ row }) => cpusOfRow(row, coreOf));
  if (profile.cpuCount === null && seen.length === 0) return null;
  const most = Math.max(1, profile.cpuCount ?? 1, together.size, ...seen);
  const isListed = rows.every(({ row }) => cpusOf(row).length > 0);
  if (most === 1 && !isListed) return null;
  // Rows without a list of CPUs count threads: there are no more caches than cores.
  return profile.cores.length > 0 ? Math.min(most, profile.cores.length) : most;
}

function cpusOfRow(row: SourceRow, coreOf: CoreOf): number {
  return Math.max(1, rowCores(row, coreOf) ?? 1);
}

/**
 * Known where one event samples loads and stores alike (AMD's IBS, Arm's SPE), and where both events have
 * the same fixed period (`-c`); otherwise perf chooses each period by itself. IBS gives an operation that loads and stores
 * as a load (perf_ibs_get_mem_op in arch/x86/events/amd/ibs.c): where one address has both, its stores are not counted
 * as its loads are.
 */
function storeRatio({ profile: { events, command }, rows }: Attribution): number | null {
  if (events.some((event) => IBS.test(event) || SPE.test(event))) {
    return rows.some(({ counts }) => counts.stores > 0 && loadsOf(counts) > 0) ? null : 1;
  }
  return command !== null && /\s(?:-c\s*|--count[= ])\d+(?:\s|$)/.test(command) ? 1 : null;
}

function instanceGroup(
  { instances, rows, profile, unsampled }: Attribution,
  baseBytes: number,
  coreOf: CoreOf,
): InstanceGroup {
  const members = instances.filter((instance) => instance.baseBytes === baseBytes);
  const lineOf = (offsetBytes: number) => Math.floor((baseBytes + offsetBytes) / profile.lineBytes);
  const own = rows.filter(({ instance }) => instance.baseBytes === baseBytes);
  const atoms = new Map<string, { place: FieldPlace; rows: PlacedRow[] }>();
  const outside = new Map<number, AccessRow[]>();
  const cutOff = new Map<number, AccessRow[]>();
  const putForeign = (foreign: Map<number, AccessRow[]>, line: number, row: AccessRow) => {
    const here = foreign.get(line);
    if (here === undefined) foreign.set(line, [row]);
    else here.push(row);
  };
  for (const placed of own) {
    const { place, row, offsetBytes } = placed;
    if (place.kind !== 'field') {
      putForeign(outside, lineOf(offsetBytes), modelRow(row, placed.counts, coreOf));
      continue;
    }
    const key = `${place.moverOffsetBytes} ${place.mover}`;
    const atom = atoms.get(key);
    if (atom === undefined) atoms.set(key, { place, rows: [placed] });
    else atom.rows.push(placed);
  }
  for (const { line, offsetBytes } of linesOnce(members)) {
    const rest = atLeastNone(subtractCounts(lineCounts(line), rowsCounts(line)));
    // Loads that met nobody are of no use to the model; what a cut report lost of the rest stays here.
    const missing: HeatCounts = { ...rest, otherLoads: 0 };
    if (line.trimmedPercent === null || isNone(missing)) continue;
    putForeign(cutOff, lineOf(offsetBytes), {
      symbol: 'not in the report',
      codeOffset: 0,
      ...modelCounts(missing),
      cpus: Math.max(1, profile.cpuCount ?? 1),
    });
  }
  return {
    baseBytes,
    atoms: withUnsampled(
      [...atoms.values()].map(({ place, rows: all }) => atomOf(place, all, coreOf)),
      hidLoads(unsampled, own, lineOf),
      coreOf,
    ),
    foreign: [
      ...[...outside].map(([line, each]): ForeignAtom => ({ line, rows: each })),
      ...[...cutOff].map(([line, each]): ForeignAtom => ({ line, rows: each, isCutOff: true })),
    ],
    lines: cleanLoads(members, lineOf),
    waits: lineWaits(
      own,
      profile.lines.flatMap(({ rows: each }) => each),
      ({ offsetBytes }) => lineOf(offsetBytes),
    ),
  };
}

/** Lines that two objects of the group share stand for one. */
function linesOnce(instances: InstanceGroupMembers) {
  const seen = new Set<unknown>();
  return instances
    .flatMap(({ lines }) => lines)
    .filter(({ line }) => !seen.has(line) && seen.add(line));
}

type InstanceGroupMembers = Attribution['instances'];

function atomOf(place: FieldPlace, rows: readonly PlacedRow[], coreOf: CoreOf): AtomProfile {
  const [first] = rows;
  return {
    field: place.mover,
    offsetBytes: place.moverOffsetBytes,
    sizeBytes: touchedBytes(place, first?.offsetBytes ?? place.offsetBytes),
    rows: rows.map(({ row, counts }) => modelRow(row, counts, coreOf)),
    cpuShares: cpuShares(rows, coreOf),
  };
}

/** Loads that only the code tells of, with the rows of their function: it visits the struct as often as these say. */
interface HidLoad extends PlacedLoad {
  readonly by: readonly PlacedRow[];
}

/**
 * The loads that can have hit each time. On a line that was written a load hits behind another access of its function:
 * one that comes first there and has no sample is not what the function does, whatever its code says.
 */
function hidLoads(
  unsampled: readonly PlacedLoad[],
  rows: readonly PlacedRow[],
  lineOf: (offsetBytes: number) => number,
): readonly HidLoad[] {
  const written = new Set<number>();
  const bySymbol = new Map<string, PlacedRow[]>();
  for (const placed of rows) {
    if (placed.counts.stores > 0) written.add(lineOf(placed.offsetBytes));
    const { symbol } = placed.row;
    if (symbol !== null) bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), placed]);
  }
  return unsampled.flatMap(({ load, place }): HidLoad[] => {
    const by = bySymbol.get(load.symbol);
    if (by === undefined) return [];
    const line = lineOf(load.offsetBytes);
    const isBehind = by.some(
      ({ row, offsetBytes }) =>
        lineOf(offsetBytes) === line && codeOffset(row.codeAddress) < codeOffset(load.codeAddress),
    );
    return written.has(line) && !isBehind ? [] : [{ load, place, by }];
  });
}

function withUnsampled(
  atoms: readonly AtomProfile[],
  loads: readonly HidLoad[],
  coreOf: CoreOf,
): readonly AtomProfile[] {
  const all = new Map(atoms.map((atom) => [`${atom.offsetBytes} ${atom.field}`, atom]));
  for (const { load, place, by } of loads) {
    const key = `${place.moverOffsetBytes} ${place.mover}`;
    const atom = all.get(key) ?? {
      field: place.mover,
      offsetBytes: place.moverOffsetBytes,
      sizeBytes: Math.max(1, load.sizeBytes),
      rows: [],
      cpuShares: cpuShares(by, coreOf),
    };
    const row: AccessRow = {
      symbol: load.symbol,
      codeOffset: codeOffset(load.codeAddress),
      rmtHitm: 0,
      lclHitm: 0,
      otherLoads: 0,
      stores: 0,
      cpus: Math.max(...by.map(({ row: own }) => cpusOfRow(own, coreOf))),
      isUnsampled: true,
    };
    all.set(key, { ...atom, rows: [...atom.rows, row] });
  }
  return [...all.values()];
}

function modelRow(row: SourceRow, counts: HeatCounts, coreOf: CoreOf): AccessRow {
  return {
    // Rows without a name are no visits of one function.
    symbol: row.symbol ?? row.codeAddress ?? 'unknown',
    codeOffset: codeOffset(row.codeAddress),
    ...modelCounts(counts),
    cpus: cpusOfRow(row, coreOf),
  };
}

function modelCounts(counts: HeatCounts) {
  const { hitmRemote, hitmLocal, peerRemote, peerLocal, otherLoads, stores } = counts;
  return {
    rmtHitm: hitmRemote,
    lclHitm: hitmLocal,
    otherLoads: otherLoads + peerRemote + peerLocal,
    stores,
  };
}

/** Addresses of the kernel pass 2^53; only their order within a function counts. */
function codeOffset(codeAddress: string | null): number {
  return codeAddress === null ? 0 : Number(BigInt(codeAddress) & 0xff_ffff_ffffn);
}

function cpuShares(rows: readonly PlacedRow[], coreOf: CoreOf): ReadonlyMap<number, number> | null {
  const weights = new Map<number, number>();
  let sum = 0;
  for (const { row, counts } of rows) {
    const cpus = cpusOf(row);
    if (cpus.length === 0) return null;
    const { hitmRemote, hitmLocal, otherLoads, stores, peerLocal, peerRemote } = counts;
    const all = hitmRemote + hitmLocal + peerLocal + peerRemote + otherLoads + stores;
    const samples = row.cpus.length > 0 ? row.cpus : null;
    for (const [place, cpu] of cpus.entries()) {
      const one = samples?.[place];
      const weight = one ? one.loads + one.stores : all / cpus.length;
      const core = coreOf(cpu);
      weights.set(core, (weights.get(core) ?? 0) + weight);
      sum += weight;
    }
  }
  if (sum <= 0) return null;
  return new Map([...weights].map(([core, weight]) => [core, weight / sum]));
}

/** Clean hits by line of the struct. A line of which one object has no table has none. */
function cleanLoads(
  instances: InstanceGroupMembers,
  lineOf: (offsetBytes: number) => number,
): readonly LineTotals[] {
  const sums = new Map<number, number | null>();
  for (const { line, offsetBytes } of linesOnce(instances)) {
    const { loadsLlc, loadsRemote } = line.counts;
    const clean =
      loadsLlc === null && loadsRemote === null ? null : (loadsLlc ?? 0) + (loadsRemote ?? 0);
    const number = lineOf(offsetBytes);
    const known = sums.get(number);
    sums.set(number, known === null || clean === null ? null : (known ?? 0) + clean);
  }
  return [...sums].flatMap(([line, clean]) =>
    clean === null ? [] : [{ line, cleanLoads: clean }],
  );
}

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
function lineWaits(
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
