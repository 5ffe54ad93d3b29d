import { useEffect, useState, type RefObject } from 'react';

/** What most names need, the list's own edges, and each column beside them; px, as the style sheet has them. */
const NAMES_PX = 210;
const EDGES_PX = 26;
const COLUMN_PX = 46;

/** Whether a column for each of several files would leave the names of a list no room beside them. */
export function useStacked(list: RefObject<HTMLElement | null>, columns: number): boolean {
  const [widthPx, setWidthPx] = useState(0);
  // The list is an ancestor, which is there after what it holds.
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = () => setWidthPx(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  return columns > 0 && widthPx < NAMES_PX + EDGES_PX + columns * COLUMN_PX;
}
