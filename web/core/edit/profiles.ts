import type {
  AccessCounts,
  ProfileKind,
  ProfileLine,
  SnoopDisplay,
  TypeProfile,
} from '../facts/generated';
import { NO_ACCESS } from '../facts/noAccess';
import type { BindingDoubt } from './bindingDoubt';
import type { Edit } from './edit';

/**
 * What a document carries of a profile, so that a link, a draft and a study need no report: where it
 * comes from, its totals, and only those lines and types that are tied to the struct or lie beside them.
 * `core/heat/slice.ts` makes it from what a reader gives.
 */
export interface DocumentProfile {
  /** Unlike that of every other profile of the document; edits name it by this. */
  readonly name: string;
  readonly kind: ProfileKind;
  readonly display: SnoopDisplay | null;
  /** Cache line of the report: 128 for `--double-cl`. */
  readonly lineBytes: number;
  readonly command: string | null;
  readonly kernelRelease: string | null;
  readonly perfVersion: string | null;
  readonly machine: string | null;
  readonly events: readonly string[];
  /** Logical CPUs of each core; empty where not stated. */
  readonly cores: readonly (readonly number[])[];
  /** Most CPUs that any row of the whole report was seen on: cores, where they are known. Null where no row says. */
  readonly cpuCount: number | null;
  /** The layout that the report was measured on: the struct as it was found, with these edits. None: the original. */
  readonly measuredOn: readonly Edit[];
  /** How many operations the workload did meanwhile, where the user gives it. */
  readonly operations: number | null;
  /** All samples of the recording, as the report states them; null inside where it does not. */
  readonly stated: AccessCounts;
  /** Sums over every line and variable that the report lists, also those that are not in `lines`. */
  readonly listed: AccessCounts;
  readonly lines: readonly DocumentLine[];
  readonly types: readonly TypeProfile[];
  /** Loads from code that was read beside the report; left out where none was read. */
  readonly unsampled?: readonly UnsampledLoad[];
  /** What the author of a hand-made table says of it; left out where nothing. */
  readonly about?: readonly string[];
}

/** A profile of 64-byte lines that states nothing, and has no lines. */
export const BARE_DOCUMENT_PROFILE: Omit<DocumentProfile, 'name'> = {
  kind: 'c2cReport',
  display: null,
  lineBytes: 64,
  command: null,
  kernelRelease: null,
  perfVersion: null,
  machine: null,
  events: [],
  cores: [],
  cpuCount: null,
  measuredOn: [],
  operations: null,
  stated: NO_ACCESS,
  listed: NO_ACCESS,
  lines: [],
  types: [],
};

/**
 * A load that happens whenever a function of the report does what was sampled of it, by its code, and that no row
 * shows: it hit, behind another access of the same visit or as nobody wrote its line.
 */
export interface UnsampledLoad {
  /** As the report's rows have it. */
  readonly symbol: string;
  /** Where it would stand in the report: code of one function is set in order by its addresses. */
  readonly codeAddress: string;
  /** From the first byte of the struct as it was found. */
  readonly offsetBytes: number;
  readonly sizeBytes: number;
}

/** A contended line, or a variable that the report names without an address (its offsets may then pass a line). */
export interface DocumentLine extends ProfileLine {
  /** What edits call it: its address in lower-case hex, a variable's name, or `#3` for the report's third where neither is known. */
  readonly id: string;
}

/** A line tied to a struct. Lines of the same object need no binding of their own: their addresses tell. */
export interface Binding {
  readonly profile: string;
  /** The `id` of a line, or the name of a type ("struct page"). */
  readonly target: string;
  /** Where in the struct the line's first byte lies, in bytes: negative where the struct begins later. */
  readonly offsetBytes: number;
  /** Left out where a person said so, or what is known of the line leaves no doubt. */
  readonly doubt?: BindingDoubt;
}

/** What fields are filled by. Of Arm's peer reports `hitm`, `remote` and `local` are peer snoops. */
export type HeatMetric = 'hitm' | 'remote' | 'local' | 'loads' | 'stores' | 'latency';

export const HEAT_METRICS: readonly HeatMetric[] = [
  'hitm',
  'remote',
  'local',
  'loads',
  'stores',
  'latency',
];
