import type { StructId } from '../../layout/ids';
import { NO_PATCH_OPTIONS, type PatchOptions } from '../source/sourceState';
import type { AppState } from '../state';

/** What a person chose for the patch of an open struct. */
export function patchOptionsOf(state: AppState, id: StructId): PatchOptions {
  return state.patches[id] ?? NO_PATCH_OPTIONS;
}

export function setPatchOptions(
  state: AppState,
  id: StructId,
  change: Partial<PatchOptions>,
): AppState {
  const options = { ...patchOptionsOf(state, id), ...change };
  return { ...state, patches: { ...state.patches, [id]: options } };
}
