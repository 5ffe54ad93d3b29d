import { focusInView, selectInView } from './documentReducers';
import type { AppState, NoteTarget } from './state';

/** Opens the inspector where the note is written. */
export function startNote(state: AppState, noting: NoteTarget): AppState {
  const shown: AppState = {
    ...state,
    noting,
    inspector: 'field',
    panels: { ...state.panels, right: true },
  };
  if (noting.kind === 'line') return shown;
  return focusInView(selectInView(shown, [noting.member]), noting.member);
}

export function endNote(state: AppState): AppState {
  return state.noting === null ? state : { ...state, noting: null };
}
