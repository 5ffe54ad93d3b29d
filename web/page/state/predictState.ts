import type { AllocationChoice } from '../../core/model/allocation';
import type { SearchGoal } from '../../core/search/search';
import type { SuggestOptions, Suggestion, Vetoed } from '../../core/search/input';
import type * as predictModel from './predictModel';
import type { MemberPath, StructId } from '../../core/layout/ids';

export type Model = typeof predictModel;

/** What the page knows of predictions and suggestions, apart from what can be computed. */
export interface PredictState {
  /** The model; null until it has been loaded. */
  readonly model: Model | null;
  readonly options: SuggestOptions;
  readonly goal: SearchGoal;
  /** Where a user says how objects of a struct are allocated. */
  readonly allocations: Readonly<Record<StructId, AllocationChoice>>;
  /** The finding that suggestions were asked for; null for any. */
  readonly about: SuggestAbout | null;
  /** Structs whose fields in doubt were asked about. */
  readonly queriedStructs: readonly StructId[];
  /** Somebody looks at suggestions just now. */
  readonly isWatched: boolean;
  readonly search: SearchState;
}

export interface SuggestAbout {
  readonly struct: StructId;
  readonly title: string;
  readonly members: readonly MemberPath[];
}

export type SearchState =
  | { readonly kind: 'idle' }
  /** The fields in doubt come first. */
  | { readonly kind: 'asking' }
  | FoundSuggestions
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface FoundSuggestions {
  readonly kind: 'found';
  /** The best first. */
  readonly suggestions: readonly Suggestion[];
  /** Orders that were tried. */
  readonly evaluated: number;
  /** See `Vetoed`. */
  readonly vetoed: Vetoed | null;
  readonly isDone: boolean;
  /** A user ended it before its end. */
  readonly isCancelled: boolean;
}

export const initialPredictState: PredictState = {
  model: null,
  options: { growth: 'never', mostEdits: 3, mayAlign: false, mayChangeFormat: false },
  goal: 'conflicts',
  allocations: {},
  about: null,
  queriedStructs: [],
  isWatched: false,
  search: { kind: 'idle' },
};
