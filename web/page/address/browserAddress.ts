import type { BrowserAddress } from './followAddress';
import type { StructId } from '../../core/layout/ids';
import { numberedTitle } from './numberedTitle';

/** The window's own. What stands before the `#` is never touched: a served page has its token there. */
export function browserAddress(): BrowserAddress {
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
