import { ALLOCATION_NAMES, type AllocationChoice } from '../../core/model/allocation';
import type { SearchGoal } from '../../core/search/search';
import type { SuggestOptions } from '../../core/search/input';
import { formatReason } from '../../core/figures/wireFormat';
import { documentInView } from '../state/inView';
import type { AppState } from '../state/state';
import { plural } from '../../core/base/prose';

/** A value that can be chosen, in words. */
interface Choice<Value> {
  readonly value: Value;
  readonly name: string;
}

const GOALS: Readonly<Record<SearchGoal, string>> = {
  conflicts: 'fewer conflicts',
  holes: 'fewer holes',
};

/** What can be looked for. */
export const GOAL_CHOICES = choicesOf<SearchGoal>(GOALS);

/** How objects can be allocated, which decides what growth costs. */
export const ALLOCATION_CHOICES = choicesOf<AllocationChoice>(ALLOCATION_NAMES);

/** How many fields may move. */
export const MOVE_CHOICES: readonly Choice<number>[] = [1, 2, 3, 4].map((value) => ({
  value,
  name: `at most ${plural(value, 'field')}`,
}));

function choicesOf<Value extends string>(
  names: Readonly<Record<Value, string>>,
): readonly Choice<Value>[] {
  return (Object.keys(names) as Value[]).map((value) => ({ value, name: names[value] }));
}

/** Whether the struct in view looks like what goes over a wire, to a disk or to a device. */
export function mayBeFormat(state: AppState): boolean {
  const struct = documentInView(state)?.document.struct;
  return struct !== undefined && formatReason(struct) !== null;
}

/** What is looked for and what it may cost, in a line. @param asks which of the options are offered */
export function searchSummary(
  options: SuggestOptions,
  goal: SearchGoal,
  asks: { readonly goal: boolean; readonly format: boolean },
): string {
  return [
    ...(asks.goal ? [GOALS[goal]] : []),
    options.growth === 'never' ? 'no growth' : 'may grow',
    ...(options.mayAlign ? ['may align'] : []),
    ...(asks.format && options.mayChangeFormat ? ['may change a format'] : []),
    `at most ${plural(options.mostEdits, 'move')}`,
  ].join(' · ');
}
