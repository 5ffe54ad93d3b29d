import { grouped } from '../base/prose';
import { linesOf } from '../layout/lines';
import { labelCells } from './cellLabels';
import { changesSince } from './changes';
import { draftCells, type CellDraft, type RowDraft } from './drafts';
import { draftIn, finishCells } from './finish';
import { saysTheSame, isSameSeed } from './sameDraft';
import { markOf } from './marks';
import {
  densityFor,
  FOLD_PX,
  horizontalMetrics,
  rowEndBit,
  type Density,
  type HorizontalMetrics,
} from './metrics';
import { buildNodes, type NodeTree } from './nodes';
import type { CellSeed, LeafNode, SceneNode } from './sceneNode';
import { neededPx, placeRow, type RowBox } from './placeRow';
import { bitRange, buildRows, type RowSpec } from './rows';
import type {
  GridScene,
  SceneInput,
  Tick,
  Fragment,
  PlacedLink,
  Point,
  SceneCell,
  SceneLink,
  SceneRow,
  CellKind,
} from './scene';
import { slice } from './slices';
import { stackRows } from './stackRows';
import { isEndKnown } from '../layout/extent';
import { nameOf, sizeWords } from './words';

/** A row that has its height, before its cells are placed. */
interface RowPlan {
  readonly spec: RowSpec;
  readonly box: RowBox;
  readonly bandPx: number;
}

/**
 * Tells whether a cell stands as it stood in the picture before: a move changes a few lines, and places and texts of all
 * others are known without being laid out. It is a leaf of the struct itself, of the same bits, and each row that it
 * crosses begins at the same byte and is as tall.
 */
