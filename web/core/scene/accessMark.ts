import type { SceneCell } from './scene';

/** Who touches a field: a ring for those who read it, a block for those who write it, a block in a ring for both. */
export const ACCESS_SIGNS = {
  reads: 'm-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z',
  writes: 'm-3 -3h6v6h-6z',
  both: 'm-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0zm2.5 -2h4v4h-4z',
} as const;

/** The same below the words of a cell that has no room beside them. */
const SMALL_SIGNS = {
  reads: 'm-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0z',
  writes: 'm-2.2 -2.2h4.4v4.4h-4.4z',
  both: 'm-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zm1.7 -1.3h2.6v2.6h-2.6z',
} as const;

export interface AccessMark {
  readonly access: keyof typeof ACCESS_SIGNS;
  /** Its middle, in the scene. */
  readonly xPx: number;
  readonly yPx: number;
  /** A path that begins at its middle. */
  readonly sign: string;
}

const ROOM_FROM_PX = 36;

/** Who touches the field of a cell, and where that is marked; null where nothing is known, or members are marked in it. */
export function accessMarkOf(cell: SceneCell): AccessMark | null {
  const access = cell.heat?.access ?? null;
  const [first] = cell.fragments;
  if (access === null || first === undefined || isBox(cell)) return null;
  const { xPx, yPx, widthPx, heightPx } = first;
  const besidePx = xPx + widthPx - (cell.toggleAt === null && cell.markAt === null ? 9 : 24);
  if (heightPx >= ROOM_FROM_PX && endOfFoot(cell) + 7 < besidePx) {
    return { access, xPx: besidePx, yPx: yPx + heightPx - 11, sign: ACCESS_SIGNS[access] };
  }
  // Beside the sign that opens the field, where that is in the same piece of it.
  const { toggleAt } = cell;
  const isBesideToggle = toggleAt !== null && toggleAt.yPx > yPx && toggleAt.yPx < yPx + heightPx;
  const endPx = isBesideToggle ? toggleAt.xPx - 10 : xPx + Math.max(widthPx / 2, widthPx - 6);
  return { access, xPx: endPx, yPx: yPx + heightPx - 4, sign: SMALL_SIGNS[access] };
}

/** What holds others shows the heat of each of them, and none of its own. */
export function isBox(cell: SceneCell): boolean {
  return cell.kind === 'struct' || cell.kind === 'union' || cell.kind === 'open';
}

/** Where the texts at the foot of the first piece end; its left edge where there is none. */
function endOfFoot(cell: SceneCell): number {
  const first = cell.fragments[0]!;
  const foot = first.yPx + first.heightPx;
  const texts = cell.texts.filter(({ yPx }) => yPx > foot - 22 && yPx <= foot);
  return Math.max(first.xPx + 8, ...texts.map(({ xPx, widthPx }) => xPx + widthPx));
}
