import { lazy, Suspense } from 'react';
import { useAppState } from '../kit/context';

export const loadHotReports = () => import('./HotReports');

const HotReports = lazy(async () => ({ default: (await loadHotReports()).HotReports }));

/** A script of its own: a visit without a report and types needs nothing of it. */
export function LazyHotReports() {
  const hasBoth = useAppState(
    ({ files }) =>
      files.some(({ phase }) => phase.kind === 'profile') &&
      files.some(({ phase }) => phase.kind === 'ready'),
  );
  return <Suspense>{hasBoth && <HotReports />}</Suspense>;
}
