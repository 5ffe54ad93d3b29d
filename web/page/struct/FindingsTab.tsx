import { Suspense, useDeferredValue } from 'react';
import type { MemberPath } from '../../core/layout/ids';
import { lazyPart } from '../kit/lazyPart';
import { useSettledView } from '../kit/useInView';
import { Waiting } from '../kit/Waiting';
import styles from '../kit/inspector.module.css';

const Findings = lazyPart(async () => (await import('../findings/Findings')).Findings);
const Rules = lazyPart(async () => (await import('../rules/Rules')).Rules);
const Notes = lazyPart(async () => (await import('../notes/Notes')).Notes);

const NOTHING: readonly MemberPath[] = [];

/**
 * Why the struct is worth looking at: what was found, and what somebody noted and asked of it where there is
 * any, as in a link. It comes after the grid of another struct is painted.
 */
export function FindingsTab() {
  const view = useSettledView();
  const id = view?.open.id ?? null;
  const isPainted = useDeferredValue(id) === id;
  if (view === null) return null;
  // Without a word, which would be there for a frame.
  if (!isPainted) return <Waiting>{null}</Waiting>;
  const { notes, rules } = view.edited.applied.state;
  return (
    <Suspense fallback={<Waiting className={styles.loading}>Loading…</Waiting>}>
      <Findings key={id} />
      {notes.length > 0 && <Notes selection={NOTHING} />}
      {rules.length > 0 && <Rules selection={NOTHING} />}
    </Suspense>
  );
}
