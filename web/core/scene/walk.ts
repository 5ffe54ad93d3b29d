import type { Fragment, GridScene, SceneCell } from './scene';

export type Direction = 'before' | 'after' | 'above' | 'below' | 'first' | 'last';

/**
 * Where an arrow key leads from a cell: before and after in memory order (into and out of what is open),
 * above and below by sight. Null where there is nothing further. A key that is not in the scene, or none,
 * leads to the first cell.
 */
export function neighbour(
  scene: GridScene,
  key: string | null,
  direction: Direction,
): SceneCell | null {
  const index = key === null ? undefined : scene.cellByKey.get(key);
  if (index === undefined || direction === 'first') return nextStop(scene, -1, 1);
  switch (direction) {
    case 'last':
      return nextStop(scene, scene.cells.length, -1);
    case 'before':
      return nextStop(scene, index, -1);
    case 'after':
      return nextStop(scene, index, 1);
    case 'above':
      return vertical(scene, index, -1);
    case 'below':
      return vertical(scene, index, 1);
  }
}

/** Every cell can be walked to but the bytes that are not the struct's. */
export function isStop(cell: SceneCell): boolean {
  return cell.kind !== 'outside' && cell.fragments.length > 0;
}

function nextStop(scene: GridScene, from: number, step: 1 | -1): SceneCell | null {
  for (let index = from + step; index in scene.cells; index += step) {
    const cell = scene.cells[index]!;
    if (isStop(cell)) return cell;
  }
  return null;
}

function vertical(scene: GridScene, index: number, step: 1 | -1): SceneCell | null {
  const cell = scene.cells[index]!;
  const from = step === 1 ? cell.fragments.at(-1) : cell.fragments[0];
  if (from === undefined) return null;
  // The lanes of the same row come first, then rows further on until one has a cell.
  for (let row = from.row; row in scene.rows; row += step) {
    const found = nearestInRow(scene, row, from, step, index);
    if (found !== null) return found;
  }
  return null;
}

function nearestInRow(
  scene: GridScene,
  row: number,
  from: Fragment,
  step: 1 | -1,
  self: number,
): SceneCell | null {
  let best: SceneCell | null = null;
  let bestDistance = Infinity;
  for (const index of scene.rows[row]!.cells) {
    const cell = scene.cells[index]!;
    if (index === self || !isStop(cell)) continue;
    const fragment = cell.fragments.find((each) => each.row === row)!;
    const apart = step === 1 ? fragment.yPx - bottom(from) : from.yPx - bottom(fragment);
    if (apart < 0) continue;
    const distance = apart * 4 + sideways(fragment, from) - cell.depth * 0.01;
    if (distance >= bestDistance) continue;
    best = cell;
    bestDistance = distance;
  }
  return best;
}

/** How far the middle of one lies outside the other; among those that hold it, the one that begins nearest. */
function sideways(fragment: Fragment, from: Fragment): number {
  const middle = from.xPx + Math.min(from.widthPx, 60) / 2;
  if (middle < fragment.xPx) return fragment.xPx - middle;
  return Math.max(0, middle - fragment.xPx - fragment.widthPx);
}

function bottom(fragment: Fragment): number {
  return fragment.yPx + fragment.heightPx;
}
