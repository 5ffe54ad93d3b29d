import type { StoryInView } from '../state/storyInView';
import { sum } from '../../core/base/math';
import { snoopName } from '../../core/heat/counts';
import { isAsSent, type InView, type ShownLayout } from '../state/inView';
import { underRulerOf, withState, type Applied } from '../../core/edit/applied';
import type { LayoutDocument } from '../../core/edit/document';
import { layoutEdits } from '../../core/edit/layoutEdits';
import { applyEdits } from '../../core/edit/apply';
import { othersOrders, PATCHED } from '../../core/review/orders';
import { heatOf } from '../../core/heat/heatOf';
import { figuresOf } from '../../core/figures/figures';
import { computeLayout } from '../../core/layout/compute';
import type { MemberPath } from '../../core/layout/ids';
import { fieldsOf } from '../../core/layout/walk';
import { buildScene } from '../../core/scene/buildScene';
import { changesSince } from '../../core/scene/changes';
import { holdsLine } from '../../core/scene/metrics';
import { pictureOf, type Picture } from '../../core/scene/picture';
import type { CellChange, GridScene } from '../../core/scene/scene';
import type { PredictionView } from '../state/predictionInView';
import { snoopsByLine } from '../../core/scene/fill/heatCells';
import { shortAmount } from '../kit/amounts';
import { gutterNote, lineNotes } from '../state/lineNotes';
import { sceneInput } from '../struct/sceneInput';

/** A layout of a comparison, drawn. */
export interface Column {
  readonly title: string;
  readonly shown: ShownLayout;
  readonly scene: GridScene;
  readonly picture: Picture;
  /**
   * Of its heat: measured on just this layout (or there is none), predicted for it, or measured on another one, from
   * which it went along with its fields.
   */
  readonly heat: 'measured' | 'predicted' | 'carried';
}

/** A ribbon from a field in one column to the same field in the next. */
export interface Ribbon {
  readonly path: MemberPath;
  readonly kind: 'moved' | 'crossed';
  readonly path2d: string;
}

export interface Comparison {
  /** Columns beside each other where a line of each has room, else line by line above each other. */
  readonly arrangement: 'beside' | 'lines';
  readonly columns: readonly Column[];
  /** For each column but the last, its ribbons to the next. */
  readonly ribbons: readonly (readonly Ribbon[])[];
  /** The changes of the last column against the first. */
  readonly changes: ReadonlyMap<MemberPath, CellChange>;
}

/** Before a line, what it is a line of; above it where the line needs the width. The style sheet has both figures. */
const SIDE_TITLE_PX = 92;
const TITLE_BESIDE_FROM_PX = 560;

/** The gap between two columns, for the ribbons. */
export const GAP_PX = 64;

/** A layout that stands in a comparison. */
interface ColumnInput {
  readonly title: string;
  readonly shown: ShownLayout;
  /** Fields that were moved on purpose. */
  readonly dragged: ReadonlySet<MemberPath>;
  /** The view whose heat, tags and open members it is drawn with. */
  readonly inView: InView;
  readonly isMeasured: boolean;
  /** The notes of its lines: of the measured layout what each had, else what is expected; null where nothing is. */
  readonly prediction: PredictionView | null;
}

/** The untouched layout, the orders that others ask for, and the one in view. */
export function comparisonOf(
  inView: InView,
  widthPx: number,
  predict: (shown: ShownLayout) => PredictionView | null,
  story: StoryInView['story'] | null = null,
): Comparison {
  const { document, original, edited } = inView;
  const undone = story?.before ?? [];
  const isAuthors = JSON.stringify(story?.after) === JSON.stringify(layoutEdits(document));
  const others = othersOrders(document, story);
  const layouts: Omit<ColumnInput, 'prediction'>[] = [];
  // What a posted patch made is there already: the order before it is made of what is loaded.
  if (undone.length > 0) {
    layouts.push({
      title: 'Before the patch (reconstructed)',
      shown: shownAs(applyEdits({ ...document, edits: undone })),
      dragged: new Set(),
      inView,
      isMeasured: isMeasuredOn(inView, undone),
    });
  }
  if (undone.length === 0 || !isAuthors) {
    layouts.push({
      title: undone.length === 0 ? 'Before' : 'Loaded',
      shown: original,
      dragged: new Set(),
      inView,
      isMeasured: isMeasuredOn(inView, []),
    });
  }
  for (const { title, edits } of others) {
    layouts.push({
      title: title === '' ? 'Theirs' : title,
      shown: shownAs(applyEdits({ ...document, edits })),
      dragged: movesOf(edits),
      inView,
      isMeasured: isMeasuredOn(inView, edits),
    });
  }
  // Nothing of the patch is carried out: the layout in view is the one before.
  const isUntouched = story?.kind === 'apart' && isAuthors && others.length > 0;
  if (isUntouched) return ruledAlike(layouts, edited.applied, predict, widthPx);
  layouts.push({
    title:
      undone.length > 0 && isAuthors
        ? 'Loaded'
        : story !== null && isAuthors
          ? PATCHED
          : others.length === 0
            ? 'After'
            : isAsSent(inView.open)
              ? 'As sent'
              : 'Mine',
    shown: edited,
    dragged: movesOf(document.edits),
    inView,
    isMeasured: isMeasuredOn(inView, document.edits),
  });
  return ruledAlike(layouts, edited.applied, predict, widthPx);
}

