import { placementText, isWhole, leftByReason, lineText, noteText } from '../../core/review/notes';
import type { Review } from '../../core/review/review';
import { plural } from '../../core/base/prose';

/** More than this a banner does not bear. */
const SHOWN = 4;

/** What is not shown, with the lines; null where nothing is. */
export function leftText(found: Review): string | null {
  const account = placementText(found);
  const more = found.notes.length - SHOWN;
  const notes = [
    ...found.notes.slice(0, SHOWN).map(noteText),
    ...(more > 0 ? [`And ${plural(more, 'more note')}: \`hitmap review\` prints them all.`] : []),
  ];
  if (account === null && isWhole(found)) return notes.length === 0 ? null : notes.join(' ');
  const left = leftByReason(found);
  const said = left.slice(0, SHOWN).map(({ lines, reason }) => {
    const [first] = lines;
    const others = lines.length > 1 ? ` and ${lines.length - 1} more` : '';
    return `${first === undefined ? '' : lineText(first)}${others}: ${reason}`;
  });
  const rest = left.length - said.length;
  return [account, ...said, ...(rest > 0 ? [`And ${rest} more.`] : []), ...notes]
    .filter((each) => each !== null)
    .join(' ');
}
