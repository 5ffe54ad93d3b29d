import type { SearchJob } from '../../core/search/search';
import type { SuggestProgress } from '../../core/search/input';

/** What the worker does for the page. */
export interface SearchApi {
  /** Ends when the search has come to its end by itself, after the last call of `onProgress`. */
  search(
    job: SearchJob,
    onProgress: (progress: SuggestProgress) => void | Promise<void>,
  ): Promise<void>;
}
