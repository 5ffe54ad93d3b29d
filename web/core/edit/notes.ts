import type { Message } from '../base/messages';
import { withState, type Applied } from './applied';
import type { DocumentState, LineNote } from './document';
import type { Edit } from './edit';
import { findLoosely } from './names';

type NoteEdit = Extract<Edit, { kind: 'note' | 'noteLine' }>;

/** The notes that stand one after the other in a list of edits, from a place on. */
export function notesFrom(edits: readonly Edit[], from: number): readonly NoteEdit[] {
  const notes: NoteEdit[] = [];
  for (let at = from; ; at++) {
    const edit = edits[at];
    if (edit?.kind !== 'note' && edit?.kind !== 'noteLine') return notes;
    notes.push(edit);
  }
}

/**
 * Puts notes on fields and lines, each in place of the one that is there; an empty text takes it away. Gives why one of
 * them does not apply by its place. All at once: each by itself would look through all that are there.
 */
export function applyNotes(
  applied: Applied,
  edits: readonly NoteEdit[],
): { readonly applied: Applied; readonly refused: ReadonlyMap<number, Message> } {
  const { lineBytes } = applied.state;
  const notes = listsBy(applied.state.notes, ({ member }) => member);
  const lineNotes = listsBy(applied.state.lineNotes, (note) => noteLine(note, lineBytes));
  const refused = new Map<number, Message>();
  for (const [index, edit] of edits.entries()) {
    const { text } = edit;
    if (edit.kind === 'noteLine') {
      lineNotes.delete(edit.line);
      if (text !== '') lineNotes.set(edit.line, [{ line: edit.line, lineBytes, text }]);
      continue;
    }
    const { member } = edit;
    const found = findLoosely(applied.struct.root, member);
    if (!found.ok) {
      refused.set(index, found.error);
      continue;
    }
    notes.delete(member);
    if (text !== '') notes.set(member, [{ member, text }]);
  }
  const state = { notes: [...notes.values()].flat(), lineNotes: [...lineNotes.values()].flat() };
  return { applied: withState(applied, state), refused };
}

function listsBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const lists = new Map<Key, Item[]>();
  for (const item of items) {
    const list = lists.get(keyOf(item));
    if (list === undefined) lists.set(keyOf(item), [item]);
    else list.push(item);
  }
  return lists;
}

/** The line that a note stands on where lines are `lineBytes` long: its own first byte decides. */
function noteLine({ line, lineBytes: own }: LineNote, lineBytes: number): number {
  return Math.floor((line * own) / lineBytes);
}

/** What was noted on each line, by its number; several that fall on one line stand below each other. */
export function notesByLine({
  lineNotes,
  lineBytes,
}: Pick<DocumentState, 'lineNotes' | 'lineBytes'>): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const note of lineNotes) {
    const line = noteLine(note, lineBytes);
    const before = found.get(line);
    found.set(line, before === undefined ? note.text : `${before}\n${note.text}`);
  }
  return found;
}
