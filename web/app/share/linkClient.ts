import { fail, type Result } from '../../base/result';
import type { FromLinkWorker, LinkAnswer, LinkQuestion } from './linkAsks';

/** Fetches the worker's script, so that a link makes no request of its own. */
export async function loadLinkWorker(): Promise<new () => Worker> {
  const { default: LinkWorker } = await import('./linkWorker?worker&inline');
  return LinkWorker;
}

/**
 * Reads a document out of a text, away from the page: whoever made the text decides how long it takes. Null where
 * `stopped` came first. The error is a sentence.
 */
export async function readAway(
  question: LinkQuestion,
  stopped: AbortSignal,
): Promise<Result<LinkAnswer, string> | null> {
  // Where there are no workers (tests in Node), as in a browser that forbids them, it is read here.
  if (typeof Worker === 'undefined') return (await import('./linkAnswer')).answerLink(question);
  const LinkWorker = await loadLinkWorker().catch(() => null);
  if (LinkWorker === null) return fail('Its reader could not be loaded. Reload the page.');
  if (stopped.aborted) return null;
  const worker = new LinkWorker();
  const answer = new Promise<Result<LinkAnswer, string> | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<FromLinkWorker>) => resolve(data);
    worker.onerror = ({ message }) =>
      resolve(fail(`Its reader stopped unexpectedly (${message || 'it could not be started'}).`));
    stopped.addEventListener('abort', () => resolve(null), { once: true });
  });
  worker.postMessage(question);
  const read = await answer;
  worker.terminate();
  return read;
}
