/** Counts up when a column changes its meaning or goes; one that is added leaves it. */
export const ROWS_SCHEMA = 1;

/** How certain the struct and member of a row are. */
export type BindingConfidence =
  /** Witnesses of several kinds agree on the struct, and the byte is one member's. */
  | 'certain'
  /** The best of what fits, or one of several members of a union. */
  | 'uncertain'
  /** No struct is named. */
  | 'unbound';

/** What a row stands for. */
export type RowKind =
  /** An instruction (or what else the report groups by) on an offset of a line. */
  | 'row'
  /** What was sampled on a line and is in none of its rows; below 0 where perf's percentages were rounded up. */
  | 'rest'
  /** What was sampled on lines that the report does not list. */
  | 'unlisted';

/** One row. What nobody states is null, never 0. */
export interface FleetRow {
  readonly rows_schema: number;
  readonly capture: string;
  readonly row_id: number;
  readonly row_kind: RowKind;
  readonly host: string | null;
  readonly recorded_at: Date | null;
  readonly kernel_build_id: string | null;
  readonly kernel_release: string | null;
  readonly cpu_model: string | null;
  readonly snoop: 'hitm' | 'peer';
  readonly line: string | null;
  readonly line_offset: number | null;
  readonly struct_name: string | null;
  readonly struct_key: string | null;
  readonly struct_bytes: number | null;
  readonly member_path: string | null;
  readonly struct_offset: number | null;
  readonly struct_line: number | null;
  readonly binding_confidence: BindingConfidence;
  readonly symbol: string | null;
  readonly symbol_object: string | null;
  readonly cpus: string | null;
  readonly cpu_count: number | null;
  readonly samples: number | null;
  readonly loads: number | null;
  readonly stores: number | null;
  readonly hitm_local: number | null;
  readonly hitm_remote: number | null;
  readonly peer_local: number | null;
  readonly peer_remote: number | null;
  readonly other_loads: number | null;
  readonly latency: number | null;
  readonly period: number | null;
}

export interface Column {
  readonly name: keyof FleetRow;
  readonly type: 'INT32' | 'DOUBLE' | 'STRING' | 'TIMESTAMP';
  readonly unit: string;
  readonly says: string;
}

const column = (
  name: keyof FleetRow,
  type: Column['type'],
  unit: string,
  says: string,
): Column => ({ name, type, unit, says });

export const COLUMNS: readonly Column[] = [
  column('rows_schema', 'INT32', '', 'version of these columns'),
  column('capture', 'STRING', '', 'which recording: the id of its bundle, or a hash of the report'),
  column('row_id', 'INT32', '', 'number within the recording, from 0'),
  column('row_kind', 'STRING', '', 'row; rest of a line that is in no row; unlisted'),
  column('host', 'STRING', '', 'name of the machine'),
  column('recorded_at', 'TIMESTAMP', 'UTC', "when the recording began, by the machine's clock"),
  column('kernel_build_id', 'STRING', 'hex', 'build-id of the kernel'),
  column('kernel_release', 'STRING', '', 'release of the kernel (uname -r)'),
  column('cpu_model', 'STRING', '', 'model of the CPU'),
  column('snoop', 'STRING', '', 'hitm; peer (Arm), where clean lines count too'),
  column('line', 'STRING', 'hex', 'address of the cache line'),
  column('line_offset', 'INT32', 'bytes', 'of the touched byte, from the start of the line'),
  column('struct_name', 'STRING', '', 'struct that the line is of'),
  column('struct_key', 'STRING', '', "content key of the struct's layout"),
  column('struct_bytes', 'INT32', 'bytes', 'size of the struct'),
  column('member_path', 'STRING', '', 'path of the innermost member; null in a hole'),
  column('struct_offset', 'INT32', 'bytes', 'of the touched byte, from the start of the struct'),
  column('struct_line', 'INT32', '', "which of the object's cache lines, from 0"),
  column('binding_confidence', 'STRING', '', 'of struct and member: certain, uncertain, unbound'),
  column('symbol', 'STRING', '', 'function of the instruction'),
  column('symbol_object', 'STRING', '', 'program, library or kernel'),
  column('cpus', 'STRING', '', 'CPUs that were seen: 0-3,8'),
  column('cpu_count', 'INT32', '', 'how many CPUs were seen'),
  column('samples', 'INT32', 'samples', 'loads and stores'),
  column('loads', 'INT32', 'samples', 'loads'),
  column('stores', 'INT32', 'samples', 'stores; on Intel not on one scale with loads'),
  column('hitm_local', 'INT32', 'samples', 'loads that hit a modified line of the same node'),
  column('hitm_remote', 'INT32', 'samples', 'loads that hit a modified line of another node'),
  column('peer_local', 'INT32', 'samples', 'loads that a core of the same node served'),
  column('peer_remote', 'INT32', 'samples', 'loads that a core of another node served'),
  column('other_loads', 'INT32', 'samples', 'loads without HITM and peer'),
  column('latency', 'DOUBLE', 'cycles', 'mean latency of the loads'),
  column(
    'period',
    'DOUBLE',
    'events',
    'what the samples stand for; null where perf printed no single samples',
  ),
];
