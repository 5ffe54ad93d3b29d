import type { CellDraft } from './drafts';
import { draftIn } from './finish';
import type { HorizontalMetrics } from './metrics';
import type { RowBox } from './placeRow';
import type { RowSpec } from './rows';
import { isSameSeed } from './sameDraft';
import type { CellKind, GridScene } from './scene';
import type { CellSeed, SceneNode } from './sceneNode';

/** A row that has its height, before its cells are placed. */
export interface RowPlan {
  readonly spec: RowSpec;
  readonly box: RowBox;
  readonly bandPx: number;
}

interface KeptContext {
  readonly before: GridScene | null;
  readonly lane: readonly SceneNode[];
  readonly plans: readonly RowPlan[];
  readonly horizontal: HorizontalMetrics;
  readonly isMarked: (seed: CellSeed) => boolean;
}

/**
 * Nodes whose cells stand as they stood in the picture before, with what they were made of there: a move changes a few lines,
 * and places and texts of all others are known without being laid out. They are leaves of the struct itself, of the same
 * bits, and each row that they cross begins at the same byte and is as tall.
 */
export function keptCells(context: KeptContext): ReadonlyMap<SceneNode, CellDraft> {
  const { before, lane, plans, horizontal, isMarked } = context;
  const kept = new Map<SceneNode, CellDraft>();
  if (before === null || !isAsWide(before, horizontal)) return kept;
  const changed = changedRowsBefore(before, plans);
  for (const node of lane) {
    if (node.kind === 'box' || !ENDS_BY_ITS_SIZE.has(node.seed.kind)) continue;
    const last = draftIn(before, node.seed.key);
    if (last === null || !isSameSeed(last.seed, node.seed)) continue;
    const [first, end] = [last.pieces[0], last.pieces.at(-1)];
    if (first === undefined || end === undefined) continue;
    const isInSameRows = changed[first.row] === changed[end.row + 1];
    if (isInSameRows && last.isMarked === isMarked(node.seed)) kept.set(node, last);
  }
  return kept;
}

/** What has no size, or an open end, may be drawn in another row, or as wide as there is room. */
const ENDS_BY_ITS_SIZE: ReadonlySet<CellKind> = new Set(['field', 'padding', 'hole', 'tail']);

function isAsWide(before: GridScene, now: HorizontalMetrics): boolean {
  return (
    before.originXPx === now.originXPx &&
    before.bytePx === now.bytePx &&
    before.rowBytes === now.rowBytes
  );
}

/** How many rows in front of each, and of the end, are not what they were: equal at both ends of rows that are. */
function changedRowsBefore(before: GridScene, plans: readonly RowPlan[]): readonly number[] {
  const counts = [0];
  const rows = Math.max(before.rows.length, plans.length);
  for (let row = 0; row < rows; row += 1) {
    const [last, plan] = [before.rows[row], plans[row]];
    const isSame =
      last !== undefined &&
      plan !== undefined &&
      last.kind === plan.spec.kind &&
      last.startByte === plan.spec.startByte &&
      last.bytes === plan.spec.bytes &&
      last.bandPx === plan.bandPx;
    counts.push(counts[row]! + (isSame ? 0 : 1));
  }
  return counts;
}
