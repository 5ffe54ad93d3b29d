import { lazy, Suspense, useDeferredValue } from 'react';
import type { MemberPath } from '../../layout/ids';
import { useSettledView } from '../kit/useInView';

const Findings = lazy(async () => ({
  default: (await import('../findings/Findings')).Findings,
}));
const Rules = lazy(async () => ({ default: (await import('../rules/Rules')).Rules }));
const Notes = lazy(async () => ({ default: (await import('../notes/Notes')).Notes }));

const NOTHING: readonly MemberPath[] = [];

/**
 * Why the struct is worth looking at: what was found, and what somebody noted and asked of it where there is
 * any, as in a link. It comes after the grid of another struct is painted.
 */
export function FindingsTab() {
  const view = useSettledView();
  const id = view?.open.id ?? null;
  const isPainted = useDeferredValue(id) === id;
  if (!isPainted || view === null) return null;
  const { notes, rules } = view.edited.applied.state;
  return (
    <Suspense>
      <Findings key={id} />
      {notes.length > 0 && <Notes selection={NOTHING} />}
      {rules.length > 0 && <Rules selection={NOTHING} />}
    </Suspense>
  );
}
