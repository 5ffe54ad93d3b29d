import { useMemo } from 'react';
import type { SlabCache } from '../../core/compare/slabinfo';
import { useAppState } from '../kit/context';

/** The caches of every /proc/slabinfo that is open. */
export function useSlabCaches(): readonly SlabCache[] {
  const files = useAppState((state) => state.files);
  return useMemo(
    () => files.flatMap(({ phase }) => (phase.kind === 'slabs' ? phase.caches : [])),
    [files],
  );
}
