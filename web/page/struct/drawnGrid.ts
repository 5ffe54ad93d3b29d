import { heatInView, type InView } from '../state/inView';
import type { PredictionView } from '../state/predictionInView';
import type { MemberPath } from '../../core/layout/ids';
import type { Layout } from '../../core/layout/layout';
import type { Room } from '../grid/callbacks';
import { buildScene } from '../../core/scene/buildScene';
import { withSelection } from '../../core/scene/finish';
import type { GridScene, LineMark } from '../../core/scene/scene';
import { sceneInput } from './sceneInput';

/** What the grid shows, and of what it was made. */
export interface DrawnGrid {
  readonly inView: InView;
  readonly predicted: PredictionView | null;
  readonly scene: GridScene;
  /** Room from top to bottom. */
  readonly roomPx: number;
  /** Whether it shows another struct than what was drawn before. */
  readonly isOther: boolean;
}

/**
 * The scene of the struct in view, again in each frame of a drag: from what was drawn before it takes all that is the
 * same, and where nothing changed it is that.
 *
 * @param room of the grid, from edge to edge
 */
export function drawnGrid(
  before: DrawnGrid | null,
  inView: InView,
  predicted: PredictionView | null,
  { widthPx, heightPx }: Room,
): DrawnGrid {
  // With heat a line stands below the grid, which is as high as its scene.
  const roomPx = heatInView(inView).current === null ? heightPx : 0;
  const isSameRoom =
    predicted === before?.predicted && widthPx === before.scene.widthPx && roomPx === before.roomPx;
  if (isSameRoom && inView === before.inView) return before;
  const isOther = inView.open.id !== before?.inView.open.id;
  if (isSameRoom && isSamePicture(inView, before.inView)) {
    const { selection, focus } = inView.open;
    const scene = withSelection(before.scene, new Set(selection), focus);
    return { inView, predicted, scene, roomPx, isOther };
  }
  const scene = buildScene(
    { ...sceneInput(inView, widthPx, predicted), roomPx },
    before === null || isOther ? null : before.scene,
  );
  return { inView, predicted, scene, roomPx, isOther };
}

/** Whether two views differ in what is selected alone. */
function isSamePicture(one: InView, other: InView): boolean {
  return (
    one.shown === other.shown &&
    one.document === other.document &&
    one.open.preview === other.open.preview
  );
}

/** Cells of a picture that is drawn in a few milliseconds. */
const MOST_AT_ONCE = 300;

/** Whether the first picture of it takes a task of its own. */
export function isLarge({ shown }: InView): boolean {
  return itemsOf(shown.layout) > MOST_AT_ONCE;
}

/** Counts the items of a layout, with those of unnamed aggregates, whose fields are cells too. */
function itemsOf({ items }: Layout): number {
  return items.reduce(
    (sum, item) =>
      sum + 1 + (item.kind === 'field' && item.inner !== null ? itemsOf(item.inner) : 0),
    0,
  );
}

/** Where the keyboard was, or the first field: not the anonymous aggregate around it. */
export function memberToFocus({ open, shown }: InView): MemberPath | null {
  if (open.focus !== null) return open.focus;
  let first = shown.applied.struct.root.members[0];
  while (first?.inner?.members[0]) first = first.inner.members[0];
  return first?.path ?? null;
}

/** What is said of a cell, for a tooltip; null where there is no such cell. */
export function cellTip({ scene }: DrawnGrid, key: string): string | null {
  const place = scene.cellByKey.get(key);
  return (place === undefined ? undefined : scene.cells[place]?.spoken) ?? null;
}

/** The same, of a cell that has a mark; null for any other. */
export function markedCellTip({ scene }: DrawnGrid, key: string): string | null {
  const place = scene.cellByKey.get(key);
  const cell = place === undefined ? undefined : scene.cells[place];
  const isMarked = cell && (cell.broken !== null || cell.note !== null || cell.ofLine !== null);
  return isMarked ? cell.spoken : null;
}

/** What is marked on a line, for a tooltip; null where nothing is. */
export function lineTip({ scene }: DrawnGrid, line: number): string | null {
  const row = scene.rows.find((each) => each.line === line && each.mark !== null);
  return row?.mark ? markWords(row.mark) : null;
}

function markWords({ finding, broken, note }: LineMark): string {
  return [finding, broken === null ? null : `Breaks a rule: ${broken}`, note]
    .filter(Boolean)
    .join('\n');
}
