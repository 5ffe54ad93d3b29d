import { lazy, Suspense } from 'react';
import { Waiting } from '../kit/Waiting';
import styles from './TwoFiles.module.css';

const TwoFilesView = lazy(() => import('./TwoFilesView'));

/** Two files compared; its code comes when it is first asked for. */
export function LazyTwoFilesView() {
  return (
    <Suspense fallback={<Waiting className={styles.waiting}>Comparing…</Waiting>}>
      <TwoFilesView />
    </Suspense>
  );
}
