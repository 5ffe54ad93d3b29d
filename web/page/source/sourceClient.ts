import { pageMessage } from '../state/messages';
import { sentence } from '../../core/base/messages';
import { assertNever } from '../../core/base/assert';
import { fetched } from '../../core/base/fetched';
import { once } from '../../core/base/once';
import { remoteWorker, type RemoteWorker, type WorkerFailure } from '../../core/base/remoteWorker';
import { fail, type Result } from '../../core/base/result';
import { wasmModule } from '../../core/ingest/wasmModule';
import type { Asks, SourceApi } from './asks';

/** The worker for C source: one for all questions, made with the first; another where one broke. */
export interface SourceClient {
  ask<K extends keyof Asks>(
    kind: K,
    ask: Asks[K]['ask'],
  ): Promise<Result<Asks[K]['answer'], string>>;
  /** Ends the worker and whatever it is at. */
  stop(): void;
}

/** Fetches the worker's script. */
export async function loadSourceWorker(): Promise<new () => Worker> {
  return (await fetched(() => import('./sourceWorker?worker&inline'))).default;
}

/** The page's one. Scans of whole trees have clients of their own, which are stopped when they are done. */
export const sourceClient = once(createSourceClient);

export function createSourceClient(): SourceClient {
  let running: RemoteWorker<SourceApi> | null = null;

  function start(): RemoteWorker<SourceApi> {
    // Both come at once, the module and the script.
    const module = wasmModule('source');
    return remoteWorker<SourceApi>(
      async () => new (await loadSourceWorker())(),
      async (api) => api.start(await module),
    );
  }

  return {
    async ask<K extends keyof Asks>(kind: K, ask: Asks[K]['ask']) {
      running ??= start();
      const worker = running;
      const answer = await worker.ask((api) => api.ask(kind, ask) as Promise<Asks[K]['answer']>);
      if (answer.ok) return answer;
      // The next question starts another.
      if (answer.error.kind !== 'threw' && running === worker) running = null;
      return fail(sentenceFor(answer.error));
    },
    stop() {
      running?.end();
      running = null;
    },
  };
}

function sentenceFor(failure: WorkerFailure): string {
  switch (failure.kind) {
    case 'ended':
      return 'Stopped.';
    case 'threw':
      return failure.detail;
    case 'broke':
      return sentence(pageMessage('source-stopped', failure.detail));
    case 'unfetched':
      return failure.detail;
    case 'unstarted':
      return sentence(pageMessage('source-unstarted', failure.detail));
    default:
      return assertNever(failure);
  }
}
