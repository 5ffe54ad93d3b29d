import type { GridScene, SceneCell, PlacedLink, SceneRow } from '../../core/scene/scene';
import { isStop, neighbour, type Direction } from '../../core/scene/walk';
import type { GridCallbacks, GridHandle } from './callbacks';
import { cellOf, clientRect, clientRectOf, scenePoint, type GridContext } from './context';
import { attachDrag, type DragHandle } from './drag';
import './grid.css';
import { RowsView } from './rowsView';
import { Attributes, inOrder, svgElement } from './svg';
import { cellsInView, Viewport } from './viewport';
import { select } from 'd3-selection';
import { isBox } from '../../core/scene/accessMark';
import { CellView, type CellStatus } from './cellView';
import type { MemberPath } from '../../core/layout/ids';
import { hitTest, rowIndexAt } from '../../core/scene/hitTest';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'before',
  ArrowRight: 'after',
  ArrowUp: 'above',
  ArrowDown: 'below',
  Home: 'first',
  End: 'last',
};

/** Keys on the cell that has the keyboard. What is not listed here is left to the page. */
function attachKeyboard(context: GridContext, focused: () => SceneCell | null): void {
  context.svg.addEventListener('keydown', (event) => {
    if (handle(event, context, focused())) event.preventDefault();
  });
}

function handle(event: KeyboardEvent, context: GridContext, cell: SceneCell | null): boolean {
  const scene = context.scene();
  if (scene === null || event.ctrlKey || event.metaKey) return false;
  const { callbacks } = context;
  const direction = ARROWS[event.key];
  if (event.altKey) return direction !== undefined && moveBy(context, cell, direction);
  if (direction !== undefined) {
    const next = neighbour(scene, cell?.key ?? null, direction);
    if (next === null) return true;
    context.focusCell(next);
    if (event.shiftKey) callbacks.onSelect(union(selectedPaths(context), [cell?.path, next.path]));
    return true;
  }
  if (cell === null) return false;
  switch (event.key) {
    case 'Enter':
      if (cell.path === null) return false;
      if (cell.expanded === null) callbacks.onLead(cell.path);
      else callbacks.onToggle(cell.path);
      return true;
    case ' ':
      if (cell.path !== null) callbacks.onSelect(toggled(selectedPaths(context), cell.path));
      return true;
    case 'Escape':
      if (selectedPaths(context).length === 0) return false;
      callbacks.onSelect([]);
      return true;
    case 'F10':
      return event.shiftKey && menu(context, cell);
    case 'ContextMenu':
      return menu(context, cell);
    default:
      return false;
  }
}

function menu({ callbacks, svg }: GridContext, cell: SceneCell): boolean {
  if (cell.path === null) return false;
  callbacks.onMenu(cell.path, clientRect(svg, cell));
  return true;
}

function moveBy(context: GridContext, cell: SceneCell | null, direction: Direction): boolean {
  const movable = cell?.movable ?? null;
  if (movable === null || direction === 'first' || direction === 'last') return false;
  const selected = selectedPaths(context);
  const paths = selected.includes(movable) ? selected : [movable];
  context.callbacks.onMoveBy(paths, direction === 'before' || direction === 'above' ? -1 : 1);
  return true;
}

/** In memory order. */
function selectedPaths(context: GridContext): readonly MemberPath[] {
  const cells = context.scene()?.cells ?? [];
  return cells.flatMap((cell) => (cell.selected && cell.path !== null ? [cell.path] : []));
}

function toggled(paths: readonly MemberPath[], path: MemberPath): readonly MemberPath[] {
  return paths.includes(path) ? paths.filter((each) => each !== path) : [...paths, path];
}

function union(
  paths: readonly MemberPath[],
  more: readonly (MemberPath | null | undefined)[],
): readonly MemberPath[] {
  const added = more.flatMap((path) => (path === null || path === undefined ? [] : [path]));
  return [...new Set([...paths, ...added])];
}

/** How elements are found for the cells of a paint. */
type CellPaint =
  /** Each cell keeps its element, so that it can glide. */
  | 'kept'
  /** Cells that came take the elements of those that went: to make one costs more than to change it. */
  | 'reused'
  /** The same, and nothing keeps its own: another struct. */
  | 'replaced'
  /** While fields are held, nothing is put elsewhere in the document. */
  | 'held';

