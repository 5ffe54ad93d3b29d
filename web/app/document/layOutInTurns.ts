import type { LayoutDocument } from '../../edit/document';
import { editedOf } from './inView';
import { turn } from './turn';

/** Steps (one change of a member each) carried out at once: a few milliseconds. */
const STEPS_AT_ONCE = 60_000;

/**
 * Carries a document's changes out before it is opened, some at a time: the page can be used meanwhile. False where
 * `stopped` came first.
 */
export async function layOutInTurns(
  document: LayoutDocument,
  stopped: AbortSignal,
): Promise<boolean> {
  const { struct, edits } = document;
  // All types, not those drawn: too many is only slower.
  const members = struct.types.reduce(
    (sum, { shape }) => sum + (shape.kind === 'aggregate' ? shape.members.length : 0),
    1,
  );
  const atOnce = Math.max(1, Math.floor(STEPS_AT_ONCE / members));
  for (let done = atOnce; done < edits.length; done += atOnce) {
    // What was carried out before is gone on from.
    editedOf({ ...document, edits: edits.slice(0, done) });
    await turn();
    if (stopped.aborted) return false;
  }
  editedOf(document);
  await turn();
  return !stopped.aborted;
}
