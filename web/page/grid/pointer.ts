import type { MemberPath } from '../../core/layout/ids';
import { hitTest, rowIndexAt } from '../../core/scene/hitTest';
import type { SceneCell, SceneRow } from '../../core/scene/scene';
import { cellOf, clientRect, clientRectOf, scenePoint, type GridContext } from './context';
import { selectedPaths, toggled } from './keyboard';

/** The cell under a resting pointer, and what a click without a drag does. */
export interface PointerHandle {
  readonly isHovered: (cell: SceneCell) => boolean;
  readonly click: (
    press: { readonly cell: SceneCell; readonly part: 'body' | 'toggle' | 'leader' },
    event: MouseEvent | TouchEvent,
  ) => void;
  /** Another struct is in view: nothing of it was pointed at. */
  readonly forget: () => void;
}

export function attachPointer(context: GridContext, dragging: () => boolean): PointerHandle {
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
