import type { LineRuler } from '../layout/lines';
import type { MemberPath } from '../layout/ids';
import type { CellDraft, InRow } from './drafts';
import { isSameDraft, isSameFlat } from './sameDraft';
import { markOf } from './marks';
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
  /** The picture before: a cell that is in it as it would be made is taken over, and whoever paints it need not look. */
  readonly before: GridScene | null;
  /** By the index of each cell what it was made of there, where it says the same in the same shape. */
  readonly known: readonly (CellDraft | null)[];
}

const UNCHANGED: CellChange = { kind: 'none' };

/** Cells with their final places and all that is said of them. */
export function finishCells(
  drafts: readonly CellDraft[],
  rows: readonly SceneRow[],
  context: FinishContext,
): readonly SceneCell[] {
  const ofLines = wordsOfLines(drafts, rows);
  const { before } = context;
  const isSameRuler = before !== null && isRuledBy(before, context.ruler);
  return drafts.map((draft) => {
    const last = isSameRuler ? finishedIn(before, draft.seed.key) : null;
    return finish(draft, rows, context, ofLines.get(draft) ?? null, last);
  });
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
    const sentences = [
      mark.broken === null ? [] : [`breaks a rule: ${mark.broken}`],
      mark.note === null ? [] : [`note: ${mark.note}`],
    ].flat();
    words.set(first, `line ${line} ${sentences.join('; ')}`);
  }
  return words;
}

function finish(
  draft: CellDraft,
  rows: readonly SceneRow[],
  { input, ruler, changes, before, known }: FinishContext,
  ofLine: string | null,
  last: FinishedCell | null,
): SceneCell {
  const { item } = draft.seed;
  const path = item?.kind === 'field' ? item.path : null;
  const stays =
    last !== null &&
    known[draft.index] === last.draft &&
    draft.pieces.every(({ row }) => before?.rows[row]?.yPx === rows[row]!.yPx);
  const change = (path === null ? undefined : changes.get(path)) ?? UNCHANGED;
  if (stays && isSameDraft(last.draft, draft) && last.isAs(change, ofLine, input)) return last;
  return new FinishedCell(draft, ruler, placesOf(draft, rows), {
    path,
    change,
    ...shownOf(path, input),
    ofLine,
    alignMark: markOf(draft.seed),
  });
}

/** What is shown of a cell beside its place and its change. */
type Shown = Pick<SceneCell, 'heat' | 'pinned' | 'broken' | 'note' | 'selected' | 'focused'>;

const NOTHING_SHOWN: Shown = {
  heat: null,
  pinned: false,
  broken: null,
  note: null,
  selected: false,
  focused: false,
};

function shownOf(path: MemberPath | null, input: SceneInput): Shown {
  if (path === null) return NOTHING_SHOWN;
  return {
    heat: input.heat.get(path) ?? null,
    pinned: input.pins.has(path),
    broken: input.broken?.get(path) ?? null,
    note: input.notes?.get(path) ?? null,
    selected: input.selection.has(path),
    focused: input.focus === path,
  };
}

function isRuledBy(scene: GridScene, { lineBytes, baseBytes }: LineRuler): boolean {
  return scene.lineBytes === lineBytes && scene.baseBytes === baseBytes;
}

function isSameChange(a: CellChange, b: CellChange): boolean {
  return a === b || (a.kind === b.kind && fromOf(a) === fromOf(b));
}

function fromOf(change: CellChange): number | null {
  return change.kind === 'moved' || change.kind === 'shifted' ? change.fromBits : null;
}

/** What a cell of an earlier picture was made of; null where it is none of `buildScene`. */
export function draftIn(scene: GridScene, key: string): CellDraft | null {
  return finishedIn(scene, key)?.draft ?? null;
}

function finishedIn(scene: GridScene, key: string): FinishedCell | null {
  const index = scene.cellByKey.get(key);
  const cell = index === undefined ? undefined : scene.cells[index];
  return cell instanceof FinishedCell ? cell : null;
}

/** Where all of a cell is, y from the top of the scene. */
type Places = Pick<SceneCell, 'fragments' | 'texts' | 'leader' | 'markAt' | 'toggleAt'>;

function placesOf(draft: CellDraft, rows: readonly SceneRow[]): Places {
  return {
    fragments: draft.pieces.map((piece) => pieceAt(piece, rows[piece.row]!.yPx)),
    texts: draft.texts.map(({ row, value }) => textAt(value, rows[row]!.yPx)),
    leader: draft.leader === null ? null : leaderAt(draft.leader, rows),
    markAt: pointAt(draft.markAt, rows),
    toggleAt: pointAt(draft.toggleAt, rows),
  };
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
  readonly texts: SceneCell['texts'];
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

  constructor(draft: CellDraft, ruler: LineRuler, places: Places, particulars: Particulars) {
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
    this.fragments = places.fragments;
    this.texts = places.texts;
    this.leader = places.leader;
    this.markAt = places.markAt;
    this.toggleAt = places.toggleAt;
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
  }

  get draft(): CellDraft {
    return this.#draft;
  }

  get spoken(): string {
    const { change, alignMark, pinned, broken, note, ofLine, heat } = this;
    const [{ seed }, ruler] = [this.#draft, this.#ruler];
    return speak({ seed, change, alignMark, pinned, broken, note, ofLine, heat, ruler });
  }

  marked(selected: boolean, focused: boolean): FinishedCell {
    return new FinishedCell(this.#draft, this.#ruler, this, { ...this, selected, focused });
  }

  /** Whether it would say the same of the same draft. */
  isAs(change: CellChange, ofLine: string | null, input: SceneInput): boolean {
    if (this.ofLine !== ofLine || !isSameChange(this.change, change)) return false;
    if (this.path === null) return true;
    const shown = shownOf(this.path, input);
    return (
      this.pinned === shown.pinned &&
      this.broken === shown.broken &&
      this.note === shown.note &&
      this.selected === shown.selected &&
      this.focused === shown.focused &&
      isSameFlat(this.heat, shown.heat)
    );
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

// Each field by its name: a copy by `...` costs several times as much, and a frame makes hundreds.
function pieceAt(piece: Fragment, byPx: number): Fragment {
  const { row, xPx, yPx, widthPx, heightPx, joinsBefore, joinsAfter } = piece;
  return { row, xPx, yPx: yPx + byPx, widthPx, heightPx, joinsBefore, joinsAfter };
}

function textAt(placed: PlacedText, byPx: number): PlacedText {
  const { role, text, xPx, yPx, widthPx, fontPx, vertical } = placed;
  return { role, text, xPx, yPx: yPx + byPx, widthPx, fontPx, vertical };
}

function pointAt(point: InRow<Point> | null, rows: readonly SceneRow[]): Point | null {
  if (point === null) return null;
  return { xPx: point.value.xPx, yPx: point.value.yPx + rows[point.row]!.yPx };
}

function leaderAt({ row, value }: InRow<Leader>, rows: readonly SceneRow[]): Leader {
  const byPx = rows[row]!.yPx;
  return {
    ...value,
    text: textAt(value.text, byPx),
    yPx: value.yPx + byPx,
    line: value.line.map((at, index) => (index % 2 === 1 ? at + byPx : at)),
  };
}
