import { lazy, Suspense } from 'react';
import styles from './ProfileView.module.css';

const ProfileView = lazy(() =>
  import('./ProfileView').then((module) => ({ default: module.ProfileView })),
);

/** The lines of a report; its code comes when the first report is opened. */
export function LazyProfileView() {
  return (
    <Suspense fallback={<p className={styles.waiting}>Opening the report…</p>}>
      <ProfileView />
    </Suspense>
  );
}
