import { linesOf } from '../../core/layout/lines';
import { leavesOf } from '../../core/layout/walk';
import type { AppState } from '../state/state';
import { selectInView } from '../state/documentReducers';
import { documentInView } from '../state/inView';

/** Selects every field of the struct in view that has a byte on a line. */
export function selectLine(state: AppState, line: number): AppState {
  const inView = documentInView(state);
  if (!inView) return state;
  const { applied, layout } = inView.shown;
  const fields = [...leavesOf(layout)].filter(({ offsetBits, sizeBits }) => {
    const { first, last } = linesOf(offsetBits, sizeBits, applied.state);
    return first <= line && line <= last && sizeBits !== 0;
  });
  return selectInView(
    state,
    fields.map(({ path }) => path),
  );
}
