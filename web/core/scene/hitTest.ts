import type { GridScene, SceneCell, SceneRow } from './scene';

export interface Hit {
  /** Index into `scene.cells`. */
  readonly cell: number;
  /** `toggle` is the sign that opens and closes a nested member. */
  readonly part: 'body' | 'toggle' | 'leader';
}

/** What is at a point of the scene: the innermost cell, or the cell whose leader label is there. */
export function hitTest(scene: GridScene, xPx: number, yPx: number): Hit | null {
  const row = scene.rows[rowIndexAt(scene, yPx)];
  if (row === undefined || yPx < row.yPx || yPx > row.yPx + row.heightPx) return null;
  let best: Hit | null = null;
  let bestWidthPx = Infinity;
  for (const index of row.cells) {
    const cell = scene.cells[index]!;
    const { leader } = cell;
    if (leader !== null && inside(leader, xPx, yPx)) return { cell: index, part: 'leader' };
    if (yPx > row.yPx + row.bandPx) continue;
    const fragment = cell.fragments.find(
      (each) => scene.rows[each.row] === row && inside(grown(each), xPx, yPx),
    );
    // What is held comes after what holds it. Of thin neighbours the thinner one is meant.
    if (fragment === undefined) continue;
    const deeper = best === null || scene.cells[best.cell]!.depth < cell.depth;
    if (!deeper && fragment.widthPx > bestWidthPx) continue;
    best = { cell: index, part: isToggle(cell, xPx, yPx) ? 'toggle' : 'body' };
    bestWidthPx = fragment.widthPx;
  }
  return best;
}

/** Index of the row at a height; the nearest one between rows and beyond the ends. */
export function rowIndexAt(scene: GridScene, yPx: number): number {
  const { rows } = scene;
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rows[middle]!.yPx <= yPx) low = middle;
    else high = middle - 1;
  }
  const next = rows[low + 1];
  if (next === undefined) return low;
  const endPx = rows[low]!.yPx + rows[low]!.heightPx;
  return yPx > (endPx + next.yPx) / 2 ? low + 1 : low;
}

/** The offset that a point stands for, in bits and not rounded; clamped to the row. */
export function bitAt(scene: GridScene, xPx: number, yPx: number): number {
  const row = scene.rows[rowIndexAt(scene, yPx)];
  if (row === undefined) return 0;
  if (row.kind === 'fold') return (row.startByte + foldShare(row, yPx) * row.bytes) * 8;
  const bytes = Math.min(row.bytes, Math.max(0, (xPx - scene.originXPx) / scene.bytePx));
  return (row.startByte + bytes) * 8;
}

function foldShare(row: SceneRow, yPx: number): number {
  return Math.min(1, Math.max(0, (yPx - row.yPx) / row.heightPx));
}

interface Box {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

function inside(box: Box, xPx: number, yPx: number): boolean {
  return (
    xPx >= box.xPx &&
    xPx <= box.xPx + box.widthPx &&
    yPx >= box.yPx &&
    yPx <= box.yPx + box.heightPx
  );
}

/** Nobody can point at one pixel: what is thinner than 5 takes a little of its neighbours' room. */
function grown(box: Box): Box {
  const byPx = Math.max(1, (5 - box.widthPx) / 2);
  return { ...box, xPx: box.xPx - byPx, widthPx: box.widthPx + 2 * byPx };
}

function isToggle(cell: SceneCell, xPx: number, yPx: number): boolean {
  const at = cell.toggleAt;
  return at !== null && Math.abs(xPx - at.xPx) <= 9 && Math.abs(yPx - at.yPx) <= 9;
}
