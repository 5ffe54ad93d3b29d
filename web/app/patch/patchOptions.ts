import type { Hazards } from '../../output/patch/hazards/settle';
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

/** What a look through the tree found so far, or null to forget it. */
export function setHazards(state: AppState, id: StructId, found: Hazards | null): AppState {
  const others = Object.entries(state.hazards).filter(([each]) => each !== id);
  return {
    ...state,
    hazards: Object.fromEntries(found === null ? others : [...others, [id, found]]),
  };
}