/** Cells that come into view in one frame: as many as a window holds of most structs, some 20 ms. */
const MOST_NEW = 200;

/** The cells in view, each with an element that stays from paint to paint. */
class CellsView {
  private readonly views = new Map<string, CellView>();
  /** Counts paints: a view that is not of the last one is of a cell that went. */
  private round = 0;

  constructor(private readonly layer: SVGGElement) {}

  paint(
    cells: readonly SceneCell[],
    how: CellPaint,
    statusOf: (cell: SceneCell) => CellStatus,
  ): void {
    this.round += 1;
    const came: SceneCell[] = [];
    for (const cell of cells) {
      const view = how === 'replaced' ? undefined : this.views.get(cell.key);
      if (view === undefined) came.push(cell);
      else this.paintOne(view, cell, statusOf, how);
    }
    const spare = this.takeGone();
    for (const cell of came) {
      const view = take(spare, cell, how) ?? this.add();
      this.views.set(cell.key, view);
      this.paintOne(view, cell, statusOf, how);
    }
    for (const view of spare) view.element.remove();
    // The order is what screen readers walk. Nobody walks while a field is held.
    if (how !== 'held')
      inOrder(
        this.layer,
        cells.map(({ key }) => this.views.get(key)!),
      );
  }

  private paintOne(
    view: CellView,
    cell: SceneCell,
    statusOf: (cell: SceneCell) => CellStatus,
    how: CellPaint,
  ): void {
    view.round = this.round;
    view.paint(cell, statusOf(cell), how === 'held');
  }

  /** What no cell of this round has asked for. */
  private takeGone(): CellView[] {
    const gone: CellView[] = [];
    for (const [key, view] of this.views) {
      if (view.round === this.round) continue;
      gone.push(view);
      this.views.delete(key);
    }
    return gone;
  }

  /**
   * Of cells to paint those of one frame: all that have an element, one that must not wait, and so many more. A line can
   * have a thousand members of no size.
   */
  someOf(
    cells: readonly SceneCell[],
    atOnce: string | null,
    isOther: boolean,
  ): readonly SceneCell[] {
    let more = MOST_NEW;
    return cells.filter(
      ({ key }) => key === atOnce || (!isOther && this.views.has(key)) || more-- > 0,
    );
  }

  viewOf(key: string | null): CellView | undefined {
    return key === null ? undefined : this.views.get(key);
  }

  /** Above all others, until the next paint that puts them in order. */
  raise(key: string): void {
    const element = this.views.get(key)?.element;
    if (element && element.nextSibling !== null) this.layer.append(element);
  }

  private add(): CellView {
    const view = new CellView();
    this.layer.append(view.element);
    return view;
  }
}

/** An element of a cell that went. Taken from `spare`. */
function take(spare: CellView[], cell: SceneCell, how: CellPaint): CellView | undefined {
  switch (how) {
    case 'kept':
      return undefined;
    case 'reused':
    case 'replaced':
      return spare.shift();
    case 'held': {
      // It stays where it is in the document: only what lies in the same box may lie there.
      const at = spare.findIndex((view) => view.isLeafOf(cell.parent));
      return at < 0 || isBox(cell) ? undefined : spare.splice(at, 1)[0];
    }
  }
}

/**
 * Puts the grid into `host`, which has to scroll (`overflow: auto`) and to have a height. Everything
 * under the one `<svg>` is the grid's, nothing outside it is touched.
 */
