import { noteText } from '../../web/core/review/notes';
import { review } from '../../web/core/review/review';
import { applyEdits } from '../../web/core/edit/apply';
import type { Applied } from '../../web/core/edit/applied';
import { formatEdit } from '../../web/core/edit/words';
import type { PostedDiff } from '../../web/core/facts/generated';
import { computeLayout } from '../../web/core/layout/compute';
import { leavesOf } from '../../web/core/layout/walk';
import type { ScalarFact } from '../../web/core/facts/generated';
import type { Edited } from './edits';
import type { Tally } from './tally';

/** What a review makes of a patch: the edits it came from, a part with every other line named, or something else in silence. */
export type Reading =
  { readonly kind: 'meant' } | { readonly kind: 'named' | 'misread'; readonly why: string };

const READ = {
  meant: 'review reads it as it was meant',
  named: 'review places a part and names the rest',
  misread: 'review misreads it in silence',
} as const;

/** Counts how a patch was read; all but what was meant is a failure. */
export function countReading(reading: Reading, { count, fail }: Tally): void {
  count(READ[reading.kind]);
  if (reading.kind !== 'meant') fail(reading.why);
}

export function readingOf(
  { document, applied }: Edited,
  diff: PostedDiff,
  scalars: readonly ScalarFact[],
): Reading {
  const { name } = document.struct;
  const found = review(
    diff,
    // A hunk that names no struct is looked for in the one in view, as the page does.
    (named) =>
      named.name === name || named.name === '' ? document : { reason: `no struct ${named.name}` },
    { scalars, known: new Map() },
  );
  const edits = found.structs.flatMap((each) => each.edits);
  const read = applyEdits({ ...document, edits });
  const [was, is] = [applied, read].map(placesOf);
  const messages = [...found.left.map(({ reason }) => reason), ...found.notes.map(noteText)];
  const nameless = messages.find(namesNothing);
  if (nameless !== undefined) return { kind: 'misread', why: `a name is missing: ${nameless}` };
  const [left] = found.left;
  if (left !== undefined) {
    const why = `${found.left.length} lines left: ${left.sign}${left.text}: ${left.reason}`;
    return { kind: 'named', why };
  }
  return was === is
    ? { kind: 'meant' }
    : { kind: 'misread', why: `another layout: ${edits.map(formatEdit).join('; ')}` };
}

/** Each member that was there before with its offset, and the size. */
function placesOf(applied: Applied): string {
  const layout = computeLayout(applied.struct);
  const fields = [...leavesOf(layout)]
    .filter(({ member }) => member.statedOffsetBits !== null && member.name !== null)
    .map(({ path, offsetBits }) => `${path} ${offsetBits}`);
  return [...fields.sort(), layout.sizeBits].join('\n');
}

/** Whether a sentence sets apart a name that is empty. */
export function namesNothing(sentence: string): boolean {
  return sentence.includes('``');
}
