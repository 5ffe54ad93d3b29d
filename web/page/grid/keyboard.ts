import type { MemberPath } from '../../core/layout/ids';
import type { SceneCell } from '../../core/scene/scene';
import { neighbour, type Direction } from '../../core/scene/walk';
import { clientRect, type GridContext } from './context';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'before',
  ArrowRight: 'after',
  ArrowUp: 'above',
  ArrowDown: 'below',
  Home: 'first',
  End: 'last',
};

/** Keys on the cell that has the keyboard. What is not listed here is left to the page. */
export function attachKeyboard(context: GridContext, focused: () => SceneCell | null): void {
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
export function selectedPaths(context: GridContext): readonly MemberPath[] {
  const cells = context.scene()?.cells ?? [];
  return cells.flatMap((cell) => (cell.selected && cell.path !== null ? [cell.path] : []));
}

export function toggled(paths: readonly MemberPath[], path: MemberPath): readonly MemberPath[] {
  return paths.includes(path) ? paths.filter((each) => each !== path) : [...paths, path];
}

function union(
  paths: readonly MemberPath[],
  more: readonly (MemberPath | null | undefined)[],
): readonly MemberPath[] {
  const added = more.flatMap((path) => (path === null || path === undefined ? [] : [path]));
  return [...new Set([...paths, ...added])];
}
