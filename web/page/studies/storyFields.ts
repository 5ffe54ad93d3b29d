import { derived } from '../../core/base/derived';
import type { MemberPath } from '../../core/layout/ids';
import { fieldsOf } from '../../core/layout/walk';
import type { InView } from '../state/inView';
import { STORIES, type StoryStep } from './stories';

/** The step of the story that is shown; null where it is no study. */
function stepInView({ open: { origin } }: InView): StoryStep | null {
  if (origin.kind !== 'study') return null;
  const steps = STORIES[origin.study];
  return steps[Math.min(origin.step, steps.length - 1)] ?? null;
}

/** The fields that the step speaks of, in memory order of the layout in view; none without a story. */
export function storyFields(inView: InView): readonly MemberPath[] {
  const step = stepInView(inView);
  return step === null ? NONE : namedIn(step, inView.shown);
}

const NONE: readonly MemberPath[] = [];

const namedIn = derived((step: StoryStep, shown: InView['shown']): readonly MemberPath[] => {
  const names = new Set([...(step.shows ?? []), ...namesOf(step.text)]);
  return [...fieldsOf(shown.layout)].map(({ path }) => path).filter((path) => names.has(path));
});

/** What stands in backquotes. */
function namesOf(text: string): readonly string[] {
  return text.split('`').filter((_, place) => place % 2 === 1);
}
