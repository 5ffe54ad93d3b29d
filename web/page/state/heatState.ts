import type { FileId } from '../../core/layout/ids';

export type LineSort = 'snoops' | 'remote' | 'local' | 'loads' | 'stores' | 'address';

/** What the profile view shows, apart from the report itself. */
export interface HeatState {
  readonly sort: { readonly by: LineSort; readonly descending: boolean };
  /** A function, an address, a source file. */
  readonly query: string;
  /** The line whose rows are open; null for none. */
  readonly line: { readonly file: FileId; readonly id: string } | null;
  /** The binding whose line is slid in the Heat tab, where there are several; null for the last. */
  readonly sliding: { readonly profile: string; readonly target: string } | null;
}

export const initialHeatState: HeatState = {
  sort: { by: 'snoops', descending: true },
  query: '',
  line: null,
  sliding: null,
};
