import * as Comlink from 'comlink';
import { fetched } from '../../core/base/fetched';
import { remoteWorker } from '../../core/base/remoteWorker';
import { fail, ok, type Result } from '../../core/base/result';
import type { TextApi, TextAsks, TextQuestion } from './textAsks';

/** Fetches the worker's script, so that a text makes no request of its own. */
export async function loadTextWorker(): Promise<new () => Worker> {
  return (await fetched(() => import('../files/textWorker?worker&inline'))).default;
}

/**
 * Asks a worker about a text. Null where `stopped` came first: the worker has ended then. The error, a sentence,
 * is of the worker; that of the text is in the answer.
 */
export async function askText<K extends keyof TextAsks>(
  kind: K,
  ask: TextAsks[K]['ask'],
  stopped: AbortSignal,
): Promise<Result<TextAsks[K]['answer'], string> | null> {
  const question = { kind, ask } as TextQuestion;
  // Tests in Node have no workers.
  if (typeof Worker === 'undefined') {
    const { answerText } = await import('../files/textAnswer');
    return ok(answerText(question));
  }
  if (stopped.aborted) return null;
  const worker = remoteWorker<TextApi>(async () => new (await loadTextWorker())());
  stopped.addEventListener('abort', () => worker.end(), { once: true });
  const moves = kind === 'recognise' || kind === 'symbols';
  const moved = moves && typeof ask !== 'string' ? [ask.buffer] : [];
  const read = await worker.ask(
    (api) => api.answer(Comlink.transfer(question, moved)) as Promise<TextAsks[K]['answer']>,
  );
  worker.end();
  if (read.ok) return read;
  if (read.error.kind === 'ended') return null;
  if (read.error.kind === 'unfetched') return fail(read.error.detail);
  return fail(`Its reader stopped unexpectedly (${read.error.detail}). Nothing else is affected.`);
}
