import type { Message } from '../../base/messages';
import { bindingDoubts } from '../../heat/bindingDoubts';
import { meanCycles, type Accessor } from '../../heat/accessor';
import type { Attribution } from '../../heat/attribute';
import { COUNT_KINDS, type HeatCounts } from '../../heat/counts';
import { lineRows, type SnoopShare } from '../../heat/lineRows';
import type { LineUnit } from '../../heat/lineUnit';
import type {
  AccessCounts,
  AccessProfile,
  AccessRow,
  Diagnostic,
  NamedProfile,
  ProfileKind,
  RowShares,
  SnoopDisplay,
  TraceStat,
  TypeProfile,
} from '../../facts/generated';

/** Counts up when a shape of `docs/json.md` changes so that a reader of the old one could go wrong. */
const JSON_VERSION = 1;

/** `heat --json`. */
export interface HeatJson {
  readonly v: typeof JSON_VERSION;
  /** One for each report of the text. */
  readonly reports: readonly ReportJson[];
  /** Null where no struct was named. */
  readonly struct: StructHeatJson | null;
}

/** A report as it was read. What it does not state is null, never 0. */
export interface ReportJson {
  /** Its heading in the text. */
  readonly name: string | null;
  readonly kind: ProfileKind;
  readonly perfVersion: string | null;
  readonly kernelRelease: string | null;
  readonly machine: string | null;
  readonly command: string | null;
  readonly events: readonly string[];
  /** What it is sorted by. Of `peer` the snoops count clean forwards too. */
  readonly display: SnoopDisplay | null;
  readonly grouping: readonly string[];
  readonly lineBytes: number;
  /** perf's statistics, in its words. */
  readonly counters: readonly TraceStat[];
  /** perf's "LLC Misses to …", of its counters; null where these are not stated or no load missed. */
  readonly llcMissPercents: LlcMissPercents | null;
  /** The counts of the whole recording. */
  readonly totals: AccessCounts;
  /** Samples on lines that are not in `lines`, as they are too many. */
  readonly unlisted: AccessCounts;
  /** CPUs of each NUMA node, and of each core, of the machine; empty where not stated. */
  readonly nodes: AccessProfile['nodes'];
  readonly cores: AccessProfile['cores'];
  /** Of mapped files and of the kernel. */
  readonly buildIds: AccessProfile['buildIds'];
  readonly lines: readonly LineJson[];
  readonly types: readonly TypeProfile[];
  /** What the author of hand-made tables says of them in `#` lines. */
  readonly about: readonly string[];
  /** What was left out, guessed or contradicts itself. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface LineJson {
  /** From 0, as perf and `--line` count. */
  readonly rank: number;
  readonly line: string;
  readonly share: SnoopShare | null;
  /** With `percent` no samples are known: the rows have `shares` of the line. */
  readonly unit: LineUnit;
  /** As perf prints it. */
  readonly snoopPercent: number | null;
  readonly counts: AccessCounts;
  readonly memoryNodes: readonly number[];
  readonly physicalChanges: number | null;
  readonly rowErrorSamples: number;
  readonly trimmedPercent: number | null;
  /** What the rows lack of each kind, in percent of the line. */
  readonly missing: RowShares | null;
  readonly rows: readonly AccessRow[];
}

/** Null where a table of shares does not tell of a kind. */
type CountsJson = { readonly [Kind in keyof HeatCounts]: HeatCounts[Kind] | null };

/** What a member's accessor did, or a row that is put on a struct. */
export interface AccessorJson {
  readonly offsetBytes: number;
  readonly counts: CountsJson;
  readonly codeAddress: string | null;
  readonly symbol: string | null;
  readonly sourceLine: string | null;
  readonly object: string | null;
  /** How many CPUs were seen, and which. */
  readonly cpus: number | null;
  readonly cpuList: readonly number[];
  readonly thread: string | null;
  readonly meanCycles: number | null;
  readonly nodes: readonly number[];
  /** What the author of the table wrote behind the row. */
  readonly remark: string | null;
}

export interface StructHeatJson {
  readonly name: string;
  readonly key: string;
  /** Where in the struct the bound line's first byte lies. */
  readonly offsetBytes: number;
  /** Bytes of the line that come before the struct. */
  readonly baseBytes: number;
  /** Why the fields may be others; none where the binding is known. */
  readonly doubts: readonly Message[];
  /** The counts of a line that has shares alone are percent of the line, each kind of its own total. */
  readonly unit: 'samples' | 'percent' | 'period';
  readonly total: CountsJson;
  readonly fields: readonly {
    readonly path: string;
    readonly counts: CountsJson;
    readonly meanCycles: number | null;
    /** Offsets cannot distinguish these. */
    readonly oneOf: readonly string[];
    readonly accessors: readonly AccessorJson[];
  }[];
  readonly unattributed: readonly { readonly reason: string; readonly counts: CountsJson }[];
}

