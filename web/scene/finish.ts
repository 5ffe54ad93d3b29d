import type { LineRuler } from '../layout/lines';
import type { MemberPath } from '../layout/ids';
import type { CellDraft, InRow } from './drafts';
import { markOf } from './marks';
import type {
  CellChange,
  Leader,
  PlacedText,
  Point,
  SceneCell,
  SceneInput,
  SceneRow,
} from './scene';
import { speak } from './words';

export interface FinishContext {
  readonly input: SceneInput;
  readonly ruler: LineRuler;
  readonly changes: ReadonlyMap<MemberPath, CellChange>;
}

const UNCHANGED: CellChange = { kind: 'none' };

/** Cells with their final places and all that is said of them. */
export function finishCells(
  drafts: readonly CellDraft[],
  rows: readonly SceneRow[],
  context: FinishContext,
): readonly SceneCell[] {
  return drafts.map((draft) => finish(draft, rows, context));
}

function finish(draft: CellDraft, rows: readonly SceneRow[], context: FinishContext): SceneCell {
  const { seed } = draft;
  const { input, ruler, changes } = context;
  const path = seed.item?.kind === 'field' ? seed.item.path : null;
  const change = (path === null ? null : changes.get(path)) ?? UNCHANGED;
  const heat = path === null ? null : (input.heat.get(path) ?? null);
  const pinned = path !== null && input.pins.has(path);
  const alignMark = markOf(seed);
  const top = (row: number) => rows[row]!.yPx;
  return {
    key: seed.key,
    kind: seed.kind,
    path,
    movable: seed.movable,
    parent: seed.parent,
    depth: seed.depth,
    offsetBits: seed.offsetBits,
    sizeBits: seed.sizeBits,
    fragments: draft.pieces.map(
      ({ row, xPx, yPx, widthPx, heightPx, joinsBefore, joinsAfter }) => ({
        row,
        xPx,
        yPx: yPx + top(row),
        widthPx,
        heightPx,
        joinsBefore,
        joinsAfter,
      }),
    ),
    texts: draft.texts.map(({ row, value }) => lowered(value, top(row))),
    leader: draft.leader === null ? null : leaderAt(draft.leader, top),
    change,
    alignMark,
    markAt: pointAt(draft.markAt, top),
    pinned,
    expanded: seed.expanded,
    toggleAt: pointAt(draft.toggleAt, top),
    selected: path !== null && input.selection.has(path),
    focused: path !== null && input.focus === path,
    heat,
    spoken: speak({ seed, change, alignMark, pinned, heat, ruler }),
  };
}

function lowered(text: PlacedText, byPx: number): PlacedText {
  return { ...text, yPx: text.yPx + byPx };
}

function pointAt(point: InRow<Point> | null, top: (row: number) => number): Point | null {
  if (point === null) return null;
  return { xPx: point.value.xPx, yPx: point.value.yPx + top(point.row) };
}

function leaderAt(
  { row, value }: InRow<Omit<Leader, never>>,
  top: (row: number) => number,
): Leader {
  const byPx = top(row);
  return {
    ...value,
    text: lowered(value.text, byPx),
    yPx: value.yPx + byPx,
    line: value.line.map((at, index) => (index % 2 === 1 ? at + byPx : at)),
  };
}
