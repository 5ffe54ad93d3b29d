import type { PlacedLink, Point, SceneCell, SceneLink } from './scene';

/** Room that a bow has below its cells, by how far apart its ends are. */
const LEAST_DEPTH_PX = 10;
const MOST_DEPTH_PX = 26;

/** Links between cells that are drawn; those with an end that is not are left out, and so are doubles. */
export function placeLinks(
  links: readonly SceneLink[],
  cells: readonly SceneCell[],
  cellByKey: ReadonlyMap<string, number>,
): readonly PlacedLink[] {
  const placed = new Map<string, PlacedLink>();
  for (const link of links) {
    const from = drawn(link.from, cells, cellByKey);
    const to = drawn(link.to, cells, cellByKey);
    if (from === null || to === null || from === to) continue;
    const key = `${from.key} ${to.key}`;
    if (placed.has(key)) continue;
    const [start, end] = [footOf(from), footOf(to)];
    const apart = Math.abs(start.xPx - end.xPx);
    const depthPx = Math.min(MOST_DEPTH_PX, LEAST_DEPTH_PX + apart / 20);
    placed.set(key, { key, from: start, to: end, depthPx });
  }
  return [...placed.values()];
}

/** The innermost of a field's names that has a cell of its own, and is no frame around others. */
function drawn(
  names: SceneLink['from'],
  cells: readonly SceneCell[],
  cellByKey: ReadonlyMap<string, number>,
): SceneCell | null {
  for (const name of names) {
    const at = cellByKey.get(name);
    const cell = at === undefined ? undefined : cells[at];
    if (cell !== undefined && cell.fragments.length > 0) return cell;
  }
  return null;
}

function footOf(cell: SceneCell): Point {
  const first = cell.fragments[0]!;
  return { xPx: first.xPx + first.widthPx / 2, yPx: first.yPx + first.heightPx - 5 };
}
