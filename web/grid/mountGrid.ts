import { select } from 'd3-selection';
import type { GridScene, SceneCell } from '../scene/scene';
import { isStop, neighbour } from '../scene/walk';
import type { GridCallbacks, GridHandle } from './callbacks';
import { CellView } from './cellView';
import { cellOf, type GridContext } from './context';
import { attachDrag, type DragHandle } from './drag';
import './grid.css';
import { attachKeyboard } from './keyboard';
import { addPatterns } from './patterns';
import { LinksView } from './linksView';
import { attachPointer } from './pointer';
import { RowsView } from './rowsView';
import { Attributes, svgElement } from './svg';
import { cellsInView, rowsInView, scrollToCell } from './viewport';

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
  const views = new WeakMap<SVGGElement, CellView>();
  let scene: GridScene | null = null;
  let focusKey: string | null = null;
  let painting = false;

  const context: GridContext = {
    host,
    svg,
    overlay,
    callbacks,
    scene: () => scene,
    repaint: () => paint(),
    focusCell: (cell) => focusCell(cell),
  };
  const pointer = attachPointer(context, () => drag.active());
  const drag: DragHandle = attachDrag(context, pointer.click);
  attachKeyboard(context, () => (scene === null ? null : cellOf(scene, focusKey)));

  function render(next: GridScene): void {
    const before = scene;
    scene = next;
    root.set('width', `${next.widthPx}`);
    root.set('height', `${Math.ceil(next.heightPx)}`);
    root.set('aria-label', next.label);
    if (before !== null) drag.keepPlace(before, next);
    // What was seen glides to its new place; while fields are held all follows at once.
    svg.classList.toggle('settling', before !== null && !drag.active() && isSame(before, next));
    if (focusKey !== null && !next.cellByKey.has(focusKey)) focusKey = null;
    paint();
  }

  function paint(): void {
    if (scene === null) return;
    const range = rowsInView(host, scene);
    const stop = tabStop(scene);
    rowsView.paint(scene, range);
    linksView.paint(scene);
    painting = true;
    const hadKeyboard = cells.contains(document.activeElement);
    const joined = select(cells)
      .selectAll<SVGGElement, SceneCell>('g.cell')
      .data(cellsInView(scene, range, [stop]), (cell) => cell.key);
    joined.exit().remove();
    const shown = joined
      .enter()
      .append(() => newCell())
      .merge(joined)
      .each((cell, index, nodes) => {
        views.get(nodes[index]!)!.paint(cell, {
          tabStop: cell.key === stop,
          held: drag.isHeld(cell),
          hovered: pointer.isHovered(cell),
          fits: (cell.kind === 'hole' || cell.kind === 'tail') && drag.fits(cell),
        });
      });
    // The order is what screen readers walk. Nobody walks while a field is held, and each frame would
    // take the keyboard from elements that are put elsewhere, and give it back.
    if (!drag.active()) shown.order();
    // An element that is put elsewhere in the document loses the keyboard.
    if (hadKeyboard && !cells.contains(document.activeElement)) elementOf(stop)?.focus(NO_SCROLL);
    painting = false;
  }

  function newCell(): SVGGElement {
    const view = new CellView();
    views.set(view.element, view);
    return view.element;
  }

  function tabStop(on: GridScene): string | null {
    if (focusKey !== null) return focusKey;
    const current = on.cells.find((cell) => cell.focused && isStop(cell));
    return (current ?? neighbour(on, null, 'first'))?.key ?? null;
  }

  function elementOf(key: string | null): SVGPathElement | null {
    if (key === null) return null;
    const group = cells.querySelector<SVGGElement>(`g.cell[data-key="${CSS.escape(key)}"]`);
    return group === null ? null : (views.get(group)?.item ?? null);
  }

  function focusCell(cell: SceneCell): void {
    focusKey = cell.key;
    scrollToCell(host, cell);
    paint();
    elementOf(cell.key)?.focus(NO_SCROLL);
    if (cell.path !== null) callbacks.onFocus(cell.path);
  }

  cells.addEventListener('focusin', (event) => {
    if (painting || !(event.target instanceof SVGElement)) return;
    const key = event.target.closest<SVGGElement>('g.cell')?.dataset['key'] ?? null;
    if (key === focusKey || key === null) return;
    focusKey = key;
    paint();
  });

  let frame = 0;
  const onScroll = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      svg.classList.remove('settling');
      paint();
    });
  };
  host.addEventListener('scroll', onScroll, { passive: true });
  let widthPx = 0;
  const resize = new ResizeObserver(() => {
    if (host.clientWidth === widthPx) return paint();
    widthPx = host.clientWidth;
    callbacks.onWidth(widthPx);
  });
  resize.observe(host);

  return {
    render,
    focus: (path) => {
      const cell = scene === null ? null : cellOf(scene, path);
      if (cell !== null) focusCell(cell);
    },
    destroy: () => {
      drag.destroy();
      resize.disconnect();
      cancelAnimationFrame(frame);
      host.removeEventListener('scroll', onScroll);
      svg.remove();
    },
  };
}

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
