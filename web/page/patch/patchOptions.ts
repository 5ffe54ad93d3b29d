import type { Hazards } from '../../core/patch/hazards/places';
import type { StructId } from '../../core/layout/ids';
import {
  NO_PATCH_OPTIONS,
  type PatchOptions,
  type AppState,
  type HazardScan,
} from '../state/state';
import type { SourceTree } from '../source/tree';

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

/** How a look through the tree goes on; null where it is to begin. */
export function setHazardScan(state: AppState, id: StructId, scan: HazardScan | null): AppState {
  const others = Object.entries(state.hazardScans).filter(([each]) => each !== id);
  return {
    ...state,
    hazardScans: Object.fromEntries(scan === null ? others : [...others, [id, scan]]),
  };
}

/** The folder of source that is looked through; null where none is loaded. */
export function treeOf(state: Pick<AppState, 'files'>): SourceTree | null {
  const phase = state.files.find((file) => file.phase.kind === 'tree')?.phase;
  return phase?.kind === 'tree' ? phase.tree.tree : null;
}
