import { ruleStates, type RuleState } from '../../analysis/rules/rules';
import { documentInView, type InView, type Shown } from '../document/inView';
import type { AppState } from '../state';

/** The rules of the layout that is shown, while a field is carried too, and whether each holds. */
export function rulesOfView({ shown, original }: Pick<InView, 'shown' | 'original'>) {
  const known = answers.get(shown);
  if (known) return known;
  const states = ruleStates(shown.applied, shown.layout, original.applied.struct);
  answers.set(shown, states);
  return states;
}

const answers = new WeakMap<Shown, readonly RuleState[]>();

/** As `rulesOfView`, and the same object while nothing about them changes: for components. */
export function rulesInView(state: AppState): readonly RuleState[] {
  const inView = documentInView(state);
  const now = inView === null ? [] : rulesOfView(inView);
  if (now !== last && !isSame(now, last)) last = now;
  return last;
}

let last: readonly RuleState[] = [];

function isSame(a: readonly RuleState[], b: readonly RuleState[]): boolean {
  return (
    a.length === b.length &&
    a.every((state, place) => {
      const other = b[place];
      return state.words === other?.words && state.broken?.why === other.broken?.why;
    })
  );
}

/** What an edit broke, as a sentence for screen readers; empty where it broke nothing. */
export function newlyBroken(before: readonly RuleState[], after: readonly RuleState[]): string {
  const were = new Map(before.map(({ words, broken }) => [words, broken !== null]));
  return after
    .filter(({ words, broken }) => broken !== null && were.get(words) !== true)
    .map(
      ({ words, broken }) =>
        ` Breaks the rule ${words}: ${(broken?.why ?? '').replaceAll('`', '')}.`,
    )
    .join('');
}
