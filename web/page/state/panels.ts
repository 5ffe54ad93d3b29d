import { documentInView } from './inView';
import { catalogOf } from './listSelectors';
import { tabOfPart } from './inspectorTabs';
import type { AppState, PanelSide } from './state';

/**
 * The window widths from which a panel shows by itself, as a column beside the centre, in pixels. Beside a struct there
 * is the inspector, too.
 */
const BESIDE_PX = { left: 1400, leftOfStruct: 1600, right: 1160 } as const;
/** Below this nothing has room beside the centre. Pixels; the style sheets have the same. */
const NARROW_PX = 860;
/** The width of a list that lies over the centre, unless it was made wider. Pixels. */
const OVER_LIST_PX = 320;
/** The same of the inspector. Pixels. */
const OVER_INSPECTOR_PX = 352;
/** The width of the inspector beside the grid. Pixels. */
const INSPECTOR_PX = 380;
/** The width of a patch of 80 columns. Pixels. */
const PATCH_PX = 640;

/** Whether a panel is on the screen: as it was switched, else where there is room for it and it was not closed. */
export function showsPanel(state: AppState, side: PanelSide, windowPx: number): boolean {
  if (!hasPanel(state, side)) return false;
  return (
    state.panels[side] ??
    (showsByItself(state, side, windowPx) && !state.settings.closed.includes(side))
  );
}

function showsByItself(state: AppState, side: PanelSide, windowPx: number): boolean {
  if (side === 'left' && state.centre.kind === 'empty') {
    // The list is all that there is to see.
    return windowPx >= NARROW_PX || catalogOf(state.files).rowCount > 0;
  }
  return hasRoomBeside(state, side, windowPx);
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

/** Whether the window has room for a panel as a column of its own. */
export function hasRoomBeside({ centre }: AppState, side: PanelSide, windowPx: number): boolean {
  return (
    windowPx >= BESIDE_PX[side === 'left' && centre.kind === 'document' ? 'leftOfStruct' : side]
  );
}

/**
 * Whether a panel lies over the centre when it is open. The list does in most windows: a file that is opened beside a
 * struct would otherwise push the grid from under the pointer.
 */
export function liesOver(state: AppState, side: PanelSide, windowPx: number): boolean {
  if (windowPx < NARROW_PX) return true;
  return side === 'left' && state.centre.kind !== 'empty' && !hasRoomBeside(state, side, windowPx);
}

/** Widths that a panel may be given in a window. Pixels. */
export interface PanelWidths {
  readonly least: number;
  readonly most: number;
}

/** A panel may take half of the window: the other half is the grid's, whatever was kept from a larger window. */
export function panelWidths(side: PanelSide, windowPx: number): PanelWidths {
  const half = Math.floor(windowPx / 2);
  return side === 'left'
    ? { least: 200, most: Math.max(OVER_LIST_PX, half) }
    : { least: 284, most: Math.max(OVER_INSPECTOR_PX, half) };
}

/** The width that a panel gets in a window that is asked for one. Pixels. */
export function allowedPx(side: PanelSide, px: number, windowPx: number): number {
  const { least, most } = panelWidths(side, windowPx);
  return within(least, px, most);
}

/** How wide a panel is: as it was made, else by what is beside it. Pixels. */
export function panelPx(state: AppState, side: PanelSide, windowPx: number): number {
  const { settings, centre } = state;
  const made = side === 'left' ? settings.listPx : settings.inspectorPx;
  if (made !== null) return allowedPx(side, made, windowPx);
  if (side === 'right') {
    if (windowPx < NARROW_PX) return OVER_INSPECTOR_PX;
    const wanted = offersPatch(state) ? PATCH_PX : Math.min(INSPECTOR_PX, windowPx * 0.33);
    return allowedPx(side, wanted, windowPx);
  }
  // While nothing else is there, the names have the room.
  if (centre.kind === 'empty' || centre.kind === 'awaited')
    return within(236, windowPx * 0.27, 460);
  if (liesOver(state, 'left', windowPx)) return OVER_LIST_PX;
  return within(236, windowPx * 0.164, 372);
}

/** Whether the inspector is where a patch is read, with changes to make one of and source to make it in. */
function offersPatch(state: AppState): boolean {
  return (
    tabOfPart(state.inspector).id === 'send' &&
    state.files.some(({ phase }) => phase.kind === 'text' || phase.kind === 'tree') &&
    (documentInView(state)?.document.edits.length ?? 0) > 0
  );
}

function within(least: number, px: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, px)));
}
