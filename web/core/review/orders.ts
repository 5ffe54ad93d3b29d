import type { LayoutDocument, Proposal } from '../edit/document';
import { layoutEdits } from '../edit/layoutEdits';
import { formatEdit } from '../edit/words';
import type { PostedDiff } from '../facts/generated';
import { storyOfEdits, type StructStory } from './story';

/** What the layout of a posted patch is called beside others. */
export const PATCHED = 'Patched';

/** The orders that others ask for beside mine: in a reply or a link, and in the posted patch itself. One that mine is counts as mine. */
export function othersOrders(
  document: LayoutDocument,
  story: Pick<StructStory, 'kind' | 'after'> | null,
): readonly Proposal[] {
  const asked = document.proposal === undefined ? [] : [document.proposal];
  const posted = story?.kind === 'changes' ? [{ title: PATCHED, edits: story.after }] : [];
  const taken = new Set([keyOf(document)]);
  return [...asked, ...posted].filter((order) => {
    const key = keyOf(order);
    return !taken.has(key) && taken.add(key);
  });
}

function keyOf(of: Pick<Proposal, 'edits'>): string {
  return JSON.stringify(layoutEdits(of));
}

/**
 * The text of an answer: what each order comes to, with its edit words, the others' before mine; null where there is
 * nobody to answer. `diff` is the mail that speaks of the members, where there is one.
 */
export function replyText(
  document: LayoutDocument,
  story: StructStory | null,
  diff?: PostedDiff,
): string | null {
  const others = othersOrders(document, story);
  if (others.length === 0) return null;
  return [...others, { title: 'Instead', edits: document.edits }]
    .map(({ title, edits }) => {
      const made = layoutEdits({ edits });
      const { sentence } = storyOfEdits(document, made, diff).story;
      const summary = made.length === 0 ? 'the order as it is.' : sentence.replaceAll('`', '');
      return `${title}: ${summary}\n${made.map((edit) => `    ${formatEdit(edit)}\n`).join('')}`;
    })
    .join('\n');
}
