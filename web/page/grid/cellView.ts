import { accessMarkOf, isBox } from '../../core/scene/accessMark';
import type { CellHeat, Fragment, Leader, SceneCell } from '../../core/scene/scene';
import {
  ALIGN_SIGN,
  brokenPath,
  CHEVRON_DOWN,
  CHEVRON_RIGHT,
  cornerPath,
  openEndPath,
  PIN_SIGN,
  railPath,
  ribbonPath,
  sidePath,
  signAt,
  storedPath,
  stripePath,
} from './signs';
import { Attributes, svgElement } from './svg';
import { TextsView } from './textView';

const RADIUS_PX = 4.5;

/** Fragments as one filled shape, relative to an origin. Where the shape goes on in another row its corners stay square. */
function fillPath(fragments: readonly Fragment[], originX: number, originY: number): string {
  return fragments
    .map((each) => {
      const { left, top, right, bottom, before, after } = corners(each, originX, originY);
      return (
        `M${left + before} ${top}H${right - after}${arc(after, 1, 1)}V${bottom - after}` +
        `${arc(after, -1, 1)}H${left + before}${arc(before, -1, -1)}V${top + before}${arc(before, 1, -1)}Z`
      );
    })
    .join('');
}

/**
 * The outline of the same shape, open where it goes on in another row. Half a pixel inside, so that a
 * stroke of one pixel is sharp.
 */
function edgePath(fragments: readonly Fragment[], originX: number, originY: number): string {
  return fragments
    .map((each) => {
      const { left, top, right, bottom, before, after } = corners(each, originX, originY, 0.5);
      const end = each.joinsAfter
        ? `M${right} ${bottom}`
        : `${arc(after, 1, 1)}V${bottom - after}${arc(after, -1, 1)}`;
      const start = each.joinsBefore
        ? ''
        : `${arc(before, -1, -1)}V${top + before}${arc(before, 1, -1)}`;
      return `M${left + before} ${top}H${right - after}${end}H${left + before}${start}`;
    })
    .join('');
}

/** Whether two cells have the same outline, wherever they are. */
function isSameShape(a: readonly Fragment[], b: readonly Fragment[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, at) => {
      const other = b[at]!;
      return (
        one.widthPx === other.widthPx &&
        one.heightPx === other.heightPx &&
        one.joinsBefore === other.joinsBefore &&
        one.joinsAfter === other.joinsAfter &&
        one.xPx - a[0]!.xPx === other.xPx - b[0]!.xPx &&
        one.yPx - a[0]!.yPx === other.yPx - b[0]!.yPx
      );
    })
  );
}

interface Corners {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Radii. */
  readonly before: number;
  readonly after: number;
}

function corners(fragment: Fragment, originX: number, originY: number, insetPx = 0): Corners {
  const { xPx, yPx, widthPx, heightPx, joinsBefore, joinsAfter } = fragment;
  const radius = Math.max(0, Math.min(RADIUS_PX, widthPx / 2 - insetPx, heightPx / 2 - insetPx));
  return {
    left: tenth(xPx - originX + (joinsBefore ? 0 : insetPx)),
    top: tenth(yPx - originY + insetPx),
    right: tenth(xPx + widthPx - originX - (joinsAfter ? 0 : insetPx)),
    bottom: tenth(yPx + heightPx - originY - insetPx),
    before: joinsBefore ? 0 : tenth(radius),
    after: joinsAfter ? 0 : tenth(radius),
  };
}

/** A quarter turn clockwise; the signs say where it leads. */
function arc(radius: number, dx: 1 | -1, dy: 1 | -1): string {
  return radius === 0 ? '' : `a${radius} ${radius} 0 0 1 ${dx * radius} ${dy * radius}`;
}

function tenth(px: number): number {
  return Math.round(px * 10) / 10;
}

/** `M x y L x y …` of numbers by turns. */
function linePath(points: readonly number[], originX: number, originY: number): string {
  let path = '';
  for (let at = 0; at + 1 < points.length; at += 2) {
    path += `${at === 0 ? 'M' : 'L'}${tenth(points[at]! - originX)} ${tenth(points[at + 1]! - originY)}`;
  }
  return path;
}

/** What the grid itself knows of a cell, beyond the scene. */
export interface CellStatus {
  readonly tabStop: boolean;
  readonly held: boolean;
  readonly hovered: boolean;
  /** A hole that the held fields fit into. */
  readonly fits: boolean;
  /** It is looked for, or is the one that the reader is at. */
  readonly lit: 'yes' | 'now' | null;
}

