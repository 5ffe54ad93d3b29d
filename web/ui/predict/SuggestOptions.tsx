import { ALLOCATION_NAMES, type AllocationChoice } from '../../analysis/predict/allocation';
import { setAllocation, setSuggestOptions } from '../../app/predict/predictReducers';
import { surroundingsOf } from '../../app/predict/predictionInView';
import { documentInView } from '../../app/inView';
import { useApp, useAppState } from '../context';
import controls from '../controls.module.css';
import styles from './Suggest.module.css';

const MOVES = [1, 2, 3, 4];

/** What a suggestion may cost, and how objects are allocated, which decides what growth costs. */
export function SuggestOptions() {
  const app = useApp();
  const options = useAppState((state) => state.predict.options);
  const choice = useAppState((state) => {
    const inView = documentInView(state);
    return inView && state.predict.isReady ? surroundingsOf(state, inView).choice : null;
  });
  return (
    <form className={styles.options} aria-label="Options of the search">
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
        may align to a cache line
      </label>
      <label className={styles.choice}>
        moves at most
        <select
          className={controls.field}
          value={options.mostEdits}
          onChange={({ target }) =>
            app.update((state) => setSuggestOptions(state, { mostEdits: Number(target.value) }))
          }
        >
          {MOVES.map((count) => (
            <option key={count} value={count}>
              {count} {count === 1 ? 'field' : 'fields'}
            </option>
          ))}
        </select>
      </label>
      {choice !== null && (
        <label className={styles.choice}>
          allocated
          <select
            className={controls.field}
            value={choice}
            onChange={({ target }) =>
              app.update((state) => setAllocation(state, target.value as AllocationChoice))
            }
          >
            {Object.entries(ALLOCATION_NAMES).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </form>
  );
}
