import { lazy, Suspense } from 'react';
import styles from './HeatTab.module.css';

const HeatPanel = lazy(() =>
  import('./HeatPanel').then((module) => ({ default: module.HeatPanel })),
);

/** The inspector's tab of measured heat; its code comes when it is first looked at. */
export function HeatTab() {
  return (
    <Suspense fallback={<p className={styles.quiet}>Opening…</p>}>
      <HeatPanel />
    </Suspense>
  );
}
