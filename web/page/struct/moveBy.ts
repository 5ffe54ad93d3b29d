import { dropSlots, whyNotMovable, type DropSlot } from '../../core/edit/dropSlots';
import type { Edit } from '../../core/edit/edit';
import { findField } from '../../core/layout/walk';
import type { MemberPath } from '../../core/layout/ids';
import { editInView, replaceLastInView } from '../state/documentReducers';
import { announceAndShow } from '../state/fileReducers';
import { documentInView } from '../state/inView';
import type { AppState } from '../state/state';

/** The next place is one of these; fields that do not lie together may have to pass each other. */
const NEXT_PLACES = 40;

/** Moves fields by one place towards the start (-1) or the end (1), within the struct that holds them. */
export function moveBy(state: AppState, paths: readonly MemberPath[], steps: -1 | 1): AppState {
  const inView = documentInView(state);
  if (!inView) return state;
  if (inView.document.view.show === 'original') {
    return announceAndShow(state, 'The original is in view. Show the edited layout first.');
  }
  const { applied, layout } = inView.edited;
  const why = whyNotMovable(applied, paths);
  if (why !== null) return announceAndShow(state, why);
  const places = dropSlots(applied, paths, NEXT_PLACES);
  const [first] = paths;
  const nowBits = first === undefined ? 0 : (findField(layout, first)?.offsetBits ?? 0);
  const next = neighbour(places, nowBits, steps);
  if (next) return nudged(state, next.edit);
  return announceAndShow(state, steps < 0 ? 'It is already the first.' : 'It is already the last.');
}

/** Moves fields to the start or the end of the struct that holds them. */
export function moveTo(
  state: AppState,
  members: readonly MemberPath[],
  at: 'first' | 'last',
): AppState {
  return nudged(state, { kind: 'move', members, to: { at } });
}

/** One more place on: repeated presses are one change of the list, and one step to undo. */
function nudged(state: AppState, edit: Edit): AppState {
  const last = documentInView(state)?.document.edits.at(-1);
  const goesOn =
    last !== undefined &&
    last === state.nudge &&
    last.kind === 'move' &&
    edit.kind === 'move' &&
    last.members.join() === edit.members.join();
  const next = goesOn ? replaceLastInView(state, edit) : editInView(state, [edit]);
  return { ...next, nudge: documentInView(next)?.document.edits.at(-1) ?? null };
}

/** Fields that do not stand together have no place of their own: the nearest gap beside the first then. */
function neighbour(
  places: readonly DropSlot[],
  nowBits: number,
  steps: -1 | 1,
): DropSlot | undefined {
  const current = places.find((place) => place.isCurrent);
  if (!current) {
    return steps < 0
      ? places.findLast((place) => (place.offsetsBits[0] ?? 0) <= nowBits)
      : places.find((place) => (place.offsetsBits[0] ?? 0) > nowBits);
  }
  const siblings = places.filter((place) => place.into === current.into);
  return siblings[siblings.indexOf(current) + steps];
}
