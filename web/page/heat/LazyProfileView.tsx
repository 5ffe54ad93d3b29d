import { Suspense } from 'react';
import { lazyPart } from '../kit/lazyPart';
import { Waiting } from '../kit/Waiting';
import styles from './ProfileView.module.css';

const ProfileView = lazyPart(async () => (await import('./ProfileView')).ProfileView);

/** The lines of a report; its code comes when the first report is opened. */
export function LazyProfileView() {
  return (
    <Suspense fallback={<Waiting className={styles.waiting}>Opening the report…</Waiting>}>
      <ProfileView />
    </Suspense>
  );
}
