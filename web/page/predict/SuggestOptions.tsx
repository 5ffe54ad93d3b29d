import type { SearchGoal } from '../../core/search/search';
import type { AllocationChoice } from '../../core/model/allocation';
import { changePredict, setAllocation, setSuggestOptions } from './predictReducers';
import { surroundingsOf } from './predictionInView';
import { documentInView } from '../struct/inView';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import {
  ALLOCATION_CHOICES,
  GOAL_CHOICES,
  mayBeFormat,
  MOVE_CHOICES,
  searchSummary,
} from './searchOptions';
import styles from './Suggest.module.css';

/** What a suggestion may cost, and how objects are allocated, which decides what growth costs. */
export function SuggestOptions({ hasHeat }: { hasHeat: boolean }) {
  const app = useApp();
  const { options, goal } = useAppState((state) => state.predict);
  const choice = useAppState((state) => {
    const inView = documentInView(state);
    const model = state.predict.model;
    return inView && model ? surroundingsOf(state, model, inView).choice : null;
  });
  const isFormat = useAppState(mayBeFormat);
  return (
    <details className={styles.options}>
      <summary>{searchSummary(options, goal, { goal: hasHeat, format: isFormat })}</summary>
      <form aria-label="Options of the search">
        {hasHeat && (
          <label className={styles.choice}>
            Look for
            <select
              className={controls.field}
              value={goal}
              onChange={({ target }) =>
                app.update((state) => changePredict(state, { goal: target.value as SearchGoal }))
              }
            >
              {GOAL_CHOICES.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className={styles.choice}>
          Moves
          <select
            className={controls.field}
            value={options.mostEdits}
            onChange={({ target }) =>
              app.update((state) => setSuggestOptions(state, { mostEdits: Number(target.value) }))
            }
          >
            {MOVE_CHOICES.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {choice !== null && (
          <label className={styles.choice}>
            Allocated
            <select
              className={controls.field}
              value={choice}
              onChange={({ target }) =>
                app.update((state) => setAllocation(state, target.value as AllocationChoice))
              }
            >
              {ALLOCATION_CHOICES.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <input
            type="checkbox"
            checked={options.growth === 'nextClass'}
            onChange={({ target }) =>
              app.update((state) =>
                setSuggestOptions(state, { growth: target.checked ? 'nextClass' : 'never' }),
              )
            }
          />
          may grow to the next slab class
        </label>
        <label>
          <input
            type="checkbox"
            checked={options.mayAlign}
            onChange={({ target }) =>
              app.update((state) => setSuggestOptions(state, { mayAlign: target.checked }))
            }
          />
          may align fields to a cache line
        </label>
        {isFormat && (
          <label>
            <input
              type="checkbox"
              checked={options.mayChangeFormat}
              onChange={({ target }) =>
                app.update((state) => setSuggestOptions(state, { mayChangeFormat: target.checked }))
              }
            />
            may change what looks like a wire, disk or device format
          </label>
        )}
      </form>
    </details>
  );
}
