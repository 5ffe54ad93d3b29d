import type { AuthorsWords } from '../../core/review/authorsWords';
import type { Pair } from '../../core/review/pairs';
import { outcomeText } from '../../core/review/notes';
import type { LayoutDocument } from '../../core/edit/document';
import { layoutEdits } from '../../core/edit/layoutEdits';
import type { Outcome } from '../../core/model/outcome';
import type { StoryInView } from '../state/storyInView';
import type { Edit } from '../../core/edit/edit';
import type { MemberPath } from '../../core/layout/ids';

/** What a posted patch comes to for the struct in view, as it is shown beside the layouts. */
export interface StoryModel {
  readonly sentence: string;
  /** What the mail's layouts and reports say beside it. */
  readonly notes: readonly string[];
  readonly pairs: readonly PairRow[];
  /** Nothing is carried out, so that before and after are one. */
  readonly isOneLayout: boolean;
  readonly proposals: readonly {
    readonly text: string;
    readonly sizeBytes: number;
    readonly edits: readonly Edit[];
    /** The layout in view has it. */
    readonly isMine: boolean;
  }[];
  /** Who is written and who is read, in the author's words; null where the text does not say. */
  readonly roles: {
    readonly written: readonly MemberPath[];
    readonly read: readonly MemberPath[];
    /** The same as tags. */
    readonly tags: readonly Edit[];
  } | null;
}

/** Two members before and after: where they lie, and on how many lines. */
export interface PairRow {
  readonly members: readonly [MemberPath, MemberPath];
  readonly before: string;
  readonly after: string;
}

/** Pairs that are shown: what the text is about comes first. */
const MOST_PAIRS = 3;

export function storyModel(
  { story, notes, unbound }: StoryInView,
  outcome: Outcome | undefined,
  document: LayoutDocument | undefined,
): StoryModel {
  // Beside a layout that somebody changed further, it says whose figures these are.
  const mine = document && JSON.stringify(layoutEdits(document));
  const isChanged =
    story.kind === 'changes' && mine !== undefined && mine !== JSON.stringify(story.after);
  return {
    sentence: isChanged ? `As posted: ${story.sentence}` : story.sentence,
    notes: [
      ...(outcome === undefined || !story.isKnown ? [] : [outcomeText(outcome)]),
      ...(unbound === null ? [] : [unbound]),
      ...notes,
    ],
    isOneLayout: story.kind === 'apart',
    pairs: story.pairs.slice(0, MOST_PAIRS).map(pairRow),
    proposals: story.proposals.map(({ who, text, sizeBytes, edits }) => ({
      text:
        text === null
          ? 'The mail’s own order differs from this kernel’s and is shown beside it.'
          : `${who === '' ? 'A reply' : who}: “${text}”`,
      sizeBytes,
      edits,
      isMine: mine === JSON.stringify(edits),
    })),
    roles: rolesOf(story.words),
  };
}

function pairRow({ a, b, before, after }: Pair): PairRow {
  const text = ({ aBytes, bBytes, share }: Pair['before']) =>
    `${aBytes}, ${bBytes}: ${share ? 'one line' : 'two lines'}`;
  return { members: [a, b], before: text(before), after: text(after) };
}

function rolesOf({ roles }: AuthorsWords): StoryModel['roles'] {
  const of = (wanted: 'read' | 'written') =>
    roles.filter(({ role }) => role === wanted).map(({ member }) => member);
  const [written, read] = [of('written'), of('read')];
  if (written.length === 0 && read.length === 0) return null;
  const tags = roles.map(({ member, role }): Edit => {
    const tag = role === 'written' ? 'write-hot' : 'read-hot';
    return { kind: 'tag', member, role: tag, weight: null };
  });
  return { written, read, tags };
}
