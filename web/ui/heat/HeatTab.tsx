import { lazy, Suspense } from 'react';
import { Waiting } from '../kit/Waiting';
import styles from './HeatTab.module.css';

const HeatPanel = lazy(() =>
  import('./HeatPanel').then((module) => ({ default: module.HeatPanel })),
);

/** The inspector's tab of measured heat; its code comes when it is first looked at. */
export function HeatTab() {
  return (
    <Suspense fallback={<Waiting className={styles.quiet}>Loading…</Waiting>}>
      <HeatPanel />
    </Suspense>
  );
}
