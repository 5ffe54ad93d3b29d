import { pageMessage } from '../state/messages';
import { sentence } from '../../core/base/messages';
import * as Comlink from 'comlink';
import type { SearchJob } from '../../core/search/search';
import type { SuggestProgress } from '../../core/search/input';
import { fetched } from '../../core/base/fetched';
import { remoteWorker } from '../../core/base/remoteWorker';
import type { SearchApi } from './protocol';

export interface SearchListener {
  readonly onProgress: (progress: SuggestProgress) => void;
  /** The search has come to its end by itself. */
  readonly onEnd: () => void;
  /** Why the search could not be run, as a sentence. */
  readonly onFailure: (reason: string) => void;
}

/** Runs a search away from the page. What it returns ends it at once, and nothing is heard after that. */
export function startSearch(job: SearchJob, listener: SearchListener): () => void {
  let stopped = false;
  const worker = remoteWorker<SearchApi>(async () => new (await loadWorker())());
  const onProgress = Comlink.proxy((progress: SuggestProgress) => {
    if (!stopped) listener.onProgress(progress);
  });
  void worker
    .ask((api) => api.search(job, onProgress))
    .then((answer) => {
      worker.end();
      if (stopped) return;
      if (answer.ok) return listener.onEnd();
      if (answer.error.kind === 'ended') return;
      if (answer.error.kind === 'unfetched') return listener.onFailure(answer.error.detail);
      listener.onFailure(sentence(pageMessage('search-stopped', answer.error.detail)));
    });
  return () => {
    stopped = true;
    worker.end();
  };
}

/** Fetches the worker's script, so that a search makes no request of its own. */
export async function loadWorker(): Promise<new () => Worker> {
  return (await fetched(() => import('./searchWorker?worker&inline'))).default;
}