/** Through the same lines, and with the same heat: a line that was bound by hand is bound for all of them. */
function ruledAlike(
  layouts: readonly Omit<ColumnInput, 'prediction'>[],
  edited: Applied,
  predict: (shown: ShownLayout) => PredictionView | null,
  widthPx: number,
): Comparison {
  const { profiles, bindings } = edited.state;
  const ruled = layouts.map((layout): ColumnInput => {
    const applied = withState(layout.shown.applied, { profiles, bindings });
    const shown = shownAs(underRulerOf(edited, applied));
    return { ...layout, shown, prediction: predict(shown) };
  });
  return drawn(ruled, widthPx);
}

/** Two structs as they were found, each through the lines of its own machine. */
export function comparisonOfTwo(
  before: { readonly title: string; readonly inView: InView },
  after: { readonly title: string; readonly inView: InView },
  widthPx: number,
): Comparison {
  const columns = [before, after].map(({ title, inView }) => ({
    title,
    inView: { ...inView, original: before.inView.original },
    shown: inView.original,
    dragged: new Set<MemberPath>(),
    isMeasured: true,
    prediction: null,
  }));
  return drawn(columns, widthPx);
}

function drawn(layouts: readonly ColumnInput[], widthPx: number): Comparison {
  const besidePx = Math.floor((widthPx - GAP_PX * (layouts.length - 1)) / layouts.length);
  const isBeside = layouts.every(({ shown: { applied } }) =>
    holdsLine(besidePx, applied.state.lineBytes),
  );
  const linePx = widthPx < TITLE_BESIDE_FROM_PX ? widthPx : widthPx - SIDE_TITLE_PX;
  const columnPx = isBeside ? besidePx : linePx;
  const columns = layouts.map((layout): Column => {
    const { title, shown, dragged, inView, isMeasured, prediction } = layout;
    // What was measured stays on the side that it was measured on.
    const predicted = isMeasured ? null : prediction;
    const open = { ...inView.open, selection: [], focus: null, preview: null };
    const input = sceneInput({ ...inView, open, edited: shown, shown }, columnPx, predicted);
    const notes =
      predicted === null ? measuredNotes(inView.document, shown, prediction) : input.lineNotes;
    const scene = buildScene({ ...input, links: [], dragged, lineNotes: notes });
    const isPredicted = [...input.heat.values()].some(({ source }) => source === 'predicted');
    const heat = isPredicted ? 'predicted' : isMeasured ? 'measured' : 'carried';
    return { title, shown, scene, picture: pictureOf(scene), heat };
  });
  const ribbons = (isBeside ? columns : [])
    .slice(0, -1)
    .map((column, at) =>
      ribbonsBetween(
        column,
        columns[at + 1] ?? column,
        layouts[at + 1]?.dragged ?? new Set(),
        columnPx,
      ),
    );
  const [first] = columns;
  const last = columns.at(-1);
  return {
    arrangement: isBeside ? 'beside' : 'lines',
    columns,
    ribbons,
    changes:
      first && last
        ? changesSince(first.shown.layout, last.shown.layout, layouts.at(-1)?.dragged ?? new Set())
        : new Map(),
  };
}

/**
 * The samples of each line, as they were measured or went along with their fields, so that they can be compared with
 * what is expected of another order. A prediction speaks of whole lines, of which a posted table may list a part: what
 * it left out is counted to the rows that it has.
 */
function measuredNotes(
  document: LayoutDocument,
  { applied, layout }: ShownLayout,
  prediction: PredictionView | null,
): ReadonlyMap<number, string> {
  const whole = lineNotes(prediction, applied);
  if (whole.byLine.size > 0 && !whole.arePredicted) return whole.byLine;
  const { current } = heatOf(document, applied);
  if (current === null || current.unit === 'percent') return new Map();
  const unit = snoopName(current);
  const byLine = snoopsByLine(current, layout, applied.state);
  const listed = sum([...byLine.values()]);
  const outcome = prediction?.predictions.find(
    ({ basis }) => basis.name === current.profile.name,
  )?.outcome;
  const factor =
    outcome?.ok === true && listed > 0 ? outcome.value.forecast.baseline.hitm / listed : 1;
  return new Map(
    [...byLine].map(([line, count]) => [
      line,
      gutterNote(shortAmount(Math.round(count * factor), { kind: 'samples' }), unit),
    ]),
  );
}

