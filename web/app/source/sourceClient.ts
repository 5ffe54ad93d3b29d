import { fail, type Result } from '../../base/result';
import { wasmModule } from '../../ingest/wasmModule';
import type { Asks, FromWorker, ToWorker } from './asks';

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
  return (await import('./sourceWorker?worker&inline')).default;
}

let shared: SourceClient | null = null;

/** The page's one. Scans of whole trees have clients of their own, which are stopped when they are done. */
export function sourceClient(): SourceClient {
  shared ??= createSourceClient();
  return shared;
}

type Settle = (answer: Result<never, string>) => void;

export function createSourceClient(): SourceClient {
  let starting: Promise<Worker> | null = null;
  let running: Worker | null = null;
  let count = 0;
  const waiting = new Map<number, Settle>();

  function settleAll(message: string): void {
    for (const settle of waiting.values()) settle(fail(message));
    waiting.clear();
  }

  async function start(): Promise<Worker> {
    const [module, SourceWorker] = await Promise.all([wasmModule('texts'), loadSourceWorker()]);
    const worker = new SourceWorker();
    running = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      waiting.get(data.id)?.(data.answer as Result<never, string>);
      waiting.delete(data.id);
    });
    worker.addEventListener('error', (event) => {
      stop();
      settleAll(`The reader of C source stopped unexpectedly (${event.message}). Try it again.`);
    });
    worker.postMessage({ kind: 'module', module } satisfies ToWorker);
    return worker;
  }

  function stop(): void {
    running?.terminate();
    running = null;
    starting = null;
  }

  return {
    async ask(kind, ask) {
      starting ??= start();
      let worker: Worker;
      try {
        worker = await starting;
      } catch {
        starting = null;
        return fail('The reader of C source could not be started. Reload the page.');
      }
      const id = (count += 1);
      const answer = new Promise<Result<never, string>>((settle) => waiting.set(id, settle));
      worker.postMessage({ id, kind, ask });
      return answer;
    },
    stop() {
      stop();
      settleAll('Stopped.');
    },
  };
}
