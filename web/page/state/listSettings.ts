import type { FileId } from '../../core/layout/ids';

/** What a list can be sorted by; `match` is the best match first, or by name where nothing is typed. */
export type SortColumn =
  'match' | 'name' | 'size' | 'lines' | 'heat' | 'holes' | 'padding' | 'held';

/** What a person set of the list of structs. */
export interface ListSettings {
  readonly query: string;
  readonly sort: { readonly by: SortColumn; readonly descending: boolean };
  /** Only this file's rows; null for all. */
  readonly file: FileId | null;
}
