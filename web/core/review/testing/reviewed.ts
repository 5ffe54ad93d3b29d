import { newDocument, type LayoutDocument } from '../../edit/document';
import { formatEdit } from '../../edit/words';
import { aggregate, scalar, structDesc, type MemberSpec } from '../../facts/build';
import { X86_64 } from '../../facts/targets';
import { readPosted } from '../../layout/testing/readHeader';
import { review, type Review } from '../review';

export const INT = scalar('int', 4);

/**
 * What a posted patch makes of a struct, in words, and the lines of it that are left. `inView`: whether hunks that name no
 * struct are looked for in it, as the page does with the one in view.
 */
export function reviewed(
  name: string,
  sizeBytes: number,
  members: readonly MemberSpec[],
  patch: string,
  inView = false,
) {
  const document = newDocument(
    structDesc(X86_64, aggregate('struct', name, sizeBytes, [...members])),
  );
  const { structs, left } = reviewOf(patch, (named) =>
    named === name || (inView && named === '') ? document : null,
  );
  return {
    edits: structs.flatMap(({ edits }) => edits.map(formatEdit)),
    left: left.map(({ sign, text, reason }) => `${sign}${text}: ${reason}`),
  };
}

/** A review of a posted patch; `loaded` has the struct of a name, '' where the hunks name none, and null for one that is not loaded. */
export function reviewOf(patch: string, loaded: (name: string) => LayoutDocument | null): Review {
  return review(
    readPosted(new TextEncoder().encode(patch)),
    ({ name }) => loaded(name) ?? { reason: `no struct ${name}` },
    { scalars: [], known: new Map() },
  );
}
