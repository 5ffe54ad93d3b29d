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

/**
 * The row that a key goes to from `row` (-1: from before the first), which may not be one of the list; `null`
 * where the key walks no list. A page is what is in view but a row, as an editor has it.
 */
export function rowForKey(
  key: string,
  row: number,
  count: number,
  pageRows: number,
): number | null {
  const page = Math.max(1, pageRows);
  const to = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + page,
    PageUp: row - page,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}
