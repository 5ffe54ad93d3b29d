import type { AppStructs } from '../state/app';
import type { NoteTarget } from '../state/state';

/** Writes a note on a field or a line, in the place of the one that is there; an empty text takes it away. */
export function writeNote(app: Pick<AppStructs, 'edit'>, target: NoteTarget, text: string): void {
  app.edit([
    target.kind === 'field'
      ? { kind: 'note', member: target.member, text }
      : { kind: 'noteLine', line: target.line, text },
  ]);
}