/** @param line the only line that is wanted; null for all */
export function heatJson(
  reports: readonly NamedProfile[],
  line: string | null,
  struct: StructHeatJson | null,
): HeatJson {
  return {
    v: JSON_VERSION,
    reports: reports.map(({ name, profile }) => reportJson(name, profile, line)),
    struct,
  };
}

function reportJson(name: string | null, profile: AccessProfile, line: string | null): ReportJson {
  const { kind, perfVersion, kernelRelease, machine, command, events } = profile;
  const rows = lineRows(profile).filter((row) => line === null || row.line.id === line);
  const { display, grouping, lineBytes, stats, totals, types, about, diagnostics } = profile;
  const { unlisted, nodes, cores, buildIds } = profile;
  return {
    name,
    kind,
    perfVersion,
    kernelRelease,
    machine,
    command,
    events,
    display,
    grouping,
    lineBytes,
    counters: stats,
    llcMissPercents: llcMissPercents(stats),
    totals,
    unlisted,
    nodes,
    cores,
    buildIds,
    lines: rows.map(({ rank, unit, line: of, share }) => ({
      rank,
      line: of.id,
      share,
      unit,
      snoopPercent: of.snoopPercent,
      counts: of.counts,
      memoryNodes: of.memoryNodes,
      physicalChanges: of.physicalChanges,
      rowErrorSamples: of.rowErrorSamples,
      trimmedPercent: of.trimmedPercent,
      missing: of.missing,
      rows: of.rows,
    })),
    types,
    about: about ?? [],
    diagnostics,
  };
}

export function structHeatJson(
  attribution: Attribution,
  struct: { readonly name: string; readonly key: string },
): StructHeatJson {
  const [instance] = attribution.instances;
  const { statedKinds } = attribution;
  const counts = (all: HeatCounts): CountsJson => {
    const unknown: Partial<Record<keyof HeatCounts, null>> = {};
    for (const kind of COUNT_KINDS) if (statedKinds?.has(kind) === false) unknown[kind] = null;
    return { ...all, ...unknown };
  };
  return {
    name: struct.name,
    key: struct.key,
    offsetBytes: instance?.binding.offsetBytes ?? 0,
    baseBytes: instance?.baseBytes ?? 0,
    doubts: bindingDoubts(
      attribution.instances.map(({ binding }) => binding),
      struct.name,
    ),
    unit: attribution.unit,
    total: counts(attribution.total),
    fields: attribution.heat.fields.map((field) => ({
      path: field.path,
      counts: counts(field.counts),
      meanCycles: meanCycles(field.latency),
      oneOf: field.oneOf,
      accessors: field.accessors.map((accessor) => accessorJson(accessor, counts)),
    })),
    unattributed: attribution.unattributed.map((part) => ({
      reason: part.reason,
      counts: counts(part.counts),
    })),
  };
}

function accessorJson(
  accessor: Accessor,
  countsJson: (counts: HeatCounts) => CountsJson,
): AccessorJson {
  const { offsetBytes, codeAddress, symbol, sourceLine, object } = accessor;
  const { cpuCount, cpus, thread, latency, nodes, remark } = accessor;
  return {
    offsetBytes,
    counts: countsJson(accessor.counts),
    codeAddress,
    symbol,
    sourceLine,
    object,
    cpus: cpuCount,
    cpuList: cpus,
    thread,
    meanCycles: meanCycles(latency),
    nodes,
    remark,
  };
}

/** What answered the loads that missed the last cache, in percent of them: perf's "LLC Misses to …". */
interface LlcMissPercents {
  readonly localDram: number;
  readonly remoteDram: number;
  readonly remoteCacheHit: number;
  readonly remoteCacheHitm: number;
}

/**
 * perf prints these of four counters that it prints too (`print_c2c__stats()` of `tools/perf/builtin-c2c.c`).
 *
 * @returns null where one of the counters is not stated, or no load missed
 */
function llcMissPercents(stats: readonly TraceStat[]): LlcMissPercents | null {
  const count = (name: string): number | undefined =>
    stats.find((stat) => stat.table === 'trace' && stat.name === name)?.count;
  const localDram = count('Load Local DRAM');
  const remoteDram = count('Load Remote DRAM');
  const hit = count('Load Remote HIT');
  const hitm = count('Load Remote HITM');
  if (localDram === undefined || remoteDram === undefined) return null;
  if (hit === undefined || hitm === undefined) return null;
  const all = localDram + remoteDram + hit + hitm;
  if (all === 0) return null;
  const percent = (samples: number): number => (samples / all) * 100;
  return {
    localDram: percent(localDram),
    remoteDram: percent(remoteDram),
    remoteCacheHit: percent(hit),
    remoteCacheHitm: percent(hitm),
  };
}