export function mountGrid(host: HTMLElement, callbacks: GridCallbacks): GridHandle {
  const svg = svgElement('svg', 'hitmap-grid');
  svg.setAttribute('role', 'tree');
  svg.setAttribute('aria-multiselectable', 'true');
  addPatterns(svg);
  const backdrop = layer(svg, 'backdrop');
  const cells = layer(svg, 'cells');
  const overlay = layer(svg, 'overlay');
  backdrop.setAttribute('aria-hidden', 'true');
  overlay.setAttribute('aria-hidden', 'true');
  cells.setAttribute('role', 'presentation');
  // The bytes of a line stay in sight, whichever line is.
  const ruler = svgElement('svg', 'hitmap-ruler');
  ruler.setAttribute('aria-hidden', 'true');
  host.append(ruler, svg);

  const root = new Attributes(svg);
  const pinned = new Attributes(ruler);
  const rowsView = new RowsView(backdrop, ruler);
  const linksView = new LinksView(overlay);
  const cellsView = new CellsView(cells);
  const viewport = new Viewport(host);
  let scene: GridScene | null = null;
  let heightPx = 0;
  /** Whether rows beside those in view are painted too, so that scrolling finds them there. */
  let overscans = false;
  let focusKey: string | null = null;
  let lit: ReadonlySet<string> = new Set();
  let litNow: string | null = null;
  let painting = false;

  const context: GridContext = {
    host,
    viewport,
    svg,
    overlay,
    callbacks,
    scene: () => scene,
    repaint: () => paint(),
    raise: (keys) => raise(keys),
    focusCell: (cell) => focusCell(cell),
  };
  const pointer = attachPointer(context, () => drag.active());
  const drag: DragHandle = attachDrag(context, pointer.click);
  attachKeyboard(context, () => (scene === null ? null : cellOf(scene, focusKey)));

  function render(next: GridScene, isOther: boolean): void {
    if (isOther) leave();
    const before = isOther ? null : scene;
    scene = next;
    // What is held may make it higher, and lower again: each time all of it would be laid out anew.
    heightPx = drag.active() ? Math.max(heightPx, next.heightPx) : next.heightPx;
    root.set('viewBox', `0 0 ${next.widthPx} ${Math.ceil(heightPx)}`);
    root.set('width', `${viewport.onPage(next.widthPx)}`);
    root.set('height', `${viewport.onPage(Math.ceil(heightPx))}`);
    root.set('aria-label', next.label);
    pinned.set('viewBox', `0 0 ${next.widthPx} ${PINNED_PX}`);
    pinned.set('width', `${viewport.onPage(next.widthPx)}`);
    pinned.set('height', `${viewport.onPage(PINNED_PX)}`);
    // It takes no room of the picture, whose own margin it covers.
    ruler.style.marginBottom = `${-viewport.onPage(PINNED_PX)}px`;
    if (before !== null) drag.keepPlace(before, next);
    // What was seen glides to its new place; while fields are held all follows at once.
    svg.classList.toggle('settling', before !== null && !drag.active() && isSame(before, next));
    if (focusKey !== null && !next.cellByKey.has(focusKey)) focusKey = null;
    paint(isOther);
  }

  /** What was held, pointed at or scrolled to was another struct's. */
  function leave(): void {
    drag.cancel();
    pointer.forget();
    focusKey = null;
    viewport.toTop();
    overscanSoon();
  }

  /** What is seen comes first; the rest once it is on the screen. */
  function overscanSoon(): void {
    overscans = false;
    cancelAnimationFrame(overscanFrame);
    overscanFrame = requestAnimationFrame(() => {
      overscans = true;
      paintSoon();
    });
  }

  function paint(isOther = false): void {
    if (scene === null) return;
    const range = viewport.rows(
      scene,
      drag.active() ? HELD_OVERSCAN_PX : overscans ? OVERSCAN_PX : 0,
    );
    const stop = tabStop(scene);
    rowsView.paint(scene, range);
    linksView.paint(scene);
    painting = true;
    const hadKeyboard = cells.contains(document.activeElement);
    const held = drag.active();
    const seen = cellsInView(scene, range, [stop]);
    const now = held ? seen : cellsView.someOf(seen, stop, isOther);
    if (now.length < seen.length) paintSoon();
    cellsView.paint(
      now,
      held ? 'held' : isOther ? 'replaced' : isGliding() ? 'kept' : 'reused',
      (cell) => ({
        tabStop: cell.key === stop,
        held: drag.isHeld(cell),
        hovered: pointer.isHovered(cell),
        lit: cell.key === litNow ? 'now' : lit.has(cell.key) ? 'yes' : null,
        fits: (cell.kind === 'hole' || cell.kind === 'tail') && drag.fits(cell),
      }),
    );
    // An element that is put elsewhere in the document loses the keyboard, or shows another cell now.
    const item = cellsView.viewOf(stop)?.item;
    if (hadKeyboard && document.activeElement !== item) item?.focus(NO_SCROLL);
    painting = false;
  }

  /** What is to be painted besides comes in the next frame, all at once. */
  function paintSoon(): void {
    cancelAnimationFrame(soonFrame);
    soonFrame = requestAnimationFrame(() => paint());
  }

  function raise(keys: readonly string[]): void {
    painting = true;
    const had = document.activeElement;
    for (const key of keys) cellsView.raise(key);
    // What is put elsewhere in the document loses the keyboard.
    if (had !== document.activeElement && had instanceof SVGElement && cells.contains(had)) {
      had.focus(NO_SCROLL);
    }
    painting = false;
  }

  function isGliding(): boolean {
    return svg.classList.contains('settling');
  }

  function tabStop(on: GridScene): string | null {
    if (focusKey !== null) return focusKey;
    const current = on.cells.find((cell) => cell.focused && isStop(cell));
    return (current ?? neighbour(on, null, 'first'))?.key ?? null;
  }

  function focusCell(cell: SceneCell): void {
    focusKey = cell.key;
    viewport.show(cell);
    paint();
    cellsView.viewOf(cell.key)?.item.focus(NO_SCROLL);
    if (cell.path !== null) callbacks.onFocus(cell.path);
  }

  const onFocusIn = (event: FocusEvent) => {
    if (painting || !(event.target instanceof SVGElement)) return;
    const key = event.target.closest<SVGGElement>('g.cell')?.dataset['key'] ?? null;
    if (key === focusKey || key === null) return;
    focusKey = key;
    paint();
  };
  // Not on a part of the SVG: Chromium makes what listens there a stop of Tab, and an unseen one.
  host.addEventListener('focusin', onFocusIn);

  let overscanFrame = 0;
  let soonFrame = 0;
  let frame = 0;
  const onScroll = () => {
    viewport.look();
    overscans = true;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      svg.classList.remove('settling');
      paint();
    });
  };
  host.addEventListener('scroll', onScroll, { passive: true });
  // Asked at once: an observer tells it in the midst of the next frame, which would be laid out twice.
  viewport.look();
  let { room } = viewport;
  const resize = new ResizeObserver(() => {
    viewport.look();
    // It also tells the size that was there from the beginning, which is painted. A scroll may have looked before it.
    const { widthPx, heightPx } = viewport.room;
    if (widthPx === room.widthPx && heightPx === room.heightPx) return;
    room = viewport.room;
    callbacks.onRoom(room);
    paint();
  });
  resize.observe(host);

  return {
    room: () => viewport.room,
    render,
    light(keys, now, seen) {
      lit = keys;
      litNow = now;
      const cell = scene === null ? null : cellOf(scene, seen);
      if (cell !== null) viewport.show(cell);
      paint();
    },
    focus: (path) => {
      const cell = scene === null ? null : cellOf(scene, path);
      if (cell !== null) focusCell(cell);
    },
    destroy: () => {
      drag.destroy();
      resize.disconnect();
      cancelAnimationFrame(frame);
      cancelAnimationFrame(overscanFrame);
      cancelAnimationFrame(soonFrame);
      host.removeEventListener('scroll', onScroll);
      host.removeEventListener('focusin', onFocusIn);
      ruler.remove();
      svg.remove();
    },
  };
}

