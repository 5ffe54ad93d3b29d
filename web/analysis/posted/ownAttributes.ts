import { askedBy } from './attributes';
import type { HunkOfStruct } from './bodies';
import { changedIn, type Body } from './sides';
import type { Working } from './working';

/** The lines with the struct's own braces. */
export function settleFrames(working: Working, { old, new: now }: HunkOfStruct): void {
  const [was, is] = [old, now].map((body) =>
    body === null
      ? []
      : [body.head, body.tail].flatMap((each) => (each === null ? [] : changedIn(body.side, each))),
  );
  if ((was?.length ?? 0) + (is?.length ?? 0) === 0) return;
  const problem = old === null || now === null ? null : ownAttributes(working, old, now);
  if (old !== null) working.settle(old.side, was ?? [], [problem]);
  if (now !== null) working.settle(now.side, is ?? [], [problem]);
}

function ownAttributes(working: Working, old: Body, now: Body): string | null {
  const { struct } = working.document;
  const [was, is] = [askedBy(old.attributes, struct), askedBy(now.attributes, struct)];
  if (was.packed !== is.packed) {
    return is.packed
      ? 'It packs the struct, which is not shown.'
      : 'It no longer packs the struct, which is not shown.';
  }
  const randomized = [old, now].map(({ attributes }) =>
    attributes.some(({ text }) => text === '__randomize_layout'),
  );
  if (randomized[0] !== randomized[1]) return 'It changes whether the order is randomized.';
  if (was.align === is.align) return null;
  if (is.align === undefined) return 'The alignment that it asks for is not known.';
  const first = working.applied.struct.root.members[0];
  if (is.align === null || first === undefined || was.align !== null) {
    return 'It changes the alignment of the struct itself, which is not shown.';
  }
  // The first member's alignment is the struct's, and rounds up its size.
  return working.edit({ kind: 'align', member: first.path, bytes: is.align });
}
