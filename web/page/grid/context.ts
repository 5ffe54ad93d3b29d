import type { GridScene, SceneCell } from '../../core/scene/scene';
import type { GridCallbacks } from './callbacks';
import type { Viewport } from './viewport';

/** What the parts of one mounted grid share. */
export interface GridContext {
  readonly host: HTMLElement;
  readonly viewport: Viewport;
  readonly svg: SVGSVGElement;
  /** Above the cells: what is held. */
  readonly overlay: SVGGElement;
  readonly callbacks: GridCallbacks;
  /** The scene on screen. Nothing can be pointed at or walked to before the first one. */
  readonly scene: () => GridScene | null;
  /** Paints the scene on screen again, with the present status of its cells. */
  readonly repaint: () => void;
  /** Puts cells above all others until nothing is held any more. */
  readonly raise: (keys: readonly string[]) => void;
  /** Gives a cell the keyboard, and tells the owner. */
  readonly focusCell: (cell: SceneCell) => void;
}

/** A pointer's place in the scene. */
export function scenePoint(
  svg: SVGSVGElement,
  client: { readonly clientX: number; readonly clientY: number },
): { readonly xPx: number; readonly yPx: number } {
  const box = svg.getBoundingClientRect();
  const zoom = zoomOf(svg, box);
  return { xPx: (client.clientX - box.left) / zoom, yPx: (client.clientY - box.top) / zoom };
}

/** Where a cell is, in client coordinates: its first piece. */
export function clientRect(svg: SVGSVGElement, cell: SceneCell): DOMRect {
  const box = svg.getBoundingClientRect();
  const first = cell.fragments[0];
  return first === undefined ? box : clientRectOf(svg, first);
}

/** Where a rectangle of the scene is, in client coordinates. */
export function clientRectOf(
  svg: SVGSVGElement,
  { xPx, yPx, widthPx, heightPx }: Readonly<Record<'xPx' | 'yPx' | 'widthPx' | 'heightPx', number>>,
): DOMRect {
  const box = svg.getBoundingClientRect();
  const zoom = zoomOf(svg, box);
  return new DOMRect(box.left + xPx * zoom, box.top + yPx * zoom, widthPx * zoom, heightPx * zoom);
}

/** Pixels of the page to one of the scene. */
function zoomOf(svg: SVGSVGElement, box: DOMRect): number {
  const { width } = svg.viewBox.baseVal;
  return width > 0 && box.width > 0 ? box.width / width : 1;
}

export function cellOf(scene: GridScene, key: string | null): SceneCell | null {
  const index = key === null ? undefined : scene.cellByKey.get(key);
  return index === undefined ? null : (scene.cells[index] ?? null);
}