/** The figures of the ruler, down to the ticks of the first line. */
const PINNED_PX = 14;
/** Above and below what is seen. */
const OVERSCAN_PX = 240;
/** A frame of a drag paints what it scrolls to itself: little more than what is seen is enough. */
const HELD_OVERSCAN_PX = 48;

const NO_SCROLL: FocusOptions = { preventScroll: true };

/** Whether both are pictures of the same struct, and as wide: only then is there a way from one to the other. */
function isSame(before: GridScene, after: GridScene): boolean {
  if (before.originXPx !== after.originXPx || before.bytePx !== after.bytePx) return false;
  const first = after.cells.find((cell) => cell.path !== null);
  return first !== undefined && before.cellByKey.has(first.key);
}

function layer(svg: SVGSVGElement, name: string): SVGGElement {
  const group = svgElement('g', name);
  svg.append(group);
  return group;
}

/** Bows from writers to those who suffer, over the cells. An arrow ends at who suffers. */
class LinksView {
  private readonly group = svgElement('g', 'links');
  private isEmpty = true;

  constructor(parent: SVGElement) {
    this.group.setAttribute('aria-hidden', 'true');
    parent.append(this.group);
  }

  paint({ links }: GridScene): void {
    if (this.isEmpty && links.length === 0) return;
    this.isEmpty = links.length === 0;
    select(this.group)
      .selectAll<SVGPathElement, PlacedLink>('path')
      .data(links, (link) => link.key)
      .join('path')
      .attr('d', bow);
  }
}

