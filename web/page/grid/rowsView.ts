import { isSameFlat } from '../../core/scene/sameDraft';
import type {
  GridScene,
  LineFrame,
  PlacedText,
  Point,
  SceneRow,
  Tick,
} from '../../core/scene/scene';
import { DETAIL_FONT_PX } from '../../core/scene/metrics';
import { BROKEN_SIGN, FINDING_SIGN, NOTE_SIGN, signAt } from './signs';
import { Attributes, inOrder, svgElement } from './svg';
import { TextsView } from './textView';

/** What of a scene is painted. */
export interface RowRange {
  /** Rows, both ends included. */
  readonly first: number;
  readonly last: number;
  /** A row of a union is as high as it has members: what of the rows. */
  readonly topPx: number;
  readonly bottomPx: number;
}

/** Paints what lies behind the cells: the ruler, the frames of lines and pairs, the gutter. */
export class RowsView {
  private readonly frames = new KeyedViews(svgElement('g', 'frames'), () => new FrameView());
  private readonly rows = new KeyedViews(svgElement('g', 'rows'), () => new RowView());
  private readonly rulerTexts: TextsView;
  /** What was painted last: a frame of a drag changes none of it, or little. */
  private painted: {
    readonly frames: readonly LineFrame[];
    readonly rows: readonly SceneRow[];
    readonly ruler: readonly PlacedText[];
  } = { frames: [], rows: [], ruler: [] };

  constructor(parent: SVGElement, ruler: SVGElement) {
    const figures = svgElement('g');
    ruler.append(figures);
    this.rulerTexts = new TextsView(figures);
    parent.append(this.frames.layer, this.rows.layer);
  }

  paint(scene: GridScene, range: RowRange): void {
    const top = scene.rows[range.first]?.yPx ?? 0;
    const last = scene.rows[range.last];
    const bottom = last === undefined ? 0 : last.yPx + last.heightPx;
    const frames = scene.frames.filter(
      (frame) => frame.yPx <= bottom && frame.yPx + frame.heightPx >= top,
    );
    const rows = scene.rows.slice(range.first, range.last + 1);
    const ruler = rulerTexts(scene);
    const { painted } = this;
    this.painted = { frames, rows, ruler };
    const isOtherRuler = !isEach(ruler, painted.ruler, isSameFlat);
    if (isOtherRuler) this.rulerTexts.paint(ruler, 0, 0);
    if (isOtherRuler || !isEach(frames, painted.frames, Object.is)) {
      this.frames.paint(frames, frameKey, (view, frame) => view.paint(frame, scene.ticks));
    }
    if (!isEach(rows, painted.rows, isPaintedAs)) {
      this.rows.paint(rows, rowKey, (view, row) => view.paint(row));
    }
  }
}

/** A view for each key, in the order of what they show; one of what went shows what came. */
class KeyedViews<View extends { readonly element: SVGGElement }> {
  private views = new Map<string, View>();

  constructor(
    readonly layer: SVGGElement,
    private readonly make: () => View,
  ) {}

  paint<Item>(
    items: readonly Item[],
    keyOf: (item: Item) => string,
    paintOne: (view: View, item: Item) => void,
  ): void {
    const before = this.views;
    this.views = new Map();
    const keys = items.map(keyOf);
    const stay = new Set(keys);
    const spare = [...before].flatMap(([key, view]) => (stay.has(key) ? [] : [view]));
    items.forEach((item, at) => {
      const view = before.get(keys[at]!) ?? spare.pop() ?? this.make();
      this.views.set(keys[at]!, view);
      paintOne(view, item);
    });
    for (const { element } of spare) element.remove();
    inOrder(this.layer, [...this.views.values()]);
  }
}

/** Every 8 bytes, above the first row. */
function rulerTexts(scene: GridScene): readonly PlacedText[] {
  const first = scene.rows[0];
  if (first === undefined) return [];
  const pairRoom = scene.frames[0]?.kind === 'pair' ? 3 : 0;
  const yPx = first.yPx - 14 - pairRoom;
  return scene.ticks.map(({ text, xPx }) => ({
    role: 'offset',
    text,
    xPx: xPx + 2,
    yPx,
    widthPx: 0,
    fontPx: DETAIL_FONT_PX,
    vertical: false,
  }));
}

const frameKey = ({ key }: LineFrame) => key;
const rowKey = ({ kind, startByte }: SceneRow) => `${kind}${startByte}`;

/** Whether nothing of what is painted of a row is another. */
function isPaintedAs(a: SceneRow, b: SceneRow): boolean {
  return a.texts === b.texts && a.mark === b.mark && rowKey(a) === rowKey(b);
}

function isEach<T>(
  a: readonly T[],
  b: readonly T[],
  isSame: (one: T, other: T) => boolean,
): boolean {
  return a.length === b.length && a.every((value, at) => isSame(value, b[at]!));
}

/** The gutter of a row: its texts, and signs for what is marked on its line. */
class RowView {
  readonly element = svgElement('g');
  private readonly place = new Attributes(this.element);
  private readonly texts = new TextsView(this.element);
  private signs: Readonly<Record<'found' | 'broken' | 'noted', Attributes>> | null = null;

  paint({ yPx, texts, mark }: SceneRow): void {
    this.place.moveTo(0, yPx);
    this.texts.paint(texts, 0, yPx);
    if (mark === null && this.signs === null) return;
    this.signs ??= this.newSigns();
    this.signs.found.set('d', signFor(mark?.findingAt ?? null, yPx, FINDING_SIGN));
    this.signs.broken.set('d', signFor(mark?.brokenAt ?? null, yPx, BROKEN_SIGN));
    this.signs.noted.set('d', signFor(mark?.noteAt ?? null, yPx, NOTE_SIGN));
  }

  private newSigns() {
    const found = new Attributes(svgElement('path', 'found'));
    const broken = new Attributes(svgElement('path', 'broken'));
    const noted = new Attributes(svgElement('path', 'noted'));
    this.element.append(found.element, broken.element, noted.element);
    return { found, broken, noted };
  }
}

function signFor(at: Point | null, rowYPx: number, sign: string): string {
  return at === null ? '' : signAt(at.xPx, at.yPx - rowYPx, sign);
}

class FrameView {
  readonly element = svgElement('g');
  private readonly group = new Attributes(this.element);
  private readonly box = new Attributes(svgElement('rect'));
  private readonly ticks = new Attributes(svgElement('path', 'ticks'));

  constructor() {
    this.element.append(this.box.element, this.ticks.element);
  }

  paint(frame: LineFrame, ticks: readonly Tick[]): void {
    this.group.set('class', `frame ${frame.kind}`);
    this.group.moveTo(frame.xPx, frame.yPx);
    this.box.set('x', '0.5');
    this.box.set('y', '0.5');
    this.box.set('width', `${frame.widthPx - 1}`);
    this.box.set('height', `${frame.heightPx - 1}`);
    this.box.set('rx', frame.kind === 'pair' ? '9' : '7');
    this.ticks.set('d', frame.kind === 'line' ? ticksAbove(frame, ticks) : '');
  }
}

/** A short stroke every 8 bytes above a line. */
function ticksAbove(frame: LineFrame, ticks: readonly Tick[]): string {
  return ticks.map(({ xPx }) => `M${Math.round(xPx) + 0.5 - frame.xPx} -4v4`).join('');
}
