import type { Applied } from '../../edit/applied';
import type { Allocation, SlabMachine } from '../slab';
import type { SuggestOptions, SuggestProgress } from '../suggest/input';
import { suggest } from '../suggest/suggest';
import type { Basis } from './basis';
import { calibrateBasis, originOf } from './predict';

/** All that a search needs, as plain data: a worker gets it in one message. */
export interface SearchJob {
  /** Where to start from. */
  readonly applied: Applied;
  /** Null for packing alone. */
  readonly basis: Basis | null;
  /** See `Surroundings`. */
  readonly statedBaseBytes: number | null;
  readonly allocation: Allocation;
  readonly machine: SlabMachine;
  readonly options: SuggestOptions;
}

/** Searches better orders; from a profile that nothing can be predicted from it only packs. */
export function* search(job: SearchJob): Generator<SuggestProgress, void> {
  const { applied, basis, allocation, machine, options } = job;
  const calibrated = basis === null ? null : calibrateBasis(basis, applied.tags);
  if (basis === null || calibrated?.ok !== true) {
    yield* suggest({ applied, heat: null, allocation, machine, options });
    return;
  }
  yield* suggest({
    applied,
    heat: calibrated.value,
    origin: originOf(basis, job.statedBaseBytes),
    allocation,
    machine,
    options,
  });
}
