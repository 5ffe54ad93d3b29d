import { derived } from '../../core/base/derived';
import { replyText } from '../../core/review/orders';
import { documentInView, isAsSent } from '../state/inView';
import type { AppState } from '../state/state';
import { storyInView } from '../state/storyInView';

/** The answer to whoever's order was changed; null where it was not, or is nobody's. */
export function replyInView(state: AppState): string | null {
  const inView = documentInView(state);
  // What a link brought is its sender's as long as nothing is changed.
  const document = inView === null || isAsSent(inView.open) ? undefined : inView.document;
  const story = storyInView(state);
  return document === undefined ? null : answer(document, story?.story ?? null, story?.diff);
}

const answer = derived(replyText);
