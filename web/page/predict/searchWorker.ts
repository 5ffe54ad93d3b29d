import * as Comlink from 'comlink';
import { search } from '../../core/search/search';
import type { SuggestProgress } from '../../core/search/input';
import type { SearchApi } from './protocol';

/** Each message is a repaint of the page: news at most so often, in ms. */
const NEWS_MS = 80;

// One search for each worker: whoever does not want it any more ends the worker.
const api: SearchApi = {
  async search(job, onProgress) {
    let last = performance.now();
    let held: SuggestProgress | null = null;
    let shown = 0;
    /** The last call of `onProgress`. */
    let delivered: void | Promise<void> = undefined;
    for (const progress of search(job)) {
      const now = performance.now();
      // A count is no news beside a front that waits.
      if (progress.kind !== 'working' || held?.kind !== 'front') held = progress;
      const first = progress.kind === 'front' && shown === 0 && progress.suggestions.length > 0;
      if (first || now - last >= NEWS_MS) {
        if (progress.kind === 'front') shown = progress.suggestions.length;
        delivered = onProgress(held);
        held = null;
        last = now;
      }
    }
    if (held !== null) delivered = onProgress(held);
    // Progress has its own channel: without this the end could come before it.
    await delivered;
  },
};

Comlink.expose(api);
