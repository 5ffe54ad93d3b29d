/** Which rows of a long list of equal heights are in view, and where the list scrolls to. Pixels. */
export interface ListWindow {
  /** First row to draw. */
  readonly first: number;
  /** One past the last row to draw. */
  readonly end: number;
}

/** Rows to draw, with `overscan` more on each side so that a fast scroll shows no blank. */
export function windowOf(
  scrollTop: number,
  viewportHeight: number,
  rowHeight: number,
  rowCount: number,
  overscan: number,
): ListWindow {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan);
  const end = Math.min(rowCount, Math.ceil((scrollTop + viewportHeight) / rowHeight) + overscan);
  return { first: Math.min(first, Math.max(0, end)), end: Math.max(0, end) };
}

/** The smallest scroll that shows the whole row; the present one where it is in view. */
export function scrollTopToShow(
  row: number,
  scrollTop: number,
  viewportHeight: number,
  rowHeight: number,
): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + rowHeight - viewportHeight);
}
