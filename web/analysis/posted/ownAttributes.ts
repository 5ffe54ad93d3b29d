import { joinedWords } from '../../layout/text/attributes';
import { askedBy, notKnown, strangeWord } from './attributes';
import type { HunkOfStruct } from './bodies';
import { changedIn, type Body } from './sides';
import type { Working } from './working';

/**
 * The lines with the struct's own braces. One hunk may take from its head what another gives to its end, so that all of
 * them are read at once.
 */
export function settleFrames(working: Working, hunks: readonly HunkOfStruct[]): void {
  const both = hunks.filter(({ old, new: now }) => old !== null && now !== null);
  const lost = hunks.filter((each) => !both.includes(each));
  for (const body of lost.flatMap(bodiesOf)) working.settle(body.side, frameLines(body), [null]);
  const bodies = both.flatMap(bodiesOf);
  if (bodies.every((body) => frameLines(body).length === 0)) return;
  const problem = ownAttributes(
    working,
    both.flatMap(({ old }) => old ?? []),
    both.flatMap(({ new: now }) => now ?? []),
  );
  for (const body of bodies) working.settle(body.side, frameLines(body), [problem]);
}

function bodiesOf({ old, new: now }: HunkOfStruct): readonly Body[] {
  return [old, now].filter((body) => body !== null);
}

function frameLines({ side, head, tail }: Body): readonly number[] {
  return [head, tail].flatMap((each) => (each === null ? [] : changedIn(side, each)));
}

function ownAttributes(
  working: Working,
  old: readonly Body[],
  now: readonly Body[],
): string | null {
  const { struct } = working.document;
  const [was, is] = [old, now].map((bodies) =>
    askedBy(joinedWords(bodies.map(({ words }) => words)), struct),
  ) as [ReturnType<typeof askedBy>, ReturnType<typeof askedBy>];
  if (was.packed !== is.packed) {
    return is.packed
      ? 'It packs the struct, which is not shown.'
      : 'It no longer packs the struct, which is not shown.';
  }
  const strange = strangeWord(was, is);
  if (strange !== null) return notKnown(strange);
  const [wasRandomized, isRandomized] = [old, now].map((bodies) =>
    bodies.some(({ randomized }) => randomized),
  );
  if (wasRandomized !== isRandomized) return 'It changes whether the order is randomized.';
  if (was.align === is.align) return null;
  if (is.align === undefined) return 'The alignment that it asks for is not known.';
  const first = working.applied.struct.root.members[0];
  if (is.align === null || first === undefined || was.align !== null) {
    return 'It changes the alignment of the struct itself, which is not shown.';
  }
  // The first member's alignment is the struct's, and rounds up its size.
  return working.edit({ kind: 'align', member: first.path, bytes: is.align });
}
