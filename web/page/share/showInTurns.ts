import type { StoreApi } from 'zustand/vanilla';
import { documentInView } from '../struct/inView';
import { turn } from '../struct/turn';
import { findingsInView } from '../findings/findingsInView';
import { heatInView } from '../heat/heatInView';
import { predictionInView } from '../predict/predictionInView';
import type { AppState } from '../state/state';

/** What the page shows of a struct that takes long to find out, each remembered with the state. */
const PARTS: readonly ((state: AppState) => unknown)[] = [
  documentInView,
  (state) => withView(state, heatInView),
  predictionInView,
  (state) => withView(state, findingsInView),
];

/** The state goes on while it is prepared, and is prepared again; who works all the time waits no longer. */
const MOST_TRIES = 3;

/**
 * Changes the state when all that the page shows of the struct then in view is known, found out a part at a time: the
 * page can be used meanwhile. Nothing is changed where `stopped` came first.
 */
export async function showInTurns(
  store: StoreApi<AppState>,
  change: (state: AppState) => AppState,
  stopped: AbortSignal,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const from = store.getState();
    const next = change(from);
    for (const find of PARTS) {
      find(next);
      await turn();
      if (stopped.aborted) return;
    }
    if (store.getState() === from) return store.setState(next, true);
  }
  store.setState(change, true);
}

function withView(
  state: AppState,
  find: (inView: NonNullable<ReturnType<typeof documentInView>>) => unknown,
): void {
  const inView = documentInView(state);
  if (inView !== null) find(inView);
}
