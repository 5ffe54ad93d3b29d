import type { Page, Worker } from '@playwright/test';

/** What fetching the first bytes of each address comes to, in a page or a worker: a status, or the name of an error. */
export function fetching(where: Page | Worker, urls: readonly string[]): Promise<string[]> {
  const outcomes = (all: readonly string[]) =>
    Promise.all(
      all.map((url) =>
        fetch(url, { headers: { Range: 'bytes=0-3' } }).then(
          ({ status }) => String(status),
          (error: Error) => error.name,
        ),
      ),
    );
  // A page and a worker have one method of two types.
  return (where as Page).evaluate(outcomes, urls);
}

/** The same in a worker that a page makes of a text. */
export function fetchingFromBlob(page: Page, url: string): Promise<string> {
  return page.evaluate(
    (address) =>
      new Promise<string>((resolve, reject) => {
        const body = `fetch(${JSON.stringify(address)}).then(() => postMessage('went out'), (error) => postMessage(error.name))`;
        const worker = new Worker(URL.createObjectURL(new Blob([body])));
        worker.onmessage = (event: MessageEvent<string>) => resolve(event.data);
        worker.onerror = () => reject(new Error('the worker did not start'));
      }),
    url,
  );
}
