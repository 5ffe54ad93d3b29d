import { linesOf } from '../../core/layout/lines';
import { fieldAround } from '../../core/compare/config';
import { documentNeeded, type Command } from '../state/command';
import { documentInView, selectionInView } from '../state/inView';
import type { AppState, NoteTarget } from '../state/state';
import { startNote } from '../state/documentReducers';

/** A reviewer's notes: the text is written in the inspector. */
export const NOTE_COMMANDS: readonly Command[] = [
  noteCommand('field', 'Note on this field…', 'M', (state) => {
    const [member] = selectionInView(state);
    return member === undefined ? null : { kind: 'field', member };
  }),
  noteCommand('line', 'Note on its line…', 'Shift+M', (state) => {
    const line = lineOfSelection(state);
    return line === null ? null : { kind: 'line', line };
  }),
];

function noteCommand(
  id: string,
  title: string,
  key: string,
  target: (state: AppState) => NoteTarget | null,
): Command {
  return {
    id: `note.${id}`,
    title,
    group: 'Field',
    keys: [key],
    disabled: (state) =>
      documentNeeded(state) ?? (target(state) === null ? 'Select a field first.' : null),
    movesFocus: true,
    run(app) {
      app.update((state) => {
        const on = target(state);
        return on === null ? state : startNote(state, on);
      });
    },
  };
}

/** Where the first of the selected fields begins; null where nothing is selected. */
export function lineOfSelection(state: AppState): number | null {
  const [member] = selectionInView(state);
  const inView = documentInView(state);
  if (member === undefined || !inView) return null;
  const { applied, layout } = inView.edited;
  const field = fieldAround(layout, member);
  return field === null ? null : linesOf(field.offsetBits, field.sizeBits, applied.state).first;
}
