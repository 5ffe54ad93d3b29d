import type { Edit } from '../../core/edit/edit';
import { setEdits } from '../../core/edit/history';
import { parseEdit } from '../../core/edit/parse';
import { announce } from '../state/fileReducers';
import { withAsked } from '../state/predictReducers';
import type { AppState } from '../state/state';
import type { StoryStep } from './stories';

/** The edits that a step has in view. */
export function editsOfStep(story: StoryStep): readonly Edit[] {
  return story.edits.flatMap((words) => {
    const edit = parseEdit(words);
    return edit.ok ? [edit.value] : [];
  });
}

/**
 * Shows a step of the story of the struct in view. Its edits replace those that are there, as one step
 * of the history: what a reader did on the way is one undo away.
 */
export function goToStep(state: AppState, step: number, story: StoryStep): AppState {
  const { centre } = state;
  if (centre.kind !== 'document') return state;
  const edits = editsOfStep(story);
  const documents = state.documents.map((open) => {
    if (open.id !== centre.id || open.origin.kind !== 'study') return open;
    const { document } = open.history;
    const isThere = JSON.stringify(document.edits) === JSON.stringify(edits);
    const history = isThere ? open.history : setEdits(open.history, edits);
    const view = { ...document.view, show: 'edited', profile: story.profile ?? null } as const;
    return {
      ...open,
      origin: { ...open.origin, step, byStory: history.document.edits },
      history: { ...history, document: { ...history.document, view } },
      preview: null,
    };
  });
  // The story goes on: what the tool would ask first, the reader may still tell it by tags.
  const asking = story.tab === 'suggest' ? withAsked(state, centre.id) : state;
  return announce(
    { ...asking, documents, inspector: story.tab ?? 'findings' },
    `${story.title}. ${story.text.replaceAll('`', '')}`,
  );
}
