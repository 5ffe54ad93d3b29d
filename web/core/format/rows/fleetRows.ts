import { modulo } from '../../base/math';
import { accessorOf, meanCycles } from '../../heat/accessor';
import {
  heatCounts,
  isNone,
  loadsOf,
  NO_COUNTS,
  subtractCounts,
  sumCounts,
  type HeatCounts,
} from '../../heat/counts';
import { profileLines } from '../../heat/slice';
import { lineCounts, rowsCounts } from '../../heat/lineCounts';
import { lineUnit, rowCounter } from '../../heat/lineUnit';
import { byteFinder, type BytePlace } from '../../heat/byteFinder';
import type { DocumentLine } from '../../edit/profiles';
import type { AccessProfile, AccessRow } from '../../facts/generated';
import type { MemberOrder } from '../../layout/order';
import { ROWS_SCHEMA, type FleetRow } from './schema';

/** Whose recording it is. */
export interface Recording {
  readonly capture: string;
  readonly host: string | null;
  readonly recordedAt: Date | null;
  readonly kernelBuildId: string | null;
  readonly release: string | null;
  readonly cpuModel: string | null;
}

/** Which struct a line is of. */
export interface NamedStruct {
  readonly name: string;
  /** Content key of its layout; null where it has none of its own. */
  readonly key: string | null;
  readonly sizeBytes: number;
  readonly struct: MemberOrder;
  /** Where in it the line's first byte lies; may be negative. */
  readonly offsetBytes: number;
  readonly isCertain: boolean;
}

type Figures = Pick<
  FleetRow,
  | 'samples'
  | 'loads'
  | 'stores'
  | 'hitm_local'
  | 'hitm_remote'
  | 'peer_local'
  | 'peer_remote'
  | 'other_loads'
>;

/** Every sample of a profile in one row. @param structOf null for a line that nothing names */
export function fleetRows(
  profile: AccessProfile,
  recording: Recording,
  structOf: (line: DocumentLine) => NamedStruct | null,
): readonly FleetRow[] {
  const rows: FleetRow[] = [];
  const ofAll = {
    rows_schema: ROWS_SCHEMA,
    capture: recording.capture,
    host: recording.host,
    recorded_at: recording.recordedAt,
    kernel_build_id: recording.kernelBuildId,
    kernel_release: recording.release,
    cpu_model: recording.cpuModel,
    snoop: profile.display === 'peer' ? 'peer' : 'hitm',
  } as const;
  const add = (row_kind: FleetRow['row_kind'], rest: Partial<FleetRow>) =>
    rows.push({ ...ofAll, ...NOTHING, ...rest, row_kind, row_id: rows.length });

  const lines = profileLines(profile);
  for (const line of lines) {
    const named = structOf(line);
    const find = named === null ? null : byteFinder(named.struct);
    const isCounted = lineUnit(line) === 'samples';
    const count = rowCounter(line);
    for (const row of line.rows) {
      const counts = isCounted ? count(row) : null;
      add('row', {
        ...ofLine(line, named),
        line_offset: row.offsetBytes,
        ...(named && find ? placeOf(row, named, find, profile.lineBytes) : {}),
        ...ofRow(row, counts),
      });
    }
    const rest = subtractCounts(lineCounts(line), rowsCounts(line));
    if (isCounted && !isNone(rest)) add('rest', { ...ofLine(line, named), ...figures(rest) });
  }
  const unlisted = unlistedOf(profile, lines);
  if (unlisted !== null && !isNone(unlisted)) add('unlisted', figures(unlisted));
  // One in which nothing was sampled is a recording all the same: others are measured by how many there were.
  const states = profile.totals.loads !== null;
  if (rows.length === 0) add('unlisted', states ? figures(NO_COUNTS) : {});
  return rows;
}

/** What the recording states beside its lines; null where it does not state how much there was. */
function unlistedOf(profile: AccessProfile, lines: readonly DocumentLine[]): HeatCounts | null {
  const { totals } = profile;
  if (totals.loads === null || totals.stores === null) return null;
  const counted = lines.filter((line) => lineUnit(line) === 'samples');
  return subtractCounts(heatCounts(totals), sumCounts(counted.map(lineCounts)));
}

const NOTHING = {
  line: null,
  line_offset: null,
  struct_name: null,
  struct_key: null,
  struct_bytes: null,
  member_path: null,
  struct_offset: null,
  struct_line: null,
  binding_confidence: 'unbound',
  symbol: null,
  symbol_object: null,
  cpus: null,
  cpu_count: null,
  samples: null,
  loads: null,
  stores: null,
  hitm_local: null,
  hitm_remote: null,
  peer_local: null,
  peer_remote: null,
  other_loads: null,
  latency: null,
  period: null,
} as const;

function ofLine(line: DocumentLine, named: NamedStruct | null): Partial<FleetRow> {
  if (named === null) return { line: line.id };
  return {
    line: line.id,
    struct_name: named.name,
    struct_key: named.key,
    struct_bytes: named.sizeBytes,
    binding_confidence: named.isCertain ? 'certain' : 'uncertain',
  };
}

function placeOf(
  row: AccessRow,
  named: NamedStruct,
  find: (byte: number) => BytePlace,
  lineBytes: number,
): Partial<FleetRow> {
  const offset = named.offsetBytes + row.offsetBytes;
  const place = find(offset);
  switch (place.kind) {
    case 'outside':
      // The neighbour on the same line.
      return {
        struct_name: null,
        struct_key: null,
        struct_bytes: null,
        binding_confidence: 'unbound',
      };
    case 'padding':
      return { struct_offset: offset, struct_line: lineOf(offset, named, lineBytes) };
    case 'field':
      return {
        struct_offset: offset,
        struct_line: lineOf(offset, named, lineBytes),
        member_path: place.path,
        ...(place.oneOf.length > 0 ? { binding_confidence: 'uncertain' } : {}),
      };
  }
}

/** Counted from the line that has the object's first byte. */
function lineOf(offset: number, { offsetBytes }: NamedStruct, lineBytes: number): number {
  const baseBytes = modulo(-offsetBytes, lineBytes);
  return Math.floor((offset + baseBytes) / lineBytes);
}

function ofRow(row: AccessRow, counts: HeatCounts | null): Partial<FleetRow> {
  const who = { symbol: row.symbol, symbol_object: row.object, cpu_count: row.cpuCount };
  if (counts === null) return who;
  const { offsetBytes } = row;
  const { cpus, latency } = accessorOf(row, { offsetBytes, counts, isCounted: true });
  return {
    ...who,
    cpus: cpus.length > 0 ? cpuRanges(cpus) : null,
    latency: meanCycles(latency),
    period: row.period ?? null,
    ...figures(counts),
  };
}

function figures(counts: HeatCounts): Figures {
  const loads = loadsOf(counts);
  return {
    samples: loads + counts.stores,
    loads,
    stores: counts.stores,
    hitm_local: counts.hitmLocal,
    hitm_remote: counts.hitmRemote,
    peer_local: counts.peerLocal,
    peer_remote: counts.peerRemote,
    other_loads: counts.otherLoads,
  };
}

/** `0-3,8` */
function cpuRanges(cpus: readonly number[]): string {
  const sorted = [...new Set(cpus)].sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const cpu of sorted) {
    const last = ranges.at(-1);
    if (last?.[1] === cpu - 1) last[1] = cpu;
    else ranges.push([cpu, cpu]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}
