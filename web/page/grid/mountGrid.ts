import type { GridScene, SceneCell } from '../../core/scene/scene';
import { isStop, neighbour } from '../../core/scene/walk';
import type { GridCallbacks, GridHandle } from './callbacks';
import { CellsView } from './cellsView';
import { cellOf, type GridContext } from './context';
import { attachDrag, type DragHandle } from './drag';
import './grid.css';
import { attachKeyboard } from './keyboard';
import { addPatterns } from './patterns';
import { LinksView } from './linksView';
import { attachPointer } from './pointer';
import { RowsView } from './rowsView';
import { Attributes, svgElement } from './svg';
import { cellsInView, Viewport } from './viewport';

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
  host.append(svg);

  const root = new Attributes(svg);
  const rowsView = new RowsView(backdrop);
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
  let hostPx = host.clientWidth;
  const resize = new ResizeObserver(() => {
    const isOther = viewport.look();
    if (host.clientWidth === hostPx) {
      // It also tells the size that was there from the beginning, which is painted.
      if (isOther) paint();
      return;
    }
    hostPx = host.clientWidth;
    callbacks.onWidth(viewport.widthPx);
  });
  resize.observe(host);

  return {
    widthPx: () => viewport.widthPx,
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
      svg.remove();
    },
  };
}

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
