import { Suspense } from 'react';
import { lazyPart } from '../kit/lazyPart';
import { Waiting } from '../kit/Waiting';
import styles from './HeatTab.module.css';

const HeatPanel = lazyPart(async () => (await import('./HeatPanel')).HeatPanel);

/** The inspector's tab of measured heat; its code comes when it is first looked at. */
export function HeatTab() {
  return (
    <Suspense fallback={<Waiting className={styles.quiet}>Loading…</Waiting>}>
      <HeatPanel />
    </Suspense>
  );
}
