import { lazy, Suspense, useDeferredValue } from 'react';
import { useSettledView } from '../kit/useInView';

const Findings = lazy(async () => ({
  default: (await import('../findings/Findings')).Findings,
}));

/** Why the struct is worth looking at. It comes after the grid of another struct is painted. */
export function FindingsTab() {
  const id = useSettledView()?.open.id ?? null;
  const isPainted = useDeferredValue(id) === id;
  return isPainted && id !== null ? (
    <Suspense>
      <Findings key={id} />
    </Suspense>
  ) : null;
}