/** The elements of one cell, kept as long as it is in view. */
export class CellView {
  readonly element: SVGGElement;
  /** What has the keyboard. */
  readonly item: SVGPathElement;
  /** The last paint that it was part of, as who paints counts them. */
  round = 0;
  private readonly group: Attributes;
  private readonly fill: Attributes;
  private readonly edge: Attributes;
  private readonly texts: TextsView;
  /** Parts that few cells have, made when they are first needed. */
  private readonly parts = new Map<string, Attributes>();
  private leader: LeaderView | null = null;
  private painted: SceneCell | null = null;
  private status: CellStatus | null = null;
  /** The cell whose words screen readers meet here. */
  private spoken: SceneCell | null = null;

  constructor() {
    this.element = svgElement('g');
    this.group = new Attributes(this.element);
    this.element.setAttribute('role', 'presentation');
    this.item = svgElement('path', 'fill');
    this.fill = new Attributes(this.item);
    this.edge = new Attributes(svgElement('path', 'edge'));
    this.element.append(this.fill.element, this.edge.element);
    this.texts = new TextsView(this.element);
  }

  /** A cell with a piece at least. `isPassing`: the next frame of a drag paints another one, and nobody hears of this. */
  paint(cell: SceneCell, status: CellStatus, isPassing: boolean): void {
    const { painted } = this;
    if (!isPassing) this.describeAloud(cell);
    const isSame = this.status !== null && isSameStatus(this.status, status);
    if (isSame && painted === cell) return;
    this.painted = cell;
    this.status = status;
    const { xPx: x, yPx: y } = cell.fragments[0]!;
    this.group.moveTo(x, y);
    if (!isSame || painted === null || !saysTheSame(painted, cell)) this.describe(cell, status);
    if (painted === null || !isSameShape(painted.fragments, cell.fragments)) {
      this.fill.set('d', fillPath(cell.fragments, x, y));
      this.edge.set('d', edgePath(cell.fragments, x, y));
    }
    this.texts.paint(
      cell.texts,
      x,
      y,
      cell.change.kind === 'moved' || cell.change.kind === 'shifted',
    );
    this.paintSigns(cell, x, y);
    this.paintLeader(cell, x, y);
  }

  /** Whether what it shows lies in this box, and holds nothing itself. */
  isLeafOf(parent: string | null): boolean {
    return this.painted !== null && this.painted.parent === parent && !isBox(this.painted);
  }

  private describeAloud(cell: SceneCell): void {
    if (this.spoken === cell) return;
    this.spoken = cell;
    this.fill.set('aria-label', cell.kind === 'outside' ? null : cell.spoken);
  }

  private describe(cell: SceneCell, status: CellStatus): void {
    this.group.set('class', classOf(cell, status));
    this.group.set('data-key', cell.key);
    this.group.set('data-path', cell.path);
    const isOutside = cell.kind === 'outside';
    this.group.set('aria-hidden', isOutside ? 'true' : null);
    if (isOutside) {
      for (const name of ITEM_ATTRIBUTES) this.fill.set(name, null);
      return;
    }
    // The shape alone is what screen readers meet. Its name says all that the texts abbreviate, so the
    // texts are hidden from them: a name has to hold the text inside it word for word (WCAG 2.5.3).
    const item = this.fill;
    item.set('role', 'treeitem');
    item.set('data-path', cell.path);
    item.set('aria-level', `${cell.depth + 1}`);
    item.set('aria-selected', cell.path === null ? null : `${cell.selected}`);
    const open = cell.kind === 'struct' || cell.kind === 'union' ? true : cell.expanded;
    item.set('aria-expanded', open === null ? null : `${open}`);
    item.set('tabindex', status.tabStop ? '0' : '-1');
  }

