import { Suspense } from 'react';
import { lazyPart } from '../kit/lazyPart';
import { Waiting } from '../kit/Waiting';
import styles from './TwoFiles.module.css';

const TwoFilesView = lazyPart(async () => (await import('./TwoFilesView')).default);

/** Two files compared; its code comes when it is first asked for. */
export function LazyTwoFilesView() {
  return (
    <Suspense fallback={<Waiting className={styles.waiting}>Comparing…</Waiting>}>
      <TwoFilesView />
    </Suspense>
  );
}
