import type { SearchJob } from '../analysis/predict/search';
import type { SuggestProgress } from '../analysis/suggest/input';

/** To the worker: the one search that it is for. */
export type SearchRequest = SearchJob;

/** From the worker; nothing comes after `ended`. */
export type SearchMessage =
  { readonly kind: 'progress'; readonly progress: SuggestProgress } | { readonly kind: 'ended' };
