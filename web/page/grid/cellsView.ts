import type { SceneCell } from '../../core/scene/scene';
import { isBox } from '../../core/scene/accessMark';
import { CellView, type CellStatus } from './cellView';

/** How elements are found for the cells of a paint. */
export type CellPaint =
  /** Each cell keeps its element, so that it can glide. */
  | 'kept'
  /** Cells that came take the elements of those that went: to make one costs more than to change it. */
  | 'reused'
  /** The same, and nothing keeps its own: another struct. */
  | 'replaced'
  /** While fields are held, nothing is put elsewhere in the document. */
  | 'held';

/** Cells that come into view in one frame: as many as a window holds of most structs, some 20 ms. */
const MOST_NEW = 200;

/** The cells in view, each with an element that stays from paint to paint. */
export class CellsView {
  private views = new Map<string, CellView>();

  constructor(private readonly layer: SVGGElement) {}

  paint(
    cells: readonly SceneCell[],
    how: CellPaint,
    statusOf: (cell: SceneCell) => CellStatus,
  ): void {
    const gone = new Map(this.views);
    const kept = new Map<string, CellView>();
    for (const { key } of how === 'replaced' ? [] : cells) {
      const view = gone.get(key);
      if (view === undefined) continue;
      kept.set(key, view);
      gone.delete(key);
    }
    const spare = [...gone.values()];
    const now = new Map<string, CellView>();
    for (const cell of cells) {
      const view = kept.get(cell.key) ?? take(spare, cell, how) ?? this.add();
      view.paint(cell, statusOf(cell), how === 'held');
      now.set(cell.key, view);
    }
    for (const view of spare) view.element.remove();
    this.views = now;
    // The order is what screen readers walk. Nobody walks while a field is held.
    if (how !== 'held') this.order();
  }

  /**
   * Of cells to paint those of one frame: all that have an element, one that must not wait, and so many more. A line can
   * have a thousand members of no size.
   */
  someOf(
    cells: readonly SceneCell[],
    atOnce: string | null,
    isOther: boolean,
  ): readonly SceneCell[] {
    let more = MOST_NEW;
    return cells.filter(
      ({ key }) => key === atOnce || (!isOther && this.views.has(key)) || more-- > 0,
    );
  }

  viewOf(key: string | null): CellView | undefined {
    return key === null ? undefined : this.views.get(key);
  }

  /** Above all others, until the next paint that puts them in order. */
  raise(key: string): void {
    const element = this.views.get(key)?.element;
    if (element && element.nextSibling !== null) this.layer.append(element);
  }

  private add(): CellView {
    const view = new CellView();
    this.layer.append(view.element);
    return view;
  }

  /** That of the document as that of the cells, by moving what is out of it. */
  private order(): void {
    let next: SVGGElement | null = null;
    for (const { element } of [...this.views.values()].reverse()) {
      if (element.nextSibling !== next) this.layer.insertBefore(element, next);
      next = element;
    }
  }
}

/** An element of a cell that went. Taken from `spare`. */
function take(spare: CellView[], cell: SceneCell, how: CellPaint): CellView | undefined {
  switch (how) {
    case 'kept':
      return undefined;
    case 'reused':
    case 'replaced':
      return spare.shift();
    case 'held': {
      // It stays where it is in the document: only what lies in the same box may lie there.
      const at = spare.findIndex((view) => view.isLeafOf(cell.parent));
      return at < 0 || isBox(cell) ? undefined : spare.splice(at, 1)[0];
    }
  }
}
