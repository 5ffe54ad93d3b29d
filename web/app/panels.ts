import { catalogOf } from './list/selectors';
import type { AppState, PanelSide } from './state';

/** From this width of the window on a panel shows by itself. Pixels; the style sheets have the same. */
const AUTO_PX = { left: 860, right: 1160 } as const;
/** The same for a list that lists nothing: an example is open, or a link. */
const AUTO_EMPTY_LIST_PX = 1400;

/** Whether a panel is on the screen: as it was switched, else where there is room for it and it was not closed. */
export function showsPanel(state: AppState, side: PanelSide, windowPx: number): boolean {
  if (!hasPanel(state, side)) return false;
  return (
    state.panels[side] ??
    (windowPx >= roomFrom(state, side) && !state.settings.closed.includes(side))
  );
}

/** Whether there is anything for the panel to show. */
function hasPanel({ files, documents, centre }: AppState, side: PanelSide): boolean {
  if (side === 'right') return centre.kind === 'document';
  return files.length > 0 || documents.length > 0;
}

/** Whether a panel that is off the screen leaves a column of icons to open it by. */
export function showsRail(state: AppState, side: PanelSide, windowPx: number): boolean {
  return hasPanel(state, side) && !showsPanel(state, side, windowPx) && windowPx >= AUTO_PX.left;
}

/** Whether a panel has no room beside the centre, and lies over it. */
export function isNarrow(side: PanelSide, windowPx: number): boolean {
  return windowPx < AUTO_PX[side];
}

/** Whether a panel that is open hides the centre. Pixels; the style sheets have the same. */
export function liesOver(windowPx: number): boolean {
  return windowPx < AUTO_PX.left;
}

/** From which width of the window on the panel shows by itself. */
export function roomFrom(state: AppState, side: PanelSide): number {
  const { files, documents, centre, panels } = state;
  if (side === 'right') return AUTO_PX.right;
  // The list is all that there is to see.
  if (centre.kind === 'empty' && catalogOf(files).rowCount > 0) return 0;
  // A struct that is not in view is only to be found in the list.
  const listsSomething =
    files.length > 0 || documents.length > (centre.kind === 'document' ? 1 : 0);
  if (!listsSomething) return AUTO_EMPTY_LIST_PX;
  // Where there is room for one beside the grid, it is the one that was asked for.
  return panels.right === true && hasPanel(state, 'right') ? AUTO_PX.right : AUTO_PX.left;
}
