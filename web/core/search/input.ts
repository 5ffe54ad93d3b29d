import type { Applied } from '../edit/applied';
import type { Edit } from '../edit/edit';
import type { MemberPath } from '../layout/ids';
import type { Calibrated } from '../model/calibrated';
import type { Odds } from '../model/odds';
import type { Band } from '../model/range';
import type { StartFacts } from '../model/start';
import type { Allocation, SlabMachine } from '../figures/slab';

export interface SuggestInput {
  /** Where to start from: pins, groups and markers in it are honoured. */
  readonly applied: Applied;
  /** A profile or tags; null for packing alone. */
  readonly heat: Calibrated | null;
  /** The layout that the profile was measured on, where that is not the one to start from. */
  readonly origin?: StartFacts;
  readonly allocation: Allocation;
  readonly machine: SlabMachine;
  readonly options: SuggestOptions;
}

export interface SuggestOptions {
  /** `never`: neither the struct nor what the allocator takes; `nextClass`: up to the next slab class. */
  readonly growth: 'never' | 'nextClass';
  /** The most members that may move or be aligned. */
  readonly mostEdits: number;
  /** Whether members may be aligned to a line. */
  readonly mayAlign: boolean;
  /** Whether what looks like a format that others read may be reordered all the same; see `formatReason`. */
  readonly mayChangeFormat: boolean;
}

/** A hypothesis to measure. */
export interface Suggestion {
  /** Ordinary edits, on top of what is applied. */
  readonly edits: readonly Edit[];
  readonly figures: SuggestionFigures;
  /** What it was searched for: fewer conflicts, or fewer holes alone. */
  readonly aim: 'conflicts' | 'holes';
  /** One sentence. */
  readonly reason: string;
  /** Which point of the front it is, from 0: suggestions with the same one have the same price. */
  readonly point: number;
}

export interface SuggestionFigures {
  /** In samples of the profile (for tags without a unit); null without heat. */
  readonly hitm: {
    readonly before: number;
    readonly after: number;
    /** The band of `after`, without what `unknownReaders` may add. */
    readonly band: Band;
  } | null;
  /** What came of such orders; null without a measurement. */
  readonly odds: Odds | null;
  readonly transactions: { readonly before: number; readonly after: number } | null;
  readonly sizeBytes: number;
  readonly strideBytes: number;
  readonly holeBytes: number;
  /** Members that move or are aligned. */
  readonly edits: number;
  /** How many more fields than now cross a line boundary; negative for fewer. */
  readonly straddles: number;
  /** Fields that now meet a writer and whose readers nobody could have seen. */
  readonly unknownReaders: number;
  /** Which those are: tagged cold or read-hot, they are known. */
  readonly unknownReaderFields: readonly MemberPath[];
  /** Readers that now lie beside fields of which the report shows nothing: one of them may be written. */
  readonly hiddenWriters: number;
  /** Locks of which nobody can say whether this makes them cheaper or dearer. */
  readonly unknownLocks: readonly MemberPath[];
  /** Lines that are written often and come to lie beside one that is read often. */
  readonly pairs: number;
  /** Fields that come to lie on another line though no edit names them. */
  readonly knockOn: readonly MemberPath[];
}

/** Orders with fewer conflicts that are not suggested, as they have more transactions. */
export interface Vetoed {
  readonly orders: number;
  /** By this share at least. */
  readonly leastRise: number;
}

export type SuggestProgress =
  | { readonly kind: 'working'; readonly evaluated: number }
  /** The front as known so far, the best first. It grows and changes until `done`. */
  | {
      readonly kind: 'front';
      readonly suggestions: readonly Suggestion[];
      readonly evaluated: number;
      readonly vetoed: Vetoed | null;
      readonly done: boolean;
    }
  /** There is nothing to search: a sentence. */
  /** `format`: the reason is one that `mayChangeFormat` sets aside. */
  | { readonly kind: 'none'; readonly reason: string; readonly format?: true };
