import { lazy, Suspense } from 'react';
import styles from './TwoFiles.module.css';

const TwoFilesView = lazy(() => import('./TwoFilesView'));

/** Two files compared; its code comes when it is first asked for. */
export function LazyTwoFilesView() {
  return (
    <Suspense fallback={<p className={styles.waiting}>Comparing…</p>}>
      <TwoFilesView />
    </Suspense>
  );
}
