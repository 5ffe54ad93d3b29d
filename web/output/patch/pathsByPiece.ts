import type { PieceText } from '../../facts/generated';
import type { MemberPath } from '../../layout/ids';
import type { TextMember } from '../../layout/text/textMembers';

/** The members that each declaration makes, in the order of the text. */
export function pathsByPiece(
  texts: ReadonlyMap<MemberPath, TextMember>,
): ReadonlyMap<PieceText, readonly MemberPath[]> {
  const found = new Map<PieceText, { readonly path: MemberPath; readonly ordinal: number }[]>();
  for (const [path, { piece, ordinal }] of texts) {
    const paths = found.get(piece) ?? [];
    paths.push({ path, ordinal });
    found.set(piece, paths);
  }
  return new Map(
    [...found].map(([piece, paths]) => [
      piece,
      paths.sort((a, b) => a.ordinal - b.ordinal).map((each) => each.path),
    ]),
  );
}