  private paintSigns(cell: SceneCell, x: number, y: number): void {
    const { toggleAt, markAt, alignMark, change, heat } = cell;
    const first = cell.fragments[0]!;
    this.part(
      'toggle',
      toggleAt === null
        ? null
        : signAt(
            toggleAt.xPx - x,
            toggleAt.yPx - y,
            cell.expanded === true ? CHEVRON_DOWN : CHEVRON_RIGHT,
          ),
    );
    const mark = cell.pinned ? 'pin' : `align ${alignMark?.from ?? ''}`;
    this.part(
      'mark',
      markAt === null
        ? null
        : signAt(markAt.xPx - x, markAt.yPx - y, cell.pinned ? PIN_SIGN : ALIGN_SIGN),
      mark,
    );
    const changed = change.kind === 'moved' || change.kind === 'added';
    this.part('change', changed ? cornerPath(first.widthPx) : null, change.kind);
    this.part('broken', cell.broken === null ? null : brokenPath(first.widthPx));
    this.part('noted', cell.note === null ? null : ribbonPath(first.widthPx));
    const foot = heat === null || isBox(cell) ? null : footOf(heat);
    this.part(
      'stripe',
      foot === null ? null : stripePath(first.widthPx, first.heightPx),
      foot ?? '',
    );
    const stored = isBox(cell) ? null : (heat?.writes ?? null);
    this.part('stored', stored === null ? null : storedPath(first.widthPx, first.heightPx, stored));
    const access = accessMarkOf(cell);
    this.part(
      'access',
      access && signAt(access.xPx - x, access.yPx - y, access.sign),
      access?.access ?? '',
    );
    this.part('rail', cell.kind === 'struct' ? railPath(cell, x, y) : null);
    this.part('side', cell.kind === 'union' ? sidePath(cell, x, y) : null);
    this.part(
      'open-end',
      cell.kind === 'flexible' || cell.kind === 'unknown' ? openEndPath(cell, x, y) : null,
    );
  }

  private paintLeader({ leader }: SceneCell, x: number, y: number): void {
    this.part('leader-line', leader === null ? null : linePath(leader.line, x, y));
    if (leader === null && this.leader === null) return;
    if (this.leader === null) {
      this.leader = new LeaderView();
      this.element.append(this.leader.element);
    }
    this.leader.paint(leader, x, y);
  }

  private part(name: string, path: string | null, variant = ''): void {
    let view = this.parts.get(name);
    if (view === undefined) {
      if (path === null) return;
      view = new Attributes(svgElement('path'));
      this.parts.set(name, view);
      this.element.append(view.element);
    }
    view.set('class', variant === '' ? name : `${name} ${variant}`);
    view.set('d', path ?? '');
  }
}

/** The name below the row. Its column often stays where it is while the cell moves: then this alone is put elsewhere. */
class LeaderView {
  readonly element = svgElement('g', 'leader');
  private readonly group = new Attributes(this.element);
  private readonly box = new Attributes(svgElement('path', 'leader-box'));
  private readonly texts: TextsView;

  constructor() {
    this.element.append(this.box.element);
    this.texts = new TextsView(this.element);
  }

  paint(leader: Leader | null, cellXPx: number, cellYPx: number): void {
    if (leader === null) {
      this.box.set('d', '');
      this.texts.paint([], 0, 0);
      return;
    }
    const { xPx, yPx, widthPx, heightPx, text } = leader;
    this.group.moveTo(xPx - cellXPx, yPx - cellYPx);
    this.box.set('d', `M0 0h${widthPx}v${heightPx}h${-widthPx}z`);
    this.texts.paint([text], xPx, yPx);
  }
}

/** Of the item, where it is one. */
const ITEM_ATTRIBUTES = [
  'role',
  'data-path',
  'aria-level',
  'aria-selected',
  'aria-expanded',
  'tabindex',
];

/** Whether all that the elements of a cell have beside places and texts is the same. */
function saysTheSame(a: SceneCell, b: SceneCell): boolean {
  return (
    a.key === b.key &&
    a.kind === b.kind &&
    a.depth === b.depth &&
    a.heat === b.heat &&
    a.selected === b.selected &&
    a.focused === b.focused &&
    a.expanded === b.expanded
  );
}

function isSameStatus(a: CellStatus, b: CellStatus): boolean {
  return (
    a.tabStop === b.tabStop &&
    a.held === b.held &&
    a.hovered === b.hovered &&
    a.fits === b.fits &&
    a.lit === b.lit
  );
}

function classOf(cell: SceneCell, status: CellStatus): string {
  let names = `cell ${cell.kind}`;
  if (cell.heat !== null && cell.heat.step !== null && !isBox(cell)) {
    names += ` ${cell.heat.source} heat-${cell.heat.step}`;
  }
  if (cell.selected) names += ' selected';
  if (cell.focused) names += ' current';
  if (status.held) names += ' held';
  if (status.hovered) names += ' hovered';
  if (status.fits) names += ' fits';
  if (status.lit !== null) names += status.lit === 'now' ? ' lit now' : ' lit';
  return names;
}

/** The bar at the foot: what was not measured. A tag keeps its own beside what was. */
function footOf(heat: CellHeat): string | null {
  if (heat.source !== 'measured') return heat.source;
  return heat.tag === null || heat.tag === undefined ? null : 'tagged';
}
