import { derived } from '../../core/base/derived';
import type { AppState, OpenedStory } from './state';
import type { StudyId } from './studyList';

/** What a patch comes to for the struct in view; null where it came from none. */
export function storyInView({ centre, posted }: AppState): StoryInView | null {
  if (centre.kind !== 'document') return null;
  for (const { opened, study } of posted) {
    const found = opened.find(({ id }) => id === centre.id);
    if (found !== undefined) return storyWith(found, study);
  }
  return null;
}

export interface StoryInView extends OpenedStory {
  readonly study: StudyId | null;
}

const storyWith = derived((opened: OpenedStory, study: StudyId | null): StoryInView => ({
  ...opened,
  study,
}));
