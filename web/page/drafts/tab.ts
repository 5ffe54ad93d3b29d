import { withinTime } from '../../core/base/withinTime';

const LOCK = 'hitmap.tab.';
/** Locks that say nothing for so long are taken for none. */
const ANSWER_MS = 5_000;

/** A name that no other tab has, now or later: 96 random bits. */
export function newTabName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Shows other tabs that this one lives. The browser lets go of the lock when the tab is gone, crashed or not. */
export function showAlive(tab: string): void {
  void locks()
    ?.request(LOCK + tab, () => new Promise(() => undefined))
    .catch(() => undefined);
}

/** The tabs that are alive; null where the browser has no locks (a page that came by plain HTTP). */
export async function liveTabs(): Promise<ReadonlySet<string> | null> {
  try {
    const heldLocks = locks()?.query();
    if (heldLocks === undefined) return null;
    const state = await withinTime(heldLocks, ANSWER_MS, 'What tells which tabs are alive');
    const names = [...(state.held ?? []), ...(state.pending ?? [])].map(({ name }) => name ?? '');
    return new Set(names.flatMap((name) => (name.startsWith(LOCK) ? name.slice(LOCK.length) : [])));
  } catch {
    return null;
  }
}

function locks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks;
}
