import { documentInView } from '../struct/inView';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';

const SHARES = [0.1, 0.3, 0.6, 1];

/** Whether the machine fetches the other line of a 128-byte pair too, which no report tells. */
export function PrefetchChoice() {
  const app = useApp();
  const share = useAppState(
    (state) => documentInView(state)?.edited.applied.state.prefetchShare ?? null,
  );
  const others = share === null || share === 0 || SHARES.includes(share) ? [] : [share];
  return (
    <select
      className={controls.field}
      aria-label="Prefetch of adjacent lines"
      title="Adjacent cache line prefetch, as the BIOS names it. Where it is not known, the range spans none and 0.3 of all misses."
      value={share ?? ''}
      onChange={({ target }) =>
        app.edit([{ kind: 'prefetch', share: target.value === '' ? null : Number(target.value) }])
      }
    >
      <option value="">not known</option>
      <option value="0">off</option>
      {[...others, ...SHARES].map((each) => (
        <option key={each} value={each}>
          on {each} of misses
        </option>
      ))}
    </select>
  );
}
