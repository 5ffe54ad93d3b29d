import { useCallback, useEffect, useRef } from 'react';
import type { Catalog } from '../../app/list/catalog';
import { useApp } from '../kit/context';

/** A cursor or pointer that stays so long on a row is about to open it; one that passes by is not. */
const RESTS_MS = 40;

/**
 * Gets the row ready that the search box points at (undefined: none), and whichever row the answer is
 * called with: the pointer's.
 */
export function usePointed(catalog: Catalog, row: number | undefined): (row: number) => void {
  const app = useApp();
  const timer = useRef(0);
  const point = useCallback(
    (pointed: number) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => app.prepareRow(catalog, pointed), RESTS_MS);
    },
    [app, catalog],
  );
  useEffect(() => {
    if (row !== undefined) point(row);
    return () => window.clearTimeout(timer.current);
  }, [point, row]);
  return point;
}
