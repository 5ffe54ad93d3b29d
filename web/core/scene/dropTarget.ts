import type { DropSlot } from '../edit/dropSlots';
import { bitAt, rowIndexAt } from './hitTest';
import type { GridScene, SceneCell } from './scene';

/**
 * The place nearest to a point, where the point is the left edge of what is held: the place where the
 * field would begin nearest to where it is held. Of several that begin at the same offset (the end of an
 * anonymous struct, and behind it) the one inside what the point is in. Null where there are none.
 */
export function dropTargetAt(
  scene: GridScene,
  places: readonly DropSlot[],
  xPx: number,
  yPx: number,
): DropSlot | null {
  const bit = bitAt(scene, xPx, yPx);
  const parent = parentAt(scene, xPx + 4, yPx);
  let best: DropSlot | null = null;
  let bestDistance = Infinity;
  for (const place of places) {
    const offset = Math.min(...place.offsetsBits);
    // Half a bit: decides between equals, never between different offsets.
    const distance = Math.abs(offset - bit) + (place.into === parent ? 0 : 0.5);
    if (distance >= bestDistance) continue;
    best = place;
    bestDistance = distance;
  }
  return best;
}

/** Path of the anonymous struct that a point is in; null for the struct itself. */
function parentAt(scene: GridScene, xPx: number, yPx: number): string | null {
  const row = scene.rows[rowIndexAt(scene, yPx)];
  if (row === undefined) return null;
  let parent: SceneCell | null = null;
  for (const index of row.cells) {
    const cell = scene.cells[index]!;
    if (cell.kind !== 'struct') continue;
    const inside = cell.fragments.some(
      (each) =>
        scene.rows[each.row] === row &&
        xPx >= each.xPx &&
        xPx < each.xPx + each.widthPx &&
        yPx >= each.yPx &&
        yPx < each.yPx + each.heightPx,
    );
    if (inside) parent = cell;
  }
  return parent?.path ?? null;
}
