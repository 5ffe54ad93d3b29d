import { Suspense } from 'react';
import { lazyPart } from '../kit/lazyPart';
import { Waiting } from '../kit/Waiting';
import styles from './TwoFiles.module.css';

export const loadTwoFilesView = async () => (await import('./TwoFilesView')).default;

const TwoFilesView = lazyPart(loadTwoFilesView);

/** Two files compared; its code comes when it is first asked for. */
export function LazyTwoFilesView() {
  return (
    <Suspense fallback={<Waiting className={styles.waiting}>Comparing…</Waiting>}>
      <TwoFilesView />
    </Suspense>
  );
}
