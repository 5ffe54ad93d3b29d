import { rowIndexAt } from '../../core/scene/hitTest';
import { zoomFor } from '../../core/scene/metrics';
import type { GridScene, SceneCell } from '../../core/scene/scene';
import type { Room } from './callbacks';
import type { RowRange } from './rowsView';

/**
 * What is seen of the host, which is what scrolls; the svg stands at its top. It is kept here, because to
 * ask the page in the middle of a change makes it lay out all that was changed so far. Lengths are the scene's.
 */
export class Viewport {
  private topPx = 0;
  private heightPx = 0;
  private zoom = 1;

  constructor(private readonly host: HTMLElement) {}

  /** For when the page was laid out anyway: it was scrolled, or has another size. Whether that is so. */
  look(): boolean {
    const { topPx, heightPx, zoom } = this;
    this.zoom = zoomFor(this.host.clientWidth);
    this.topPx = this.host.scrollTop / this.zoom;
    this.heightPx = this.host.clientHeight / this.zoom;
    return topPx !== this.topPx || heightPx !== this.heightPx || zoom !== this.zoom;
  }

  /** How wide a scene has to be to fill the host, and what of it is seen at once. */
  get room(): Room {
    return { widthPx: this.host.clientWidth / this.zoom, heightPx: this.heightPx };
  }

  /** How far down something is seen. */
  get bottomPx(): number {
    return this.topPx + this.heightPx;
  }

  /** What a length of the scene takes on the page. */
  onPage(px: number): number {
    return px * this.zoom;
  }

  /** Scrolls as far as there is something to see; by how much it did. */
  scrollBy(px: number): number {
    const from = this.host.scrollTop;
    this.host.scrollTop = from + this.onPage(px);
    const to = this.host.scrollTop;
    this.topPx = to / this.zoom;
    return (to - from) / this.zoom;
  }

  toTop(): void {
    if (this.topPx === 0) return;
    this.host.scrollTop = 0;
    this.topPx = 0;
  }

  /** Scrolls just so far that a cell can be seen with some room around it. */
  show(cell: SceneCell): void {
    const first = cell.fragments[0];
    if (first === undefined) return;
    const roomPx = Math.min(48, this.heightPx / 4);
    const abovePx = this.topPx - (first.yPx - roomPx);
    const belowPx = first.yPx + first.heightPx + roomPx - (this.topPx + this.heightPx);
    if (abovePx > 0) this.scrollBy(-abovePx);
    else if (belowPx > 0) this.scrollBy(belowPx);
  }

  /** The rows to paint: those in view, and as many more as lie within `overscanPx` above and below them. */
  rows(scene: GridScene, overscanPx: number): RowRange {
    // A scene that became shorter is seen from further up, though the page has not said so yet.
    const topPx = Math.max(0, Math.min(this.topPx, scene.heightPx - this.heightPx));
    const range = { topPx: topPx - overscanPx, bottomPx: topPx + this.heightPx + overscanPx };
    return {
      first: rowIndexAt(scene, range.topPx),
      last: rowIndexAt(scene, range.bottomPx),
      ...range,
    };
  }
}

/** Cells of which something is seen, and those that must stay whatever is seen; in the scene's order. */
export function cellsInView(
  scene: GridScene,
  range: RowRange,
  alwaysKeys: readonly (string | null)[],
): readonly SceneCell[] {
  const wanted = new Set<number>();
  for (let row = range.first; row <= range.last; row += 1) {
    for (const cell of scene.rows[row]?.cells ?? []) {
      if (isSeen(scene.cells[cell]!, range)) wanted.add(cell);
    }
  }
  for (const key of alwaysKeys) {
    const index = key === null ? undefined : scene.cellByKey.get(key);
    if (index !== undefined) wanted.add(index);
  }
  return [...wanted]
    .sort((a, b) => a - b)
    .map((index) => scene.cells[index]!)
    .filter((cell) => cell.fragments.length > 0);
}

/** Whether a piece of it or its label is. The rule of a column of labels belongs to the first of them. */
function isSeen({ fragments, leader }: SceneCell, range: RowRange): boolean {
  const overlaps = ({ yPx, heightPx }: { readonly yPx: number; readonly heightPx: number }) =>
    yPx <= range.bottomPx && yPx + heightPx >= range.topPx;
  return (
    fragments.some(overlaps) || (leader !== null && (leader.line.length > 0 || overlaps(leader)))
  );
}
