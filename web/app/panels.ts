import { catalogOf } from './list/selectors';
import type { AppState, PanelSide } from './state';

/** The window widths from which a panel shows by itself, as a column beside the centre, in pixels. */
const BESIDE_PX = { left: 1400, right: 1160 } as const;
/** Below this nothing has room beside the centre. Pixels; the style sheets have the same. */
const NARROW_PX = 860;

/** Whether a panel is on the screen: as it was switched, else where there is room for it and it was not closed. */
export function showsPanel(state: AppState, side: PanelSide, windowPx: number): boolean {
  if (!hasPanel(state, side)) return false;
  return (
    state.panels[side] ??
    (windowPx >= showsFrom(state, side) && !state.settings.closed.includes(side))
  );
}

/** Whether there is anything for the panel to show. */
function hasPanel({ files, documents, centre }: AppState, side: PanelSide): boolean {
  if (side === 'right') return centre.kind === 'document';
  return files.length > 0 || documents.length > 0;
}

/** Whether a panel has a column of icons to open it by: one that lies over the centre keeps it, so that nothing moves. */
export function showsRail(state: AppState, side: PanelSide, windowPx: number): boolean {
  if (!hasPanel(state, side) || windowPx < NARROW_PX) return false;
  return !showsPanel(state, side, windowPx) || liesOver(state, side, windowPx);
}

/** Whether the window has room for a panel as a column of its own, whatever is in view. */
export function hasRoomBeside(side: PanelSide, windowPx: number): boolean {
  return windowPx >= BESIDE_PX[side];
}

/**
 * Whether a panel lies over the centre when it is open. The list does in most windows: a file that is opened beside a
 * struct would otherwise push the grid from under the pointer.
 */
export function liesOver({ centre }: AppState, side: PanelSide, windowPx: number): boolean {
  if (windowPx < NARROW_PX) return true;
  return side === 'left' && centre.kind !== 'empty' && !hasRoomBeside(side, windowPx);
}

/** The window width from which a panel shows by itself, in pixels. */
function showsFrom({ files, centre }: AppState, side: PanelSide): number {
  if (side === 'left' && centre.kind === 'empty') {
    // The list is all that there is to see.
    return catalogOf(files).rowCount > 0 ? 0 : NARROW_PX;
  }
  return BESIDE_PX[side];
}
