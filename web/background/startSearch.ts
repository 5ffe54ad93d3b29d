import type { SearchJob } from '../analysis/predict/search';
import type { SuggestProgress } from '../analysis/suggest/input';
import type { SearchMessage } from './protocol';

export interface SearchListener {
  readonly onProgress: (progress: SuggestProgress) => void;
  /** The search has come to its end by itself. */
  readonly onEnd: () => void;
  /** It could not be run, as a sentence. */
  readonly onFailure: (reason: string) => void;
}

/** Runs a search away from the page. What it returns ends it at once, and nothing is heard after that. */
export function startSearch(job: SearchJob, listener: SearchListener): () => void {
  let worker: Worker | null = null;
  let stopped = false;
  const failed = (detail: string) => {
    if (stopped) return;
    stop();
    listener.onFailure(
      `The search stopped unexpectedly (${detail}). Nothing else is affected; please report it with the struct.`,
    );
  };
  const stop = () => {
    stopped = true;
    worker?.terminate();
    worker = null;
  };
  loadWorker()
    .then((SearchWorker) => {
      if (stopped) return;
      worker = new SearchWorker();
      worker.onmessage = ({ data }: MessageEvent<SearchMessage>) => {
        if (stopped) return;
        if (data.kind === 'progress') return listener.onProgress(data.progress);
        stop();
        listener.onEnd();
      };
      worker.onerror = (event) => failed(event.message || 'its worker could not be started');
      worker.postMessage(job);
    })
    .catch((error: unknown) => failed(error instanceof Error ? error.message : String(error)));
  return stop;
}

/** Fetches the worker's script, so that a search makes no request of its own. */
export async function loadWorker(): Promise<new () => Worker> {
  const { default: SearchWorker } = await import('./searchWorker?worker&inline');
  return SearchWorker;
}
