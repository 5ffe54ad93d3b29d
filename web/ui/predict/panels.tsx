import { Suspense } from 'react';
import { lazyPart } from '../kit/lazyPart';
import { Waiting } from '../kit/Waiting';
import styles from './Predict.module.css';

// Scripts of their own: a first visit shows a struct without them.
const loadPredictTab = () => import('./PredictTab');
const loadSuggestTab = () => import('./SuggestTab');

const Predict = lazyPart(async () => (await loadPredictTab()).PredictTab);
const Suggest = lazyPart(async () => (await loadSuggestTab()).SuggestTab);

/** Fetches all panels of this folder, so that opening one makes no request. */
export async function loadPredictPanels(): Promise<void> {
  await Promise.all([loadPredictTab(), loadSuggestTab()]);
}

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
