import { review } from '../../web/analysis/posted/review';
import { applyEdits } from '../../web/edit/apply';
import type { Applied } from '../../web/edit/applied';
import { formatEdit } from '../../web/edit/words';
import type { PostedDiff } from '../../web/facts/generated';
import { computeLayout } from '../../web/layout/compute';
import { leavesOf } from '../../web/layout/walk';
import type { ScalarFact } from '../../web/facts/generated';
import type { Edited } from './edits';

/** What is wrong with the review of a patch that edits made: another layout than theirs, or lines left over; null where nothing is. */
export function misread(
  { document, applied }: Edited,
  diff: PostedDiff,
  scalars: readonly ScalarFact[],
): string | null {
  const { name } = document.struct;
  const found = review(
    diff,
    (named) => (named.name === name ? document : { reason: `no struct ${named.name}` }),
    { scalars, known: new Map() },
  );
  const edits = found.structs.flatMap((each) => each.edits);
  const read = applyEdits({ ...document, edits });
  const [was, is] = [applied, read].map(placesOf);
  if (was !== is) return `another layout: ${edits.map(formatEdit).join('; ')}`;
  const [left] = found.left;
  return left === undefined
    ? null
    : `${found.left.length} lines left: ${left.sign}${left.text}: ${left.reason}`;
}

/** Each member that was there before with its offset, and the size. */
function placesOf(applied: Applied): string {
  const layout = computeLayout(applied.struct);
  const fields = [...leavesOf(layout)]
    .filter(({ member }) => member.statedOffsetBits !== null && member.name !== null)
    .map(({ path, offsetBits }) => `${path} ${offsetBits}`);
  return [...fields.sort(), layout.sizeBits].join('\n');
}
