import { derived } from '../../core/base/derived';
import { MODEL_VERSION } from '../../core/model/constants';
import type { LayoutDocument } from '../../core/edit/document';
import { headlineOf } from '../../core/format/predict/predictions';
import { settledInView } from '../state/inView';
import { settledPrediction } from '../state/predictionInView';
import type { AppState } from '../state/state';

/**
 * The document in view with what is predicted of it just now. One that came by a link and was not
 * changed keeps what its author saw, whatever this model says. The same object while nothing changes.
 */
export function documentToShare(state: AppState): LayoutDocument | null {
  // What is held over a gap is no part of a link.
  const inView = settledInView(state);
  if (!inView) return null;
  const { document } = inView;
  if (document.claim !== undefined && !inView.canUndo) return document;
  const prediction = settledPrediction(state)?.predictions[0];
  return withClaim(document, prediction === undefined ? null : headlineOf(prediction));
}

const withClaim = derived(
  ({ claim, ...rest }: LayoutDocument, headline: string | null): LayoutDocument => {
    if (headline === null) return rest;
    const isSame = claim?.headline === headline && claim.model === MODEL_VERSION;
    return { ...rest, claim: isSame ? claim : { model: MODEL_VERSION, headline } };
  },
);
