import type { SettledView, Shown } from '../../app/document/inView';
import type { LayoutDocument } from '../../edit/document';
import { applyEdits } from '../../edit/apply';
import { figuresOf } from '../../analysis/figures';
import { computeLayout } from '../../layout/compute';
import type { MemberPath } from '../../layout/ids';
import { buildScene } from '../../scene/buildScene';
import { changesSince } from '../../scene/changes';
import { pictureOf, type Picture } from '../../scene/picture';
import type { CellChange, GridScene } from '../../scene/scene';
import { sceneInput } from '../struct/sceneInput';

/** A layout of a comparison, drawn. */
export interface Column {
  readonly title: string;
  readonly shown: Shown;
  readonly scene: GridScene;
  readonly picture: Picture;
}

/** From a field in one column to the same field in the next. */
export interface Tie {
  readonly path: MemberPath;
  readonly kind: 'moved' | 'crossed';
  readonly path2d: string;
}

export interface Comparison {
  readonly columns: readonly Column[];
  /** For each column but the last, its ties to the next. */
  readonly ties: readonly (readonly Tie[])[];
  /** Of the last column against the first. */
  readonly changes: ReadonlyMap<MemberPath, CellChange>;
}

/** Between two columns, for the ties. */
export const GAP_PX = 64;

/** The untouched layout, the proposal that is answered where there is one, and the one in view. */
export function comparisonOf(inView: SettledView, widthPx: number): Comparison {
  const { document, original, edited } = inView;
  // Theirs, as long as mine is another.
  const isAnswer = JSON.stringify(document.proposal?.edits) !== JSON.stringify(document.edits);
  const proposal = isAnswer ? document.proposal : undefined;
  const layouts: { title: string; shown: Shown; dragged: ReadonlySet<MemberPath> }[] = [
    { title: 'Before', shown: original, dragged: new Set() },
  ];
  if (proposal !== undefined) {
    const theirs = showEdits(document, proposal.edits);
    layouts.push({
      title: proposal.title === '' ? 'Theirs' : proposal.title,
      shown: theirs,
      dragged: movesOf(proposal.edits),
    });
  }
  layouts.push({
    title: proposal === undefined ? 'After' : 'Mine',
    shown: edited,
    dragged: movesOf(document.edits),
  });
  const columnPx = Math.floor((widthPx - GAP_PX * (layouts.length - 1)) / layouts.length);
  const ruler = {
    lineBytes: edited.applied.lineBytes,
    pair: edited.applied.pair,
    baseBytes: edited.applied.baseBytes,
  };
  const columns = layouts.map(({ title, shown, dragged }): Column => {
    const own = { ...shown, applied: { ...shown.applied, ...ruler } };
    const open = { ...inView.open, selection: [], focus: null, preview: null };
    const input = sceneInput({ ...inView, open, edited: own, shown: own }, columnPx);
    const scene = buildScene({ ...input, links: [], dragged, lineNotes: new Map() });
    return { title, shown: own, scene, picture: pictureOf(scene) };
  });
  const ties = columns
    .slice(0, -1)
    .map((column, at) =>
      tiesBetween(
        column,
        columns[at + 1] ?? column,
        layouts[at + 1]?.dragged ?? new Set(),
        columnPx,
      ),
    );
  const last = columns.at(-1);
  return {
    columns,
    ties,
    changes: last
      ? changesSince(original.layout, last.shown.layout, movesOf(document.edits))
      : new Map(),
  };
}

function showEdits(document: LayoutDocument, edits: LayoutDocument['edits']): Shown {
  const applied = applyEdits({ ...document, edits });
  const layout = computeLayout(applied.struct);
  const isUnion = applied.struct.root.keyword === 'union';
  return { applied, layout, figures: figuresOf(layout, isUnion, applied) };
}

function movesOf(edits: LayoutDocument['edits']): ReadonlySet<MemberPath> {
  return new Set(edits.flatMap((edit) => (edit.kind === 'move' ? edit.members : [])));
}

/** More lines than this are a felt. */
const MOST_TIES = 40;

function tiesBetween(
  left: Column,
  right: Column,
  dragged: ReadonlySet<MemberPath>,
  columnPx: number,
): readonly Tie[] {
  const changes = changesSince(left.shown.layout, right.shown.layout, dragged);
  const ties: Tie[] = [];
  for (const [path, change] of changes) {
    const from = endOf(left.scene, path);
    const to = endOf(right.scene, path);
    if (from === null || to === null) continue;
    const moved = change.kind === 'moved';
    if (!moved && from.line === to.line) continue;
    const x2 = columnPx + GAP_PX + to.leftPx;
    const middle = columnPx + GAP_PX / 2;
    ties.push({
      path,
      kind: moved ? 'moved' : 'crossed',
      path2d: `M${from.rightPx} ${from.yPx}C${middle} ${from.yPx} ${middle} ${to.yPx} ${x2} ${to.yPx}`,
    });
  }
  const moved = ties.filter(({ kind }) => kind === 'moved');
  return [
    ...moved,
    ...ties.filter(({ kind }) => kind === 'crossed').slice(0, MOST_TIES - moved.length),
  ];
}

function endOf(scene: GridScene, path: MemberPath) {
  const place = scene.cellByKey.get(path);
  const cell = place === undefined ? undefined : scene.cells[place];
  const fragment = cell?.fragments[0];
  if (cell === undefined || fragment === undefined || cell.parent !== null) return null;
  const { xPx, yPx, widthPx, heightPx } = fragment;
  return {
    leftPx: xPx,
    rightPx: xPx + widthPx,
    yPx: yPx + heightPx / 2,
    line: scene.rows[fragment.row]?.line ?? 0,
  };
}
