import type { Applied } from '../../core/edit/applied';
import type { LayoutDocument } from '../../core/edit/document';
import type { Edit } from '../../core/edit/edit';
import { padPath } from '../../core/edit/padding';
import { locate } from '../../core/edit/tree';
import type { MemberPath } from '../../core/layout/ids';

/** A member whose place or alignment was changed, and what is noted on it. */
export interface Reason {
  readonly member: MemberPath;
  /** Null where nothing is noted yet. */
  readonly text: string | null;
}

/**
 * The members that a patch may say why about: those that edits moved, aligned or padded, the latest first,
 * and after them all others that have a note.
 */
export function reasonsOf({ edits }: Pick<LayoutDocument, 'edits'>, applied: Applied): Reason[] {
  const skipped = new Set(applied.skipped.map(({ index }) => index));
  const texts = new Map(applied.state.notes.map(({ member, text }) => [member, text]));
  const changed = edits.flatMap((edit, index) => (skipped.has(index) ? [] : changedBy(edit)));
  const members = new Set([...changed.reverse(), ...texts.keys()]);
  return [...members]
    .filter((member) => locate(applied.struct.root, member) !== null)
    .map((member) => ({ member, text: texts.get(member) ?? null }));
}

/** What an edit puts elsewhere on purpose; an `order` of everything says nothing of any one. */
function changedBy(edit: Edit): readonly MemberPath[] {
  switch (edit.kind) {
    case 'move':
      return edit.members;
    case 'align':
    case 'isolate':
      return [edit.member];
    case 'pad':
      return [padPath(edit.before)];
    default:
      return [];
  }
}
