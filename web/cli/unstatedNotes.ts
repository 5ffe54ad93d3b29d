import { unstatedAlignments } from '../analysis/unstated';
import type { Applied } from '../edit/applied';
import type { Edit } from '../edit/edit';

/** What an edited layout rests on, as a note beside the result. */
export function unstatedNotes(applied: Applied, edits: readonly Edit[]): string[] {
  const sentence = unstatedAlignments(applied, edits);
  return sentence === null ? [] : [`note: ${sentence}`];
}
