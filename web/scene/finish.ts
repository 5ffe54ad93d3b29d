import type { LineRuler } from '../layout/lines';
import type { MemberPath } from '../layout/ids';
import type { CellDraft, InRow } from './drafts';
import { markOf } from './marks';
import type { Mutable } from './placeRow';
import type {
  AlignMark,
  CellChange,
  CellHeat,
  CellKind,
  Fragment,
  GridScene,
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
  const ofLines = wordsOfLines(drafts, rows);
  return drafts.map((draft) => finish(draft, rows, context, ofLines.get(draft) ?? null));
}

/** What is marked on a line is said of the first member that begins in it, or that lies in it. */
function wordsOfLines(
  drafts: readonly CellDraft[],
  rows: readonly SceneRow[],
): ReadonlyMap<CellDraft, string> {
  const words = new Map<CellDraft, string>();
  for (const [place, { mark, line, cells }] of rows.entries()) {
    if (mark === null) continue;
    const members = cells
      .map((index) => drafts[index]!)
      .filter(({ seed }) => seed.item?.kind === 'field');
    const first = members.find(({ pieces }) => pieces[0]?.row === place) ?? members[0];
    if (first === undefined) continue;
    const said = [
      mark.broken === null ? [] : [`breaks a rule: ${mark.broken}`],
      mark.note === null ? [] : [`note: ${mark.note}`],
    ].flat();
    words.set(first, `line ${line} ${said.join('; ')}`);
  }
  return words;
}

function finish(
  draft: CellDraft,
  rows: readonly SceneRow[],
  context: FinishContext,
  ofLine: string | null,
): SceneCell {
  const { item } = draft.seed;
  const { input, changes } = context;
  const path = item?.kind === 'field' ? item.path : null;
  // From here on y is from the top of the scene.
  for (const piece of draft.pieces) piece.yPx += rows[piece.row]!.yPx;
  for (const { row, value } of draft.texts) lower(value, rows[row]!.yPx);
  return new FinishedCell(draft, context.ruler, {
    path,
    change: (path === null ? undefined : changes.get(path)) ?? UNCHANGED,
    heat: (path === null ? undefined : input.heat.get(path)) ?? null,
    pinned: path !== null && input.pins.has(path),
    broken: (path === null ? undefined : input.broken?.get(path)) ?? null,
    note: (path === null ? undefined : input.notes?.get(path)) ?? null,
    ofLine,
    alignMark: markOf(draft.seed),
    selected: path !== null && input.selection.has(path),
    focused: path !== null && input.focus === path,
    leader: draft.leader === null ? null : leaderAt(draft.leader, rows),
    markAt: pointAt(draft.markAt, rows),
    toggleAt: pointAt(draft.toggleAt, rows),
  });
}

type Particulars = Pick<
  SceneCell,
  | 'path'
  | 'change'
  | 'heat'
  | 'pinned'
  | 'broken'
  | 'note'
  | 'ofLine'
  | 'alignMark'
  | 'selected'
  | 'focused'
  | 'leader'
  | 'markAt'
  | 'toggleAt'
>;

/** A class for the sake of `spoken`: a frame has hundreds of cells and needs the words of those in view. */
class FinishedCell implements SceneCell {
  readonly key: string;
  readonly kind: CellKind;
  readonly path: MemberPath | null;
  readonly movable: MemberPath | null;
  readonly parent: string | null;
  readonly depth: number;
  readonly offsetBits: number;
  readonly sizeBits: number | null;
  readonly fragments: readonly Fragment[];
  readonly texts: readonly PlacedText[];
  readonly leader: Leader | null;
  readonly change: CellChange;
  readonly alignMark: AlignMark | null;
  readonly markAt: Point | null;
  readonly pinned: boolean;
  readonly broken: string | null;
  readonly note: string | null;
  readonly ofLine: string | null;
  readonly expanded: boolean | null;
  readonly toggleAt: Point | null;
  readonly selected: boolean;
  readonly focused: boolean;
  readonly heat: CellHeat | null;
  readonly #draft: CellDraft;
  readonly #ruler: LineRuler;

  constructor(draft: CellDraft, ruler: LineRuler, particulars: Particulars) {
    const { seed } = draft;
    this.#draft = draft;
    this.#ruler = ruler;
    this.key = seed.key;
    this.kind = seed.kind;
    this.movable = seed.movable;
    this.parent = seed.parent;
    this.depth = seed.depth;
    this.offsetBits = seed.offsetBits;
    this.sizeBits = seed.sizeBits;
    this.expanded = seed.expanded;
    this.fragments = draft.pieces;
    this.texts = draft.texts.map(({ value }) => value);
    this.path = particulars.path;
    this.change = particulars.change;
    this.heat = particulars.heat;
    this.pinned = particulars.pinned;
    this.broken = particulars.broken;
    this.note = particulars.note;
    this.ofLine = particulars.ofLine;
    this.alignMark = particulars.alignMark;
    this.selected = particulars.selected;
    this.focused = particulars.focused;
    this.leader = particulars.leader;
    this.markAt = particulars.markAt;
    this.toggleAt = particulars.toggleAt;
  }

  get spoken(): string {
    const { change, alignMark, pinned, broken, note, ofLine, heat } = this;
    const [{ seed }, ruler] = [this.#draft, this.#ruler];
    return speak({ seed, change, alignMark, pinned, broken, note, ofLine, heat, ruler });
  }

  marked(selected: boolean, focused: boolean): FinishedCell {
    return new FinishedCell(this.#draft, this.#ruler, { ...this, selected, focused });
  }
}

/** The same picture with another selection: a click or an arrow key changes two cells, and no place. */
export function withSelection(
  scene: GridScene,
  selection: ReadonlySet<MemberPath>,
  focus: MemberPath | null,
): GridScene {
  const cells = scene.cells.map((cell) => {
    const selected = cell.path !== null && selection.has(cell.path);
    const focused = cell.path !== null && focus === cell.path;
    const isSame = cell.selected === selected && cell.focused === focused;
    return isSame || !(cell instanceof FinishedCell) ? cell : cell.marked(selected, focused);
  });
  return { ...scene, cells };
}

function lower(text: Mutable<PlacedText>, byPx: number): void {
  text.yPx += byPx;
}

function pointAt(point: InRow<Point> | null, rows: readonly SceneRow[]): Point | null {
  if (point === null) return null;
  return { xPx: point.value.xPx, yPx: point.value.yPx + rows[point.row]!.yPx };
}

function leaderAt({ row, value }: InRow<Leader>, rows: readonly SceneRow[]): Leader {
  const byPx = rows[row]!.yPx;
  lower(value.text, byPx);
  return {
    ...value,
    yPx: value.yPx + byPx,
    line: value.line.map((at, index) => (index % 2 === 1 ? at + byPx : at)),
  };
}
