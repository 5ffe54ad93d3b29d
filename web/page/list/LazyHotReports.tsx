import { Suspense } from 'react';
import { useAppState } from '../kit/context';
import { lazyPart } from '../kit/lazyPart';

const loadHotReports = () => import('./HotReports');

const HotReports = lazyPart(async () => (await loadHotReports()).HotReports);
const FollowReports = lazyPart(async () => (await loadHotReports()).FollowReports);

/** A script of its own: a visit without a report and types needs nothing of it. */
export function LazyHotReports() {
  const hasBoth = useHasBoth();
  return <Suspense>{hasBoth && <HotReports />}</Suspense>;
}

export function LazyFollowReports() {
  const hasBoth = useHasBoth();
  return <Suspense>{hasBoth && <FollowReports />}</Suspense>;
}

function useHasBoth(): boolean {
  return useAppState(
    ({ files }) =>
      files.some(({ phase }) => phase.kind === 'profile') &&
      files.some(({ phase }) => phase.kind === 'ready'),
  );
}
