import { derived } from '../../core/base/derived';
import { ruleStates, type RuleState } from '../../core/rules/rules';
import { documentInView, type InView, type ShownLayout } from './inView';
import type { OrderedStruct } from '../../core/layout/order';
import type { AppState } from './state';

/** The rules of the layout that is shown, while a field is carried too, and whether each holds. */
export function rulesOfView({ shown, original }: Pick<InView, 'shown' | 'original'>) {
  return statesOf(shown, original.applied.struct);
}

const statesOf = derived(({ applied, layout }: ShownLayout, original: OrderedStruct) =>
  ruleStates(applied, layout, original),
);

/** As `rulesOfView`, and the same object while nothing about them changes: a drag makes a list in each frame. */
export function rulesInView(state: AppState): readonly RuleState[] {
  const inView = documentInView(state);
  if (inView === null) return NO_RULES;
  return steady(inView.original.applied.struct, JSON.stringify(rulesOfView(inView)));
}

const NO_RULES: readonly RuleState[] = [];

const steady = derived(
  (_: OrderedStruct, states: string) => JSON.parse(states) as readonly RuleState[],
);

/** What an edit broke, as a sentence for screen readers; empty where it broke nothing. */
export function newlyBroken(before: readonly RuleState[], after: readonly RuleState[]): string {
  const were = new Map(before.map(({ words, broken }) => [words, broken !== null]));
  return after
    .filter(({ words, broken }) => broken !== null && were.get(words) !== true)
    .map(
      ({ words, broken }) =>
        ` Breaks the rule ${words}: ${(broken?.why.text ?? '').replaceAll('`', '')}.`,
    )
    .join('');
}
