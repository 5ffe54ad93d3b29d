import * as Comlink from 'comlink';
import { Unfetched } from './fetched';
import { fail, ok, type Result } from './result';

/** Why a worker does not answer. `detail` is for a sentence. */
export type WorkerFailure =
  /** The worker was ended by its owner. */
  | { readonly kind: 'ended' }
  /** The question ended in an exception; the worker can be asked again. */
  | { readonly kind: 'threw'; readonly detail: string }
  /** A script of it did not come; `detail` is the whole sentence. */
  | { readonly kind: 'unfetched'; readonly detail: string }
  /** The worker could not be started, or stopped unexpectedly: it never answers again. */
  | { readonly kind: 'unstarted' | 'broke'; readonly detail: string };

/** A worker that does for the page what `Api` says. */
export interface RemoteWorker<Api> {
  /** Settles whatever happens to the worker. */
  ask<T>(question: (api: Comlink.Remote<Api>) => Promise<T>): Promise<Result<T, WorkerFailure>>;
  /** Ends it at once, and frees its memory. */
  end(): void;
  /** Whether it can be asked, once that is known. */
  readonly ready: Promise<boolean>;
}

/** Starts a worker; nothing is asked before `prepare` is done. */
export function remoteWorker<Api>(
  start: () => Promise<Worker>,
  prepare: (api: Comlink.Remote<Api>) => Promise<unknown> = () => Promise.resolve(),
): RemoteWorker<Api> {
  let settleAll: (end: WorkerFailure) => void = () => undefined;
  const ended = new Promise<Result<never, WorkerFailure>>((resolve) => {
    settleAll = (end) => resolve(fail(end));
  });
  let release: () => void = () => undefined;
  let isEnded = false;
  let running: Comlink.Remote<Api> | null = null;

  function end(why: WorkerFailure): void {
    isEnded = true;
    running = null;
    settleAll(why);
    release();
    release = () => undefined;
  }

  async function connect(): Promise<Comlink.Remote<Api> | null> {
    const worker = await start();
    if (isEnded) {
      worker.terminate();
      return null;
    }
    // A script that did not load has no message.
    const crashed = (event: Partial<ErrorEvent>) =>
      end({ kind: 'broke', detail: event.message || 'its worker could not be started' });
    worker.addEventListener('error', crashed);
    const api = Comlink.wrap<Api>(worker);
    release = () => {
      worker.terminate();
      // Comlink's registry holds a worker until its proxy is collected, and the proxy is held by whatever listens
      // to the worker: without these two lines the page keeps all that its answers ever reached.
      worker.removeEventListener('error', crashed);
      api[Comlink.releaseProxy]();
    };
    await prepare(api);
    if (!isEnded) running = api;
    return running;
  }

  const starting = connect().catch((error: unknown) => {
    end(failureOf(error, 'unstarted'));
    return null;
  });

  return {
    ask(question) {
      const answer = async (api: Comlink.Remote<Api> | null) => {
        if (api === null) return ended;
        try {
          return ok(await question(api));
        } catch (error) {
          return fail(failureOf(error, 'threw'));
        }
      };
      // At once where it can: a promise's turn comes after the page has drawn, and the worker would wait for that.
      return Promise.race([running ? answer(running) : starting.then(answer), ended]);
    },
    end: () => end({ kind: 'ended' }),
    ready: Promise.race([starting.then((api) => api !== null), ended.then(() => false)]),
  };
}

function failureOf(error: unknown, kind: 'threw' | 'unstarted'): WorkerFailure {
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: error instanceof Unfetched ? 'unfetched' : kind, detail };
}
