import { newDocument } from '../../../edit/document';
import { formatEdit } from '../../../edit/words';
import { aggregate, scalar, structDesc, type MemberSpec } from '../../../facts/build';
import { X86_64 } from '../../../facts/targets';
import { readPosted } from '../../../layout/testing/readHeader';
import { review } from '../review';

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
  const found = review(
    readPosted(new TextEncoder().encode(patch)),
    (named) =>
      named.name === name || (inView && named.name === '')
        ? document
        : { reason: `no struct ${named.name}` },
    { scalars: [], known: new Map() },
  );
  return {
    edits: found.structs.flatMap(({ edits }) => edits.map(formatEdit)),
    left: found.left.map(({ sign, text, reason }) => `${sign}${text}: ${reason}`),
  };
}
