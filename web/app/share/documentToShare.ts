import { MODEL_VERSION } from '../../analysis/hitm/constants';
import type { LayoutDocument } from '../../edit/document';
import { headlineOf } from '../../output/predictions';
import { documentInView, type InView } from '../document/inView';
import { predictionInView } from '../predict/predictionInView';
import type { AppState } from '../state';

let last: {
  readonly document: LayoutDocument;
  readonly headline: string | null;
  readonly shared: LayoutDocument;
} | null = null;

/**
 * The document in view with what is predicted of it just now. One that came by a link and was not
 * changed keeps what its author was told, whatever this model says. The same object while nothing changes.
 */
export function documentToShare(state: AppState): LayoutDocument | null {
  const inView = documentInView(state);
  if (!inView) return null;
  const { document } = inView;
  if (document.claim !== undefined && !inView.canUndo) return document;
  const headline = headlineInView(state, inView);
  if (last?.document === document && last.headline === headline) return last.shared;
  const shared = withClaim(document, headline);
  last = { document, headline, shared };
  return shared;
}

function withClaim({ claim, ...rest }: LayoutDocument, headline: string | null): LayoutDocument {
  if (headline === null) return rest;
  const isSame = claim?.headline === headline && claim.model === MODEL_VERSION;
  return { ...rest, claim: isSame ? claim : { model: MODEL_VERSION, headline } };
}

/** What is held over a gap is no part of a link. */
function headlineInView(state: AppState, inView: InView): string | null {
  if (inView.open.preview !== null && last?.document === inView.document) return last.headline;
  const prediction = predictionInView(state)?.predictions[0];
  return prediction === undefined ? null : headlineOf(prediction);
}
