import type { FileId } from '../../core/layout/ids';
import type { AppState } from '../state/state';
import { comparableFiles } from '../state/otherFiles';

/** Shows what changed between two files: those named, or the first two that are loaded. */
export function compareFiles(
  state: AppState,
  ids?: { readonly before: FileId; readonly after: FileId },
): AppState {
  const [first, second] = comparableFiles(state.files);
  const chosen = ids ?? (first && second && { before: first.id, after: second.id });
  return chosen ? { ...state, centre: { kind: 'twoFiles', ...chosen } } : state;
}