function keptSince(
  before: GridScene | null,
  plans: readonly RowPlan[],
  horizontal: HorizontalMetrics,
): (seed: CellSeed, isMarked: boolean, last: CellDraft) => boolean {
  if (before === null || !isAsWide(before, horizontal)) return () => false;
  const changed = changedRowsBefore(before, plans);
  return (seed, isMarked, last) => {
    if (!ENDS_BY_ITS_SIZE.has(seed.kind)) return false;
    const [first, end] = [last.pieces[0], last.pieces.at(-1)];
    if (first === undefined || end === undefined) return false;
    const isInSameRows = changed[first.row] === changed[end.row + 1];
    return isInSameRows && last.isMarked === isMarked && isSameSeed(last.seed, seed);
  };
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

/** Room that a bow has below its cells, by how far apart its ends are. */
const LEAST_DEPTH_PX = 10;
const MOST_DEPTH_PX = 26;

/** Links between cells that are drawn; those with an end that is not are left out, and so are doubles. */
function placeLinks(
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

/**
 * The picture of a layout as data. Pure and synchronous: it is run again on each frame of a drag. Which picture was
 * there `before` changes nothing of it but that what stayed as it was (cells, texts of a row, frames) are the same objects.
 *
 * Rows are lines (or parts of a line, where the width asks for it), a byte is `bytePx` wide, and a member
 * is one cell with a fragment in each row that it crosses.
 */
export function buildScene(input: SceneInput, before: GridScene | null = null): GridScene {
  const { layout, original, lineBytes } = input;
  const baseBytes = input.baseBytes % lineBytes;
  const horizontal = horizontalMetrics(input.widthPx, lineBytes);
  const { rowBytes, bytePx, originXPx } = horizontal;
  const ruler = { lineBytes, baseBytes, rowBytes };
  // By the original, so that rows keep their height while a field is held.
  const density = densityFor((original.sizeBits / 8 + baseBytes) / rowBytes, input.roomPx);

  const tree = buildNodes({
    desc: input.struct.desc,
    layout,
    union: input.struct.root.keyword === 'union',
    expanded: input.expanded,
    isStill: input.isStill ?? false,
    rowEndBit: (bit) => rowEndBit(bit, ruler),
  });
  const noted = [...input.lineNotes.keys(), ...(input.lineMarks?.keys() ?? [])];
  const specs = buildRows(tree.nodes, tree.endBit, ruler, noted);
  const lane = withOutside(tree, specs);
  const boxes = lane.filter(({ kind }) => kind === 'box');
  const plans = specs.map((spec, index) =>
    planRow(spec, index, { boxes, horizontal, density, last: specs.length - 1 }),
  );
  const isMarked = (seed: CellSeed) =>
    markOf(seed) !== null || (input.pins as ReadonlySet<string>).has(seed.key);
  const drafts = draftCells(lane, isMarked, {
    of: (key) => (before === null ? null : draftIn(before, key)),
    isKept: keptSince(before, plans, horizontal),
  });
  const rows = plans.map((plan) => draftRow(plan, lane, drafts.of));
  const known = drafts.list.map((cell) => knownIn(before, cell));
  const room = { fromPx: originXPx, toPx: originXPx + rowBytes * bytePx };
  labelCells(drafts.list, rows, room, known);
  const stacked = stackRows(rows, {
    density,
    horizontal,
    pair: input.pair,
    lineNotes: input.lineNotes,
    lineMarks: input.lineMarks ?? NO_MARKS,
    foldWords: (row) => foldWords(row.spec, lane, lineBytes),
    before,
  });
  const cells = finishCells(drafts.list, stacked.rows, {
    input,
    ruler,
    changes: changesSince(original, layout, input.dragged),
    before,
    known,
  });
  const cellByKey = new Map<string, number>();
  cells.forEach(({ key }, index) => cellByKey.set(key, index));
  return {
    widthPx: input.widthPx,
    ...stacked,
    ...horizontal,
    lineBytes,
    baseBytes,
    sizeBits: layout.sizeBits,
    ticks: ticksOf(horizontal),
    cells,
    cellByKey,
    links: placeLinks(input.links ?? [], cells, cellByKey, stacked.rows),
    notice: tree.leftOut === 0 ? null : leftOutNotice(tree.leftOut),
    label: sceneLabel(input, ruler),
  };
}

/** What a cell was made of in the picture before, where it says the same there. */
function knownIn(before: GridScene | null, cell: CellDraft): CellDraft | null {
  const last = before === null ? null : draftIn(before, cell.seed.key);
  return last !== null && (cell.isKept || saysTheSame(last, cell)) ? last : null;
}

const NO_MARKS: NonNullable<SceneInput['lineMarks']> = new Map();

interface PlanContext {
  /** A leaf of the struct itself has room in any row. */
  readonly boxes: readonly SceneNode[];
  readonly horizontal: HorizontalMetrics;
  readonly density: Density;
  readonly last: number;
}

function planRow(spec: RowSpec, index: number, context: PlanContext): RowPlan {
  const { originXPx, bytePx } = context.horizontal;
  const box = { index, range: bitRange(spec, index === context.last), originXPx, bytePx };
  const bandPx =
    spec.kind === 'fold' ? FOLD_PX : Math.max(context.density.bandPx, neededPx(context.boxes, box));
  return { spec, box, bandPx };
}

function draftRow(
  { spec, box, bandPx }: RowPlan,
  lane: readonly SceneNode[],
  drafts: ReadonlyMap<SceneNode, CellDraft>,
): RowDraft {
  const cells: number[] = [];
  if (spec.kind === 'fold') return { spec, bandPx, cells, unnamed: [], leadersPx: 0 };
  placeRow(
    lane,
    box,
    bandPx,
    (node, piece) => {
      const draft = drafts.get(node);
      if (draft === undefined) return;
      if (piece !== null) draft.pieces.push(piece);
      cells.push(draft.index);
    },
    (node) => drafts.get(node)?.isKept === true,
  );
  return { spec, bandPx, cells, unnamed: [], leadersPx: 0 };
}

/** The bytes of the first and last line that are not the struct's, as cells of their own. */
function withOutside(tree: NodeTree, specs: readonly RowSpec[]): readonly SceneNode[] {
  const first = specs[0]!.startByte * 8;
  const last = specs.at(-1)!;
  const end = (last.startByte + last.bytes) * 8;
  const lane: SceneNode[] = [...tree.nodes];
  if (first < 0) lane.unshift(outside('outside:before', first, 0));
  if (end > tree.endBit && tree.leftOut === 0)
    lane.push(outside('outside:after', tree.endBit, end));
  return lane;
}

function outside(key: string, fromBit: number, toBit: number): SceneNode {
  return {
    kind: 'leaf',
    seed: {
      key,
      kind: 'outside',
      item: null,
      movable: null,
      parent: null,
      depth: 0,
      expanded: null,
      offsetBits: fromBit,
      sizeBits: toBit - fromBit,
    },
    fromBit,
    toBit,
  };
}

function foldWords(spec: RowSpec, lane: readonly SceneNode[], lineBytes: number): string {
  const leaf = leafAt(lane, spec.startByte * 8);
  const lines = grouped(spec.bytes / lineBytes);
  const name = leaf === null ? '' : ` of ${nameOf(leaf.seed)}`;
  return `${lines} more lines${name} · ${sizeWords(spec.bytes * 8)}`;
}

function leafAt(lane: readonly SceneNode[], bit: number): LeafNode | null {
  const node = slice(lane, { fromBit: bit, toBit: bit + 1, last: false }).at(-1);
  if (node === undefined || node.kind === 'leaf') return node ?? null;
  for (const inner of node.lanes) {
    const leaf = leafAt(inner, bit);
    if (leaf !== null) return leaf;
  }
  return null;
}

function ticksOf({ rowBytes, bytePx, originXPx }: HorizontalMetrics): readonly Tick[] {
  return Array.from({ length: rowBytes / 8 }, (_, index) => ({
    text: `${index * 8}`,
    xPx: originXPx + index * 8 * bytePx,
  }));
}

function leftOutNotice(count: number): string {
  return `${grouped(count)} more members are not drawn; open a smaller struct, or use the command line to list them all.`;
}

function sceneLabel(
  { struct, layout }: SceneInput,
  ruler: { readonly lineBytes: number; readonly baseBytes: number },
): string {
  const lines = layout.sizeBits === 0 ? 0 : linesOf(0, layout.sizeBits, ruler).last + 1;
  const { keyword } = struct.root;
  const least = isEndKnown(struct.desc) ? '' : 'at least ';
  return `${keyword} ${struct.desc.name}, ${least}${sizeWords(layout.sizeBits)}, ${least}${lines} cache ${lines === 1 ? 'line' : 'lines'} of ${ruler.lineBytes} bytes`;
}
