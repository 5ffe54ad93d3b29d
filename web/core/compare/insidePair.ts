import type { StructDesc } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import { diffLayouts } from '../layout/diff';
import { isUnnamedBits } from '../layout/forced';
import type { LineRuler } from '../layout/lines';
import { orderedFrom } from '../layout/original';

/** What became of the members of a struct between two files. Counts of fields; of anonymous structs their members. */
export interface InsidePair {
  /** Fields in both that lie on other lines. */
  readonly crossed: number;
  /** Fields in both that moved on the same lines. */
  readonly shifted: number;
  /** Fields in both that changed their size and stayed in place. */
  readonly resized: number;
  readonly added: number;
  readonly gone: number;
}

const UNCHANGED: InsidePair = { crossed: 0, shifted: 0, resized: 0, added: 0, gone: 0 };

/** Each struct seen through the lines of its own target, from the start of one. */
export function insidePair(before: StructDesc, after: StructDesc): InsidePair {
  if (before.target.lineBytes === after.target.lineBytes && isSamePlaces(before, after)) {
    return UNCHANGED;
  }
  const { fields } = diffLayouts(
    computeLayout(orderedFrom(before)),
    computeLayout(orderedFrom(after)),
    rulerOf(after),
    rulerOf(before),
  );
  let { crossed, shifted, resized, added, gone } = UNCHANGED;
  for (const change of fields) {
    const field = change.after ?? change.before;
    // The members of an anonymous struct are listed instead of it; unnamed bits are no field.
    if (field === null || field.inner !== null || isUnnamedBits(field.member)) continue;
    if (change.before === null) added++;
    else if (change.after === null) gone++;
    else if (change.changedLines) crossed++;
    else if (change.movedBits !== 0) shifted++;
    else if (change.grewBits !== 0) resized++;
  }
  return { crossed, shifted, resized, added, gone };
}

function rulerOf({ target }: StructDesc): LineRuler {
  return { lineBytes: target.lineBytes, baseBytes: 0 };
}

/** The same names at the same stated places, all the way into anonymous structs: most are, and that is quickly seen. */
function isSamePlaces(a: StructDesc, b: StructDesc, at = a.root, to = b.root): boolean {
  const [one, other] = [a.types[at]?.shape, b.types[to]?.shape];
  if (one?.kind !== 'aggregate' || other?.kind !== 'aggregate') return one?.kind === other?.kind;
  if (one.members.length !== other.members.length) return false;
  return one.members.every((member, index) => {
    const twin = other.members[index];
    return (
      twin !== undefined &&
      member.name === twin.name &&
      member.offsetBits === twin.offsetBits &&
      member.sizeBits === twin.sizeBits &&
      (member.name !== null || isSamePlaces(a, b, member.typeIndex, twin.typeIndex))
    );
  });
}