function shownAs(applied: Applied): ShownLayout {
  const layout = computeLayout(applied.struct);
  const isUnion = applied.struct.root.keyword === 'union';
  return { applied, layout, figures: figuresOf(layout, isUnion, applied.state) };
}

/** Whether the heat that is shown was measured on the layout that these edits make. */
function isMeasuredOn({ document, shown }: InView, edits: LayoutDocument['edits']): boolean {
  const { current } = heatOf(document, shown.applied);
  if (current === null) return true;
  const { measuredOn } = current.profile;
  return JSON.stringify(layoutEdits({ ...document, edits })) === JSON.stringify(measuredOn);
}

function movesOf(edits: LayoutDocument['edits']): ReadonlySet<MemberPath> {
  return new Set(edits.flatMap((edit) => (edit.kind === 'move' ? edit.members : [])));
}

/** Ribbons run so far below a row, where no cell is. */
const TIE_BELOW_PX = 4;
/** More lines than this are a felt. */
const MOST_RIBBONS = 40;

function ribbonsBetween(
  left: Column,
  right: Column,
  dragged: ReadonlySet<MemberPath>,
  columnPx: number,
): readonly Ribbon[] {
  const changes = changesSince(left.shown.layout, right.shown.layout, dragged);
  const boxes = new Set(
    [...fieldsOf(right.shown.layout)].flatMap(({ path, inner }) => (inner === null ? [] : [path])),
  );
  const ribbons: Ribbon[] = [];
  for (const [path, change] of changes) {
    const from = endOf(left.scene, path);
    const to = endOf(right.scene, path);
    if (from === null || to === null) continue;
    const moved = change.kind === 'moved';
    // Ribbons join the members of an anonymous struct; where it moved as a whole, only the whole.
    const isParentMoved = to.parent !== null && changes.get(to.parent)?.kind === 'moved';
    if (!moved && (from.line === to.line || boxes.has(path) || isParentMoved)) continue;
    const x2 = columnPx + GAP_PX + to.middlePx;
    const middle = columnPx + GAP_PX / 2;
    ribbons.push({
      path,
      kind: moved ? 'moved' : 'crossed',
      // Down from the field, below its row to the side, and between the columns to the other row.
      path2d: `M${from.middlePx} ${from.footPx}V${from.belowPx}H${columnPx}C${middle} ${from.belowPx} ${middle} ${to.belowPx} ${columnPx + GAP_PX} ${to.belowPx}H${x2}V${to.footPx}`,
    });
  }
  const moved = ribbons.filter(({ kind }) => kind === 'moved');
  return [
    ...moved,
    ...ribbons.filter(({ kind }) => kind === 'crossed').slice(0, MOST_RIBBONS - moved.length),
  ];
}

/** A field that leaves a line for another between two layouts, or comes to it from one. */
export interface LineTie {
  readonly path: MemberPath;
  readonly does: 'leaves' | 'comes';
  /** The middle of its cell on this line. */
  readonly middlePx: number;
  readonly otherLine: number;
}

/** The ties of each line where layouts are line by line, of what is drawn: a member of a member goes with it. */
export function tiesByLine(upper: Column, lower: Column): ReadonlyMap<number, readonly LineTie[]> {
  const ties = new Map<number, LineTie[]>();
  const add = (line: number, tie: LineTie) => {
    const all = ties.get(line);
    if (all === undefined) ties.set(line, [tie]);
    else if (all.length < MOST_RIBBONS) all.push(tie);
  };
  const crossing = (key: string) => {
    const from = endOf(upper.scene, key as MemberPath);
    const to = endOf(lower.scene, key as MemberPath);
    return from === null || to === null || from.line === to.line ? null : { from, to };
  };
  for (const { key } of upper.scene.cells) {
    const crossed = crossing(key);
    if (crossed === null) continue;
    const { from, to } = crossed;
    const outer = from.parent === null ? null : crossing(from.parent);
    if (outer?.from.line === from.line && outer.to.line === to.line) continue;
    const path = key as MemberPath;
    add(from.line, { path, does: 'leaves', middlePx: from.middlePx, otherLine: to.line });
    add(to.line, { path, does: 'comes', middlePx: to.middlePx, otherLine: from.line });
  }
  for (const all of ties.values()) all.sort((a, b) => a.middlePx - b.middlePx);
  return ties;
}

function endOf(scene: GridScene, path: MemberPath) {
  const place = scene.cellByKey.get(path);
  const cell = place === undefined ? undefined : scene.cells[place];
  const fragment = cell?.fragments[0];
  if (cell === undefined || fragment === undefined) return null;
  const { xPx, yPx, widthPx, heightPx } = fragment;
  const row = scene.rows[fragment.row];
  return {
    middlePx: xPx + widthPx / 2,
    footPx: yPx + heightPx,
    belowPx: (row ? row.yPx + row.heightPx : yPx + heightPx) + TIE_BELOW_PX,
    line: row?.line ?? 0,
    parent: cell.parent as MemberPath | null,
  };
}
