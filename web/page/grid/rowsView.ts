import { select } from 'd3-selection';
import { isSameFlat } from '../../core/scene/sameDraft';
import type { GridScene, LineFrame, PlacedText, Point, SceneRow } from '../../core/scene/scene';
import { DETAIL_FONT_PX } from '../../core/scene/metrics';
import { BROKEN_SIGN, FINDING_SIGN, NOTE_SIGN, signAt } from './signs';
import { Attributes, svgElement } from './svg';
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
  private readonly frames = svgElement('g', 'frames');
  private readonly rows = svgElement('g', 'rows');
  private readonly rulerTexts: TextsView;
  private readonly frameViews = new WeakMap<SVGGElement, FrameView>();
  private readonly rowViews = new WeakMap<SVGGElement, RowView>();
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
    parent.append(this.frames, this.rows);
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
    if (isOtherRuler || !isEach(frames, painted.frames, Object.is)) this.paintFrames(frames, scene);
    if (!isEach(rows, painted.rows, isPaintedAs)) this.paintRows(rows);
  }

  private paintFrames(frames: readonly LineFrame[], scene: GridScene): void {
    select(this.frames)
      .selectAll<SVGGElement, LineFrame>('g')
      .data(frames, (frame) => frame.key)
      .join((enter) => enter.append(() => this.newFrame()))
      .each((frame, index, nodes) => this.frameViews.get(nodes[index]!)!.paint(frame, scene))
      .order();
  }

  private paintRows(rows: readonly SceneRow[]): void {
    select(this.rows)
      .selectAll<SVGGElement, SceneRow>('g')
      .data(rows, keyOf)
      .join((enter) => enter.append(() => this.newRow()))
      .each((row, index, nodes) => this.rowViews.get(nodes[index]!)!.paint(row));
  }

  private newFrame(): SVGGElement {
    const view = new FrameView();
    this.frameViews.set(view.element, view);
    return view.element;
  }

  private newRow(): SVGGElement {
    const group = svgElement('g');
    this.rowViews.set(group, new RowView(group));
    return group;
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

function keyOf({ kind, startByte }: SceneRow): string {
  return `${kind}${startByte}`;
}

/** Whether nothing of what is painted of a row is another. */
function isPaintedAs(a: SceneRow, b: SceneRow): boolean {
  return a.texts === b.texts && a.mark === b.mark && keyOf(a) === keyOf(b);
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
  private readonly texts: TextsView;
  private signs: Readonly<Record<'found' | 'broken' | 'noted', Attributes>> | null = null;

  constructor(private readonly group: SVGGElement) {
    this.texts = new TextsView(group);
  }

  paint({ texts, mark }: SceneRow): void {
    this.texts.paint(texts, 0, 0);
    if (mark === null && this.signs === null) return;
    this.signs ??= this.newSigns();
    this.signs.found.set('d', signFor(mark?.findingAt ?? null, FINDING_SIGN));
    this.signs.broken.set('d', signFor(mark?.brokenAt ?? null, BROKEN_SIGN));
    this.signs.noted.set('d', signFor(mark?.noteAt ?? null, NOTE_SIGN));
  }

  private newSigns() {
    const found = new Attributes(svgElement('path', 'found'));
    const broken = new Attributes(svgElement('path', 'broken'));
    const noted = new Attributes(svgElement('path', 'noted'));
    this.group.append(found.element, broken.element, noted.element);
    return { found, broken, noted };
  }
}

function signFor(at: Point | null, sign: string): string {
  return at === null ? '' : signAt(at.xPx, at.yPx, sign);
}

class FrameView {
  readonly element = svgElement('g');
  private readonly group = new Attributes(this.element);
  private readonly box = new Attributes(svgElement('rect'));
  private readonly ticks = new Attributes(svgElement('path', 'ticks'));

  constructor() {
    this.element.append(this.box.element, this.ticks.element);
  }

  paint(frame: LineFrame, scene: GridScene): void {
    this.group.set('class', `frame ${frame.kind}`);
    this.box.set('x', `${frame.xPx + 0.5}`);
    this.box.set('y', `${frame.yPx + 0.5}`);
    this.box.set('width', `${frame.widthPx - 1}`);
    this.box.set('height', `${frame.heightPx - 1}`);
    this.box.set('rx', frame.kind === 'pair' ? '9' : '7');
    this.ticks.set('d', frame.kind === 'line' ? ticksAbove(frame, scene) : '');
  }
}

/** A short stroke every 8 bytes above a line. */
function ticksAbove(frame: LineFrame, scene: GridScene): string {
  let path = '';
  for (const { xPx } of scene.ticks) path += `M${Math.round(xPx) + 0.5} ${frame.yPx - 4}v4`;
  return path;
}
