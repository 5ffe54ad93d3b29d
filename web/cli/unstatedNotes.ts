import type { Message } from '../core/base/messages';
import { unstatedOf } from '../core/figures/unstated';
import type { Applied } from '../core/edit/applied';
import type { Edit } from '../core/edit/edit';

/** What an edited layout rests on, as a note beside the result. */
export function unstatedNotes(applied: Applied, edits: readonly Edit[]): readonly Message[] {
  const open = unstatedOf(applied, edits);
  return open === null ? [] : [open.message];
}
