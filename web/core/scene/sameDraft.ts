import type { CellDraft, InRow } from './drafts';
import type { Piece } from './placeRow';
import type { Leader, PlacedText } from './scene';
import type { CellSeed } from './sceneNode';

/** Whether a cell says the same of the same member, in the same shape, each y from the top of its row. */
export function saysTheSame(a: CellDraft, b: CellDraft): boolean {
  return a.isMarked === b.isMarked && isSameSeed(a.seed, b.seed) && isSameShape(a.pieces, b.pieces);
}

/** Whether two cells that say the same are the same in everything else too, and in the same rows. */
export function isSameDraft(a: CellDraft, b: CellDraft): boolean {
  return (
    a.pieces[0]?.row === b.pieces[0]?.row &&
    isSameTexts(a.texts, b.texts) &&
    isSameInRow(a.toggleAt, b.toggleAt) &&
    isSameInRow(a.markAt, b.markAt) &&
    isSameLeader(a.leader, b.leader)
  );
}

/** The place of its member among others is the key's; what the member is, and is called, goes with the member itself. */
export function isSameSeed(a: CellSeed, b: CellSeed): boolean {
  return (
    a.key === b.key &&
    a.kind === b.kind &&
    a.offsetBits === b.offsetBits &&
    a.sizeBits === b.sizeBits &&
    a.expanded === b.expanded &&
    a.parent === b.parent &&
    a.depth === b.depth &&
    a.movable === b.movable &&
    memberOf(a) === memberOf(b)
  );
}

function memberOf({ item }: CellSeed) {
  return item?.kind === 'field' ? item.member : null;
}

function isSameShape(a: readonly Piece[], b: readonly Piece[]): boolean {
  if (a.length !== b.length) return false;
  const down = (b[0]?.row ?? 0) - (a[0]?.row ?? 0);
  return a.every((piece, at) => {
    const other = b[at]!;
    return (
      piece.row + down === other.row &&
      piece.xPx === other.xPx &&
      piece.yPx === other.yPx &&
      piece.widthPx === other.widthPx &&
      piece.heightPx === other.heightPx &&
      piece.joinsBefore === other.joinsBefore &&
      piece.joinsAfter === other.joinsAfter
    );
  });
}

function isSameInRow<T extends object>(a: InRow<T> | null, b: InRow<T> | null): boolean {
  if (a === null || b === null) return a === b;
  return a.row === b.row && isSameFlat(a.value, b.value);
}

function isSameTexts(a: CellDraft['texts'], b: CellDraft['texts']): boolean {
  return a === b || (a.length === b.length && a.every((text, at) => isSameTextInRow(text, b[at]!)));
}

function isSameTextInRow(a: InRow<PlacedText>, b: InRow<PlacedText>): boolean {
  return a.row === b.row && isSameText(a.value, b.value);
}

/** As `isSameFlat`, without the lists of names that it makes: a frame compares hundreds. */
export function isSameText(a: PlacedText, b: PlacedText): boolean {
  return (
    a === b ||
    (a.role === b.role &&
      a.text === b.text &&
      a.xPx === b.xPx &&
      a.yPx === b.yPx &&
      a.widthPx === b.widthPx &&
      a.fontPx === b.fontPx &&
      a.vertical === b.vertical)
  );
}

function isSameLeader(a: InRow<Leader> | null, b: InRow<Leader> | null): boolean {
  if (a === null || b === null) return a === b;
  const [one, other] = [a.value, b.value];
  return (
    a.row === b.row &&
    one.xPx === other.xPx &&
    one.yPx === other.yPx &&
    one.widthPx === other.widthPx &&
    one.heightPx === other.heightPx &&
    isSameText(one.text, other.text) &&
    one.line.length === other.line.length &&
    one.line.every((value, at) => value === other.line[at])
  );
}

/** Of two records of plain values. */
export function isSameFlat<T extends object>(a: T | null, b: T | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  const keys = Object.keys(a) as (keyof T)[];
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(a[key], b[key]));
}
