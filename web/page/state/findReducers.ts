import { focusInView, selectInView, setView } from './documentReducers';
import { documentInView } from './inView';
import type { AppState } from './state';
import { hitsOf, type FindHit } from './hits';
import type { Seeking, FindTarget } from './seeking';

/** What is lit in the layout in view; null where nothing is looked for in it. */
export function seekingInView(state: AppState): {
  readonly seeking: Seeking;
  readonly hits: readonly FindHit[];
  readonly now: FindHit | null;
} | null {
  const { seeking } = state;
  const inView = documentInView(state);
  if (seeking === null || inView?.open.id !== seeking.of) return null;
  const hits = hitsOf(inView, seeking.wanted);
  return { seeking, hits, now: hits[Math.min(seeking.at, hits.length - 1)] ?? null };
}

/** Looks for something else, and shows its first place. */
export function seek(state: AppState, wanted: FindTarget): AppState {
  const inView = documentInView(state);
  if (!inView) return state;
  const before = seekingInView(state)?.seeking.opened ?? [];
  return shown({ ...state, seeking: { of: inView.open.id, wanted, at: 0, opened: before } });
}

/** Goes to the next place, or the one before; the first follows the last. */
export function seekNext(state: AppState, steps: 1 | -1): AppState {
  const found = seekingInView(state);
  if (found === null || found.hits.length === 0) return state;
  const { seeking, hits } = found;
  const at = (Math.min(seeking.at, hits.length - 1) + steps + hits.length) % hits.length;
  return shown({ ...state, seeking: { ...seeking, at } });
}

/** Ends the search; the place that was reached stays selected. */
export function stopSeeking(state: AppState): AppState {
  return state.seeking === null ? state : { ...state, seeking: null };
}

/** Opens what the place lies in, closes what was opened for the last one, and lets the inspector speak of it. */
function shown(state: AppState): AppState {
  const found = seekingInView(state);
  const inView = documentInView(state);
  if (found === null || inView === null) return state;
  const { now, seeking } = found;
  const before = inView.document.view.expanded;
  const kept = before.filter((path) => !seeking.opened.includes(path));
  const opened = (now?.open ?? []).filter((path) => !kept.includes(path));
  const expanded = [...kept, ...opened];
  const isSame =
    expanded.length === before.length && expanded.every((path) => before.includes(path));
  const open = {
    ...(isSame ? state : setView(state, { expanded })),
    seeking: { ...seeking, opened },
  };
  if (now === null || now.field === null || now.key !== now.field) return open;
  return focusInView(selectInView(open, [now.field]), now.field);
}
