import { ok, type Result } from '../base/result';
import { withState, type Applied } from './applied';
import type { DocumentState, LineNote } from './document';
import type { Edit } from './edit';
import { findLoosely } from './names';

/** Puts a note on a field or a line, in place of the one that is there; an empty text takes it away. */
export function applyNote(
  applied: Applied,
  edit: Extract<Edit, { kind: 'note' | 'noteLine' }>,
): Result<Applied, string> {
  const { text } = edit;
  if (edit.kind === 'note') {
    const { member } = edit;
    const found = findLoosely(applied.struct.root, member);
    if (!found.ok) return found;
    const others = applied.state.notes.filter((note) => note.member !== member);
    return ok(withState(applied, { notes: text === '' ? others : [...others, { member, text }] }));
  }
  const { line } = edit;
  const { lineBytes } = applied.state;
  const others = applied.state.lineNotes.filter((note) => noteLine(note, lineBytes) !== line);
  return ok(
    withState(applied, {
      lineNotes: text === '' ? others : [...others, { line, lineBytes, text }],
    }),
  );
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