function bow({ from, to, depthPx }: PlacedLink): string {
  const bottom = Math.max(from.yPx, to.yPx) + depthPx;
  const [x1, y1, x2, y2] = [from.xPx, from.yPx, to.xPx, to.yPx].map(tenth);
  // The head comes up from below.
  return `M${x1} ${y1}C${x1} ${tenth(bottom)} ${x2} ${tenth(bottom)} ${x2} ${y2}m-3.5 5l3.5 -5l3.5 5`;
}

function tenth(px: number): number {
  return Math.round(px * 10) / 10;
}

/** The hatching of holes and the dots of foreign bytes; `grid.css` names them by id. */
function addPatterns(svg: SVGSVGElement): void {
  const defs = svgElement('defs');
  defs.append(hatch('hitmap-hatch', 'hatch'), hatch('hitmap-hatch-fits', 'hatch-fits'), dots());
  svg.append(defs);
}

function hatch(id: string, className: string): SVGPatternElement {
  const pattern = patternOf(id, 6, 6);
  pattern.setAttribute('patternTransform', 'rotate(45)');
  const ground = svgElement('rect', `${className}-ground`);
  ground.setAttribute('width', '6');
  ground.setAttribute('height', '6');
  const stroke = svgElement('rect', className);
  stroke.setAttribute('width', '1.5');
  stroke.setAttribute('height', '6');
  pattern.append(ground, stroke);
  return pattern;
}

function dots(): SVGPatternElement {
  const pattern = patternOf('hitmap-dots', 8, 8);
  const dot = svgElement('circle', 'outside-dot');
  dot.setAttribute('cx', '4');
  dot.setAttribute('cy', '4');
  dot.setAttribute('r', '0.9');
  pattern.append(dot);
  return pattern;
}

function patternOf(id: string, width: number, height: number): SVGPatternElement {
  const pattern = svgElement('pattern');
  pattern.id = id;
  pattern.setAttribute('width', `${width}`);
  pattern.setAttribute('height', `${height}`);
  pattern.setAttribute('patternUnits', 'userSpaceOnUse');
  return pattern;
}

/** The cell under a resting pointer, and what a click without a drag does. */
interface PointerHandle {
  readonly isHovered: (cell: SceneCell) => boolean;
  readonly click: (
    press: { readonly cell: SceneCell; readonly part: 'body' | 'toggle' | 'leader' },
    event: MouseEvent | TouchEvent,
  ) => void;
  /** Another struct is in view: nothing of it was pointed at. */
  readonly forget: () => void;
}

