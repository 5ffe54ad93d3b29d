import { documentInView, type InView } from '../../state/inView';
import { bindInView } from '../../state/bindReducers';
import { profileArrived } from '../../state/profileReducers';
import type { AppState } from '../../state/state';
import type { AccessProfile } from '../../../core/facts/generated';
import type { FileId } from '../../../core/layout/ids';

/**
 * The state with a report read from a file and a line of it bound to the struct in view. Two reports may have one name,
 * as two folders have each a file of this one.
 */
export function bound(
  state: AppState,
  report: AccessProfile,
  target: string,
  offsetBytes: number,
  id = 'report',
  name = 'c2c.txt',
): AppState {
  const phase = { kind: 'loading' as const, progress: null };
  const file = { id: id as FileId, name, sizeBytes: 1, phase };
  const read = profileArrived({ ...state, files: [...state.files, file] }, file.id, {
    profile: report,
    state: null,
  });
  return bindInView({ ...read, centre: state.centre }, file.id, target, offsetBytes);
}

/** The struct in view, which a test has opened. */
export function inViewOf(state: AppState): InView {
  const inView = documentInView(state);
  if (inView === null) throw new Error('bug: no struct in view');
  return inView;
}
