import type { StoreApi } from 'zustand/vanilla';
import type { AppState } from './state';

/** What takes longer than this after a click: the page says that it is on the way. In milliseconds. */
const SLOW_MS = 150;

/** The structs that are picked from a list: of several that are on their way the last one is wanted. */
export interface Picks {
  /** The answer; null where another struct was picked meanwhile. */
  wait<T>(label: string, answer: Promise<T>): Promise<T | null>;
  /** What was in view before, where what was picked does not come. */
  back(state: AppState): AppState;
}

export function createPicks(
  store: StoreApi<AppState>,
  update: (change: (state: AppState) => AppState) => void,
): Picks {
  /** So far: an answer to any but the last comes too late. */
  let count = 0;
  let before = store.getState().centre;
  return {
    async wait(label, answer) {
      count += 1;
      const own = count;
      const { centre } = store.getState();
      if (centre.kind !== 'opening') before = centre;
      const slow = setTimeout(() => {
        if (own === count) update((state) => ({ ...state, centre: { kind: 'opening', label } }));
      }, SLOW_MS);
      try {
        const got = await answer;
        return own === count ? got : null;
      } finally {
        clearTimeout(slow);
      }
    },
    back: (state) => (state.centre.kind === 'opening' ? { ...state, centre: before } : state),
  };
}
