/** A part of the page that did not come. Its message is a sentence for whoever asked for it. */
export class Unfetched extends Error {}

const OFFLINE =
  'The browser is offline, and this part of the page had not come before. It comes by itself when the network is back; all that is open stays.';
const GONE =
  'A part of the page did not come: its host does not answer, or has another version of the page by now. It is tried again; all that is open stays. Where it does not come, open the page in another tab.';

/** What `load`, an `import()`, gives; throws `Unfetched` where its script or a style of it did not come. */
export async function fetched<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isOfNetwork(cause)) throw cause;
    const isOffline = globalThis.navigator?.onLine === false;
    throw new Unfetched(isOffline ? OFFLINE : GONE, { cause });
  }
}

/** What did not come, as a value; anything else is thrown on. */
export function unfetched(error: unknown): Unfetched {
  if (error instanceof Unfetched) return error;
  throw error;
}

/** The same, as often as it takes: for what is waited for in view. */
export async function untilFetched<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await fetched(load);
    } catch (error) {
      if (!(error instanceof Unfetched)) throw error;
    }
    await untilNetwork();
  }
}

const AGAIN_MS = 10_000;

/** Settles when the browser says that the network is back, or after a while: it does not notice each way back. */
export function untilNetwork(): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      removeEventListener('online', settle);
      resolve();
    };
    const timer = setTimeout(settle, AGAIN_MS);
    addEventListener('online', settle);
  });
}

/**
 * HTML has no error of its own for a script that did not come. Chromium says "Failed to fetch dynamically imported
 * module", Firefox "error loading dynamically imported module", WebKit "Importing a module script failed", Vite of a
 * style "Unable to preload CSS"; what a script itself throws is none of these.
 */
function isOfNetwork(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script|^Unable to preload CSS/.test(
      error.message,
    )
  );
}