function attachPointer(context: GridContext, dragging: () => boolean): PointerHandle {
  const { svg, callbacks } = context;
  let hovered: string | null = null;
  /** Where a range that is chosen with Shift begins. */
  let anchor: MemberPath | null = null;

  const cellUnder = (event: MouseEvent): SceneCell | null => {
    const scene = context.scene();
    if (scene === null) return null;
    const { xPx, yPx } = scenePoint(svg, event);
    const hit = hitTest(scene, xPx, yPx);
    return hit === null ? null : scene.cells[hit.cell]!;
  };

  const hover = (cell: SceneCell | null) => {
    const key = cell?.key ?? null;
    if (key === hovered) return;
    hovered = key;
    callbacks.onHover(key, cell === null ? null : clientRect(svg, cell));
    context.repaint();
  };

  /** The row in whose gutter the pointer is. */
  const gutterUnder = (event: MouseEvent): SceneRow | null => {
    const scene = context.scene();
    const { xPx, yPx } = scenePoint(svg, event);
    if (scene === null || xPx >= scene.originXPx) return null;
    const row = scene.rows[rowIndexAt(scene, yPx)];
    const isIn = row !== undefined && yPx >= row.yPx && yPx <= row.yPx + row.heightPx;
    return isIn && row.kind === 'row' ? row : null;
  };

  /** The closed member of which the pointer is on lines that are left out. */
  const foldUnder = (event: MouseEvent): MemberPath | null => {
    const scene = context.scene();
    const { xPx, yPx } = scenePoint(svg, event);
    const row = scene?.rows[rowIndexAt(scene, yPx)];
    if (!scene || row?.kind !== 'fold' || xPx < scene.originXPx) return null;
    const bit = row.startByte * 8;
    const held = scene.cells.findLast(
      ({ expanded, offsetBits, sizeBits }) =>
        expanded === false && offsetBits < bit && bit < offsetBits + (sizeBits ?? 0),
    );
    return held?.path ?? null;
  };

  let hoveredLine: number | null = null;
  const hoverLine = (row: SceneRow | null) => {
    const line = row?.line ?? null;
    if (line === hoveredLine) return;
    hoveredLine = line;
    svg.classList.toggle('on-finding', (row?.mark?.finding ?? null) !== null);
    callbacks.onHoverLine(line, row === null ? null : gutterRect(svg, row));
  };

  svg.addEventListener('pointermove', (event) => {
    if (dragging() || event.pointerType === 'touch') return;
    hover(cellUnder(event));
    svg.classList.toggle('on-fold', foldUnder(event) !== null);
    hoverLine(gutterUnder(event));
  });
  svg.addEventListener('pointerleave', () => {
    hover(null);
    hoverLine(null);
  });
  svg.addEventListener('dblclick', (event) => {
    const { path = null, expanded = null } = cellUnder(event) ?? {};
    if (path === null) return;
    if (expanded === null) callbacks.onLead(path);
    else callbacks.onToggle(path);
  });
  svg.addEventListener('contextmenu', (event) => {
    const cell = cellUnder(event);
    const row = gutterUnder(event);
    if (row !== null && !dragging()) {
      event.preventDefault();
      callbacks.onLineMenu(row.line, new DOMRect(event.clientX, event.clientY, 0, 0));
      return;
    }
    if (cell === null || cell.path === null || dragging()) return;
    event.preventDefault();
    context.focusCell(cell);
    callbacks.onMenu(cell.path, new DOMRect(event.clientX, event.clientY, 0, 0));
  });
  // A press on nothing lets the selection go; a press on a cell is the drag's.
  svg.addEventListener('click', (event) => {
    const row = gutterUnder(event);
    if (row !== null && (row.mark?.finding ?? null) !== null) {
      callbacks.onFinding(row.line);
      return;
    }
    const nested = foldUnder(event);
    if (nested !== null) {
      callbacks.onToggle(nested);
      return;
    }
    const cell = cellUnder(event);
    const plain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (cell === null && plain && selectedPaths(context).length > 0) callbacks.onSelect([]);
  });

  const range = (to: MemberPath): readonly MemberPath[] => {
    const scene = context.scene();
    const from = scene === null ? null : cellOf(scene, anchor);
    const end = scene === null ? null : cellOf(scene, to);
    if (scene === null || from === null || end === null || from.parent !== end.parent) return [to];
    const siblings = scene.cells.flatMap((cell) =>
      cell.parent === end.parent && cell.path !== null ? [cell.path] : [],
    );
    const ends = [siblings.indexOf(anchor!), siblings.indexOf(to)].sort((a, b) => a - b);
    return siblings.slice(ends[0], ends[1]! + 1);
  };

  return {
    isHovered: (cell) => cell.key === hovered,
    forget: () => {
      hovered = null;
      anchor = null;
    },
    click: ({ cell, part }, event) => {
      context.focusCell(cell);
      if (cell.path === null) return;
      if (part === 'toggle') {
        callbacks.onToggle(cell.path);
        return;
      }
      if (event.shiftKey && anchor !== null) {
        callbacks.onSelect(range(cell.path));
        return;
      }
      anchor = cell.path;
      const several = event.ctrlKey || event.metaKey || event.shiftKey;
      callbacks.onSelect(several ? toggled(selectedPaths(context), cell.path) : [cell.path]);
    },
  };
}

function gutterRect(svg: SVGSVGElement, row: SceneRow): DOMRect {
  return clientRectOf(svg, {
    xPx: 0,
    yPx: row.yPx,
    widthPx: 60,
    heightPx: Math.min(row.heightPx, 30),
  });
}
