import { rowIndexAt } from '../scene/hitTest';
import type { GridScene, SceneCell } from '../scene/scene';
import type { RowRange } from './rowsView';

/** Painted above and below what is seen, so that scrolling finds it there. */
const OVERSCAN_PX = 240;

/** The rows to paint. The host is what scrolls, and the svg stands at its top. */
export function rowsInView(host: HTMLElement, scene: GridScene): RowRange {
  const topPx = host.scrollTop - OVERSCAN_PX;
  const bottomPx = host.scrollTop + host.clientHeight + OVERSCAN_PX;
  return { first: rowIndexAt(scene, topPx), last: rowIndexAt(scene, bottomPx) };
}

/** Cells with a piece in these rows, and those that must stay whatever is seen; in the scene's order. */
export function cellsInView(
  scene: GridScene,
  { first, last }: RowRange,
  alwaysKeys: readonly (string | null)[],
): readonly SceneCell[] {
  const wanted = new Set<number>();
  for (let row = first; row <= last; row += 1) {
    for (const cell of scene.rows[row]?.cells ?? []) wanted.add(cell);
  }
  for (const key of alwaysKeys) {
    const index = key === null ? undefined : scene.cellByKey.get(key);
    if (index !== undefined) wanted.add(index);
  }
  return [...wanted].sort((a, b) => a - b).map((index) => scene.cells[index]!);
}

/** Scrolls just so far that a cell can be seen with some room around it. */
export function scrollToCell(host: HTMLElement, cell: SceneCell): void {
  const first = cell.fragments[0];
  if (first === undefined) return;
  const roomPx = Math.min(48, host.clientHeight / 4);
  const topPx = first.yPx - roomPx;
  const bottomPx = first.yPx + first.heightPx + roomPx;
  if (topPx < host.scrollTop) host.scrollTop = topPx;
  else if (bottomPx > host.scrollTop + host.clientHeight) {
    host.scrollTop = bottomPx - host.clientHeight;
  }
}
