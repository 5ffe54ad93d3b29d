import { search } from '../analysis/predict/search';
import type { SuggestProgress } from '../analysis/suggest/input';
import type { SearchMessage, SearchRequest } from './protocol';

/** Each message is a repaint of the page: news at most so often, in ms. */
const NEWS_MS = 80;

// One search for each worker: whoever does not want it any more ends the worker.
self.onmessage = ({ data }: MessageEvent<SearchRequest>) => {
  let last = performance.now();
  let held: SuggestProgress | null = null;
  let shown = 0;
  for (const progress of search(data)) {
    const now = performance.now();
    // A count is no news beside a front that waits.
    if (progress.kind !== 'working' || held?.kind !== 'front') held = progress;
    const first = progress.kind === 'front' && shown === 0 && progress.suggestions.length > 0;
    if (first || now - last >= NEWS_MS) {
      if (progress.kind === 'front') shown = progress.suggestions.length;
      tell({ kind: 'progress', progress: held });
      held = null;
      last = now;
    }
  }
  if (held !== null) tell({ kind: 'progress', progress: held });
  tell({ kind: 'ended' });
};

function tell(message: SearchMessage): void {
  self.postMessage(message);
}
