import type { MemberPath } from '../../layout/ids';

/** Where an atom belongs. */
export type Site =
  | {
      readonly kind: 'field';
      readonly field: MemberPath;
      readonly offsetBytes: number;
      readonly sizeBytes: number;
      /** It crossed a line at the baseline already: its rows were measured on the first line alone. */
      readonly straddled: boolean;
      readonly source: 'measured' | 'tagged';
    }
  /** Stores that words of a lock share; they lie wherever a word of it has no others, see `lockWords`. */
  | {
      readonly kind: 'lockWords';
      readonly field: MemberPath;
      readonly offsetBytes: number;
      readonly sizeBytes: number;
    }
  | { readonly kind: 'foreign'; readonly line: number; readonly isCutOff: boolean };
