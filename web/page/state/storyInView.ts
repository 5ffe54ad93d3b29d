import { derived } from '../../core/base/derived';
import type { AppState, OpenedStory } from './state';
import type { PostedDiff } from '../../core/facts/generated';
import type { StudyId } from './studyList';

/** What a patch comes to for the struct in view; null where it came from none. */
export function storyInView({ centre, posted }: AppState): StoryInView | null {
  if (centre.kind !== 'document') return null;
  for (const { opened, study, diff } of posted) {
    const found = opened.find(({ id }) => id === centre.id);
    if (found !== undefined) return storyWith(found, study, diff);
  }
  return null;
}

export interface StoryInView extends OpenedStory {
  readonly study: StudyId | null;
  /** The text that it came from. */
  readonly diff: PostedDiff;
}

const storyWith = derived(
  (opened: OpenedStory, study: StudyId | null, diff: PostedDiff): StoryInView => ({
    ...opened,
    study,
    diff,
  }),
);
