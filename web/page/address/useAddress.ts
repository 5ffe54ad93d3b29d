import { useEffect } from 'react';
import { followAddress, type BrowserAddress } from './followAddress';
import { useApp } from '../kit/context';
import { followFiles } from './reopenFiles';
import type { StructId } from '../../core/layout/ids';

/** The address says what is in view, and is followed; files whose handles the browser keeps are there again. */
export function useAddress(): void {
  const app = useApp();
  useEffect(() => {
    const stopFiles = followFiles(app);
    const stopAddress = followAddress(app, browserAddress());
    return () => {
      stopAddress();
      stopFiles();
    };
  }, [app]);
}

/** The window's own. What stands before the `#` is never touched: a served page has its token there. */
function browserAddress(): BrowserAddress {
  const { history, location } = window;
  /** Entries of an earlier load speak of structs that have other names now. */
  const load = performance.timeOrigin;
  /** A change by the page itself calls nobody; some browsers tell of one by the user twice. */
  let seen = location.hash;
  const write =
    (method: 'pushState' | 'replaceState') => (hash: string, entry: StructId | null) => {
      seen = hash;
      const { pathname, search } = location;
      try {
        history[method]({ load, entry }, '', `${pathname}${search}${hash}`);
      } catch {
        // Browsers refuse what comes too often (Safari: 100 in 30 seconds). The next one stands for this one too.
      }
    };
  return {
    hash: () => location.hash,
    entry() {
      const state = history.state as { readonly load?: unknown; readonly entry?: unknown } | null;
      return state?.load === load && typeof state.entry === 'string'
        ? (state.entry as StructId)
        : null;
    },
    push: write('pushState'),
    replace: write('replaceState'),
    setTitle: numberedTitle(),
    onChange(listener) {
      const changed = () => {
        if (location.hash === seen) return;
        seen = location.hash;
        listener();
      };
      window.addEventListener('popstate', changed);
      window.addEventListener('hashchange', changed);
      return () => {
        window.removeEventListener('popstate', changed);
        window.removeEventListener('hashchange', changed);
      };
    },
  };
}

/**
 * Sets the title of the page, with a number where other tabs of the browser have the same one. Tabs agree by locks, one
 * for each number of a title, which the browser gives back when a tab goes; without locks (a page from the disk has
 * none) there are no numbers.
 */
function numberedTitle(): (titleOf: (number: number) => string) => void {
  let wanted: (number: number) => string = () => '';
  let claim = new AbortController();

  function show(number: number): void {
    const title = wanted(number);
    if (document.title !== title) document.title = title;
  }

  function start(): void {
    claim.abort();
    claim = new AbortController();
    show(1);
    void claimNumber(wanted(1), 1, show, claim.signal);
  }

  // A page that holds locks is not kept for the Back button.
  window.addEventListener('pagehide', () => claim.abort());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) start();
  });
  return (titleOf) => {
    const isSame = titleOf(1) === wanted(1);
    wanted = titleOf;
    if (!isSame) start();
  };
}

/** Holds the first free number from this one on, and moves to the one before as soon as that is given back. */
async function claimNumber(
  title: string,
  number: number,
  show: (number: number) => void,
  signal: AbortSignal,
): Promise<void> {
  // Only secure pages have locks, whatever the types say.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return;
  const nameOf = (each: number) => `hitmap title ${each}: ${title}`;
  const untilOneEnds = (...signals: readonly AbortSignal[]) =>
    new Promise<void>((resolve) => {
      for (const each of signals) {
        if (each.aborted) resolve();
        each.addEventListener('abort', () => resolve());
      }
    });

  /** Keeps a number until the title is another, or the number before is free. */
  async function keep(kept: number): Promise<void> {
    if (signal.aborted) return;
    show(kept);
    if (kept === 1) return untilOneEnds(signal);
    const moved = new AbortController();
    locks
      ?.request(nameOf(kept - 1), { signal }, () => {
        moved.abort();
        return keep(kept - 1);
      })
      // Asked to stop while it waited.
      .catch(() => undefined);
    await untilOneEnds(signal, moved.signal);
  }

  try {
    await locks.request(nameOf(number), { ifAvailable: true }, (lock) =>
      lock === null ? claimNumber(title, number + 1, show, signal) : keep(number),
    );
  } catch {
    // A page without an origin of its own may not ask.
  }
}
