import { useEffect, useLayoutEffect, useRef, useState, type RefObject, type UIEvent } from 'react';
import { scrollTopToShow, windowOf, type ListWindow } from './windowing';

interface ListPort extends ListWindow {
  /** For the element that scrolls. */
  readonly port: RefObject<HTMLDivElement | null>;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
  /** Of that element, px. */
  readonly heightPx: number;
}

/**
 * Which rows of a list are in view, while it is scrolled and the page changes its size. The list scrolls
 * to `activeRow` (-1: none) when that moves or the rows become others; `headPx` of the element stand above the
 * rows.
 */
export function useListWindow(
  rows: { readonly length: number },
  activeRow: number,
  { rowPx, headPx, overscanRows }: { rowPx: number; headPx: number; overscanRows: number },
): ListPort {
  const port = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  // Before it is measured: about what a page has.
  const [heightPx, setHeightPx] = useState(600);

  useLayoutEffect(() => {
    const element = port.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeightPx(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = port.current;
    if (!element || activeRow < 0) return;
    const roomPx = element.clientHeight - headPx;
    element.scrollTop = scrollTopToShow(activeRow, element.scrollTop, roomPx, rowPx);
  }, [activeRow, rows, headPx, rowPx]);

  const { first, end } = windowOf(scrollTop, heightPx, rowPx, rows.length, overscanRows);
  return {
    port,
    onScroll: (event) => setScrollTop(event.currentTarget.scrollTop),
    heightPx,
    first,
    end,
  };
}
