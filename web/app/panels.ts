import type { AppState } from './state';

/** From this width of the window on a panel shows by itself. Pixels; the style sheets have the same. */
const AUTO_PX = { left: 860, right: 1160 } as const;
/** The same for a list that lists nothing: an example is open, or a link. */
const AUTO_EMPTY_LIST_PX = 1400;

/** Whether a panel is on the screen: as it was switched, else where there is room for it. */
export function showsPanel(
  { panels, files, documents, centre }: AppState,
  side: 'left' | 'right',
  windowPx: number,
): boolean {
  if (side === 'right') {
    return centre.kind === 'document' && (panels.right ?? windowPx >= AUTO_PX.right);
  }
  if (files.length === 0 && documents.length === 0) return false;
  const listsSomething = files.length > 0 || documents.length > 1;
  return panels.left ?? windowPx >= (listsSomething ? AUTO_PX.left : AUTO_EMPTY_LIST_PX);
}
