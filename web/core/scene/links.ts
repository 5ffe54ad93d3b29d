import type { Fragment, PlacedLink, Point, SceneCell, SceneLink, SceneRow } from './scene';

/** Room that a bow has below its cells, by how far apart its ends are. */
const LEAST_DEPTH_PX = 10;
const MOST_DEPTH_PX = 26;

/** Links between cells that are drawn; those with an end that is not are left out, and so are doubles. */
export function placeLinks(
  links: readonly SceneLink[],
  cells: readonly SceneCell[],
  cellByKey: ReadonlyMap<string, number>,
  rows: readonly SceneRow[],
): readonly PlacedLink[] {
  const placed = new Map<string, PlacedLink>();
  for (const link of links) {
    const from = drawn(link.from, cells, cellByKey);
    const to = drawn(link.to, cells, cellByKey);
    if (from === null || to === null || from === to) continue;
    const key = `${from.key} ${to.key}`;
    if (placed.has(key)) continue;
    const [start, end] = onOneLine(from, to, rows);
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

/** The ends of a link: of cells that cross into other lines, the pieces that share one. */
function onOneLine(
  from: SceneCell,
  to: SceneCell,
  rows: readonly SceneRow[],
): readonly [Point, Point] {
  const lineOf = (piece: Fragment) => rows[piece.row]?.line;
  for (const piece of from.fragments) {
    const other = to.fragments.find((each) => lineOf(each) === lineOf(piece));
    if (other !== undefined) return [footOf(piece), footOf(other)];
  }
  return [footOf(from.fragments[0]!), footOf(to.fragments[0]!)];
}

function footOf(piece: Fragment): Point {
  return { xPx: piece.xPx + piece.widthPx / 2, yPx: piece.yPx + piece.heightPx - 5 };
}
