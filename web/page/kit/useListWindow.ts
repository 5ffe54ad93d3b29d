import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  type UIEvent,
} from 'react';
import { scrollTopToShow, windowOf, type ListWindow } from './windowing';

interface ListPort extends ListWindow {
  /** For the element that scrolls. */
  readonly port: RefObject<HTMLDivElement | null>;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
  /** The height of that element, px. */
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
  const [measuredPx, setMeasuredPx] = useState<number | null>(null);

  useLayoutEffect(() => {
    const element = port.current;
    if (!element) return undefined;
    // What is beyond the edges waits until what is in view is painted.
    const measure = () => startTransition(() => setMeasuredPx(element.clientHeight));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = port.current;
    if (!element || activeRow < 0) return;
    const roomPx = element.clientHeight - headPx;
    element.scrollTop = scrollTopToShow(activeRow, element.scrollTop, roomPx, rowPx);
  }, [activeRow, rows, headPx, rowPx]);

  // Before it is measured no more than the window can show: a list of thousands is waited for.
  const heightPx = measuredPx ?? window.innerHeight;
  const overscan = measuredPx === null ? 0 : overscanRows;
  const { first, end } = windowOf(scrollTop, heightPx, rowPx, rows.length, overscan);
  return {
    port,
    onScroll: (event) => setScrollTop(event.currentTarget.scrollTop),
    heightPx,
    first,
    end,
  };
}
