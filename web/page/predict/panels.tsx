import { Suspense } from 'react';
import { lazyPart } from '../kit/lazyPart';
import { Waiting } from '../kit/Waiting';
import styles from './Predict.module.css';

// Scripts of their own: a first visit shows a struct without them.
const Predict = lazyPart(async () => (await import('./PredictTab')).PredictTab);
const Suggest = lazyPart(async () => (await import('./SuggestTab')).SuggestTab);

export function PredictPanel() {
  return (
    <Suspense fallback={<Loading />}>
      <Predict />
    </Suspense>
  );
}

export function SuggestPanel() {
  return (
    <Suspense fallback={<Loading />}>
      <Suggest />
    </Suspense>
  );
}

function Loading() {
  return <Waiting className={styles.loading}>Loading…</Waiting>;
}
