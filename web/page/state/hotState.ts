import type { HotSearch } from '../../core/bind/searchHot';
import type { FileId } from '../../core/layout/ids';

/** The structs of a report by the very instructions that it saw, as far as they have been asked for. */
export interface HotReport {
  readonly report: FileId;
  /** The file whose code it is. */
  readonly types: FileId;
  readonly of: 'HITM' | 'peer snoops' | 'loads and stores' | 'accesses';
  readonly search: HotSearch;
  /** `stopped`: by a person, or since the file could not be read on. */
  readonly state: 'asking' | 'done' | 'stopped';
}
