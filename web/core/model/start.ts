import { alignedBase } from '../layout/lines';
import { strideBytes, type Allocation, type SlabMachine } from '../figures/slab';
import { startsAtStride, type Start } from './placement';

/** What decides where the objects of a profiled layout began, to tell what a change makes of it. */
export interface StartFacts {
  readonly sizeBytes: number;
  readonly alignBytes: number;
  /** Where a user says that objects begin now (the edit `base N`); null where nobody said so. */
  readonly statedBaseBytes: number | null;
}

/**
 * Where objects of a new layout begin within a line. While neither their alignment nor the stride of
 * the allocator has changed they begin where those of the profile do.
 */
export function startFor(
  origin: StartFacts,
  after: { readonly sizeBytes: number; readonly alignBytes: number },
  allocation: Allocation,
  machine: SlabMachine,
  lineBytes: number,
): Start {
  const { alignBytes } = after;
  // Once the struct is aligned to a line, every object of it begins on one.
  if (alignBytes >= lineBytes && alignBytes !== origin.alignBytes) {
    return { kind: 'anyOf', baseBytes: [0] };
  }
  if (origin.statedBaseBytes !== null) {
    return {
      kind: 'anyOf',
      baseBytes: [alignedBase(origin.statedBaseBytes, alignBytes, lineBytes)],
    };
  }
  const there: Start =
    alignBytes === origin.alignBytes ? { kind: 'asProfiled' } : { kind: 'realigned', alignBytes };
  if (allocation.kind === 'embedded') return there;
  const next = strideBytes(after.sizeBytes, alignBytes, allocation, machine);
  const was = strideBytes(origin.sizeBytes, origin.alignBytes, allocation, machine);
  // Two strides of whole lines leave the objects where they are.
  if (next === was || (next % lineBytes === 0 && was % lineBytes === 0)) return there;
  return { kind: 'anyOf', baseBytes: startsAtStride(next, lineBytes) };
}
