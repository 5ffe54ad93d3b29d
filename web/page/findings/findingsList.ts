import type { Finding } from '../../core/findings/finding';
import { staysSentence } from '../../core/format/predict/predictions';
import type { InView } from '../state/inView';
import { settledPrediction } from '../state/predictionInView';
import type { AppState } from '../state/state';
import { findingsInView, mayConflict } from '../state/findingsInView';
import { layoutEdits } from '../../core/edit/layoutEdits';

/** What is worth looking at in the edited layout. */
export interface FindingsList {
  readonly findings: readonly Finding[];
  /** Whether anything is known of who uses the fields. */
  readonly mayConflict: boolean;
  /** Whether counts belong to another layout than the one that they were measured on. */
  readonly areCarried: boolean;
}

export function findingsList(inView: InView): FindingsList {
  const findings = findingsInView(inView);
  const isMeasured = findings.some(({ samples }) => samples > 0);
  return {
    findings,
    mayConflict: mayConflict(inView),
    areCarried: isMeasured && layoutEdits(inView.document).length > 0,
  };
}

/** What of the HITM stays in the order in view, and why; null before there is a prediction. */
export function staysInView(state: AppState): string | null {
  const prediction = settledPrediction(state)?.predictions[0];
  return prediction === undefined ? null : staysSentence(prediction);
}
