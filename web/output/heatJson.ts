import type { Accessor } from '../analysis/attribute/accessor';
import { meanCycles } from '../analysis/attribute/accessor';
import type { Attribution } from '../analysis/attribute/attribute';
import { heatCounts, type HeatCounts } from '../analysis/attribute/counts';
import { lineRows } from '../analysis/attribute/lineRows';
import type { AccessProfile, ProfileKind } from '../facts/generated';

/** Counts up when a shape of `docs/json.md` changes so that a reader of the old one could go wrong. */
const JSON_VERSION = 1;

/** `heat --json`. */
export interface HeatJson {
  readonly v: typeof JSON_VERSION;
  readonly profile: {
    readonly kind: ProfileKind;
    readonly perfVersion: string | null;
    readonly kernelRelease: string | null;
    readonly machine: string | null;
    readonly command: string | null;
    readonly events: readonly string[];
    readonly lineBytes: number;
    /** Its snoops are those of a peer report: they count clean forwards too. */
    readonly peer: boolean;
  };
  readonly lines: readonly LineJson[];
  /** Null where no struct was named. */
  readonly struct: StructHeatJson | null;
}

export interface LineJson {
  readonly rank: number;
  readonly line: string;
  readonly sharePercent: number | null;
  readonly counts: HeatCounts;
  readonly trimmedPercent: number | null;
  /** Null unless this line was asked for. */
  readonly rows: readonly RowJson[] | null;
}

export interface RowJson {
  readonly offsetBytes: number;
  readonly counts: HeatCounts;
  readonly symbol: string | null;
  readonly sourceLine: string | null;
  readonly object: string | null;
  readonly cpus: number | null;
  readonly nodes: readonly number[];
}

export interface StructHeatJson {
  readonly name: string;
  readonly key: string;
  /** Where in the struct the bound line's first byte lies. */
  readonly offsetBytes: number;
  /** Bytes of the line that come before the struct. */
  readonly baseBytes: number;
  readonly unit: 'samples' | 'percent' | 'period';
  readonly total: HeatCounts;
  readonly fields: readonly {
    readonly path: string;
    readonly counts: HeatCounts;
    readonly meanCycles: number | null;
    /** Offsets cannot tell these apart. */
    readonly oneOf: readonly string[];
    readonly accessors: readonly RowJson[];
  }[];
  readonly unattributed: readonly { readonly reason: string; readonly counts: HeatCounts }[];
}

/** @param line the line whose rows are wanted; null for none */
export function heatJson(
  profile: AccessProfile,
  line: string | null,
  struct: StructHeatJson | null,
): HeatJson {
  const { kind, perfVersion, kernelRelease, machine, command, events, lineBytes } = profile;
  const peer = profile.display === 'peer';
  return {
    v: JSON_VERSION,
    profile: { kind, perfVersion, kernelRelease, machine, command, events, lineBytes, peer },
    lines: lineRows(profile).map((row) => ({
      rank: row.rank,
      line: row.line.id,
      sharePercent: row.sharePercent,
      counts: row.counts,
      trimmedPercent: row.line.trimmedPercent,
      rows:
        row.line.id !== line
          ? null
          : row.line.rows.map((each) => ({
              offsetBytes: each.offsetBytes,
              counts: heatCounts(each.counts, each.otherLoads),
              symbol: each.symbol,
              sourceLine: each.sourceLine,
              object: each.object,
              cpus: each.cpuCount,
              nodes: each.nodes.map(({ node }) => node),
            })),
    })),
    struct,
  };
}

export function structHeatJson(
  attribution: Attribution,
  struct: { readonly name: string; readonly key: string },
): StructHeatJson {
  const [instance] = attribution.instances;
  return {
    name: struct.name,
    key: struct.key,
    offsetBytes: instance?.binding.offsetBytes ?? 0,
    baseBytes: instance?.baseBytes ?? 0,
    unit: attribution.unit,
    total: attribution.total,
    fields: attribution.heat.fields.map((field) => ({
      path: field.path,
      counts: field.counts,
      meanCycles: meanCycles(field.latency),
      oneOf: field.oneOf,
      accessors: field.accessors.map(accessorJson),
    })),
    unattributed: attribution.unattributed,
  };
}

function accessorJson(accessor: Accessor): RowJson {
  const { offsetBytes, counts, symbol, sourceLine, object, cpuCount, nodes } = accessor;
  return { offsetBytes, counts, symbol, sourceLine, object, cpus: cpuCount, nodes };
}
