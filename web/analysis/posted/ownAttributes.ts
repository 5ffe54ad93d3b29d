import type { AlignmentText } from '../../facts/generated';
import { askedBy, notKnown } from './attributes';
import type { HunkOfStruct } from './bodies';
import { changedIn, type Body } from './sides';
import type { PatchedStruct } from './working';

/**
 * The lines with the struct's own braces. One hunk may take from its head what another gives to its end, so that all of
 * them are read at once.
 */
export function settleFrames(working: PatchedStruct, hunks: readonly HunkOfStruct[]): void {
  const olds = hunks.flatMap(({ old }) => old ?? []);
  const news = hunks.flatMap(({ new: now }) => now ?? []);
  const bodies = [...olds, ...news];
  if (bodies.every((body) => frameLines(body).length === 0)) return;
  // One that only comes is what the loaded file has.
  const problem = olds.length === 0 ? null : ownAttributes(working, olds, news);
  for (const body of bodies) working.settle(body.side, frameLines(body), [problem]);
}

function frameLines({ side, head, tail }: Body): readonly number[] {
  return [head, tail].flatMap((each) => (each === null ? [] : changedIn(side, each)));
}

function ownAttributes(
  working: PatchedStruct,
  old: readonly Body[],
  now: readonly Body[],
): string | null {
  const { lost, gained, kept } = exchanged(old.flatMap(ownWordsOf), now.flatMap(ownWordsOf));
  const first = [...lost, ...gained][0];
  if (first === undefined) return null;
  const has = (kind: OwnWord['kind']) => [...lost, ...gained].some((each) => each.kind === kind);
  if (has('packed')) {
    return gained.some(({ kind }) => kind === 'packed')
      ? 'It packs the struct, which is not shown.'
      : 'It no longer packs the struct, which is not shown.';
  }
  if (has('randomized')) return 'It changes whether the order is randomized.';
  const unknown = [...lost, ...gained].find(({ kind }) => kind === 'unknown');
  if (unknown !== undefined) return notKnown(unknown.text);
  const aligns = gained.flatMap(({ align }) => align ?? []);
  const asked = askedBy({ packed: false, aligns, unknown: [] }, working.document.struct);
  if (asked.align === undefined) return 'The alignment that it asks for is not known.';
  const start = working.applied.struct.root.members[0];
  const isMore = lost.length > 0 || kept.some(({ kind }) => kind === 'align');
  // An anonymous struct would grow with its alignment.
  if (asked.align === null || isMore || start === undefined || start.inner !== null) {
    return 'It changes the alignment of the struct itself, which is not shown.';
  }
  // The first member's alignment is the struct's, and rounds up its size.
  return working.edit({ kind: 'align', member: start.path, bytes: asked.align });
}

/** A word at the struct's own braces. */
interface OwnWord {
  readonly kind: 'packed' | 'align' | 'unknown' | 'randomized';
  readonly text: string;
  readonly align?: AlignmentText;
}

function ownWordsOf({ words: { packed, aligns, unknown }, randomized }: Body): readonly OwnWord[] {
  return [
    ...(packed ? [{ kind: 'packed', text: '' } as const] : []),
    ...(randomized ? [{ kind: 'randomized', text: '' } as const] : []),
    ...aligns.map((align) => ({ kind: 'align', text: align.text, align }) as const),
    ...unknown.map(({ name }) => ({ kind: 'unknown', text: name }) as const),
  ];
}

/** What only one of two lists has, and what both have; each word as often as it is there. */
function exchanged(old: readonly OwnWord[], now: readonly OwnWord[]) {
  const gained = [...now];
  const kept: OwnWord[] = [];
  const lost = old.filter((word) => {
    const at = gained.findIndex(({ kind, text }) => kind === word.kind && text === word.text);
    if (at >= 0) kept.push(...gained.splice(at, 1));
    return at < 0;
  });
  return { lost, gained, kept };
}
