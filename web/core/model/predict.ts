import { derived } from '../base/derived';
import { fail, ok, type Result } from '../base/result';
import type { Tag } from '../edit/document';
import type { Layout } from '../layout/layout';
import { calibrate } from './calibrate';
import type { Calibrated } from './calibrated';
import type { Unpredictable } from './flags';
import { forecast, type Forecast } from './forecast';
import { placementOf } from './placement';
import { startFor, type StartFacts } from './start';
import type { Allocation, SlabMachine } from '../figures/slab';
import type { Basis } from './basis';

/** How the struct in view is used, besides its layout. */
export interface Surroundings {
  readonly tags: readonly Tag[];
  /** See the edit `prefetch`; null where it is not known. */
  readonly prefetchShare: number | null;
  readonly allocation: Allocation;
  readonly machine: SlabMachine;
  /** Where a user says that objects begin in their line; null where nobody said so. */
  readonly statedBaseBytes: number | null;
}

export interface Prediction {
  readonly basis: Basis;
  /** Or why there is none. */
  readonly outcome: Result<
    { readonly calibrated: Calibrated; readonly forecast: Forecast },
    Unpredictable
  >;
}

/** What a layout is expected to cost. Calibrates once for each basis and its tags; then it runs on each frame. */
export function predict(basis: Basis, layout: Layout, around: Surroundings): Prediction {
  const calibrated = calibrateBasis(basis, around);
  if (!calibrated.ok) return { basis, outcome: calibrated };
  const extent = {
    sizeBytes: Math.ceil(layout.sizeBits / 8),
    alignBytes: layout.alignBits / 8,
  };
  const start = startFor(
    originOf(basis, around.statedBaseBytes),
    extent,
    around.allocation,
    around.machine,
    basis.profile.lineBytes,
  );
  return {
    basis,
    outcome: ok({
      calibrated: calibrated.value,
      forecast: forecast(calibrated.value, placementOf(layout, start)),
    }),
  };
}

/**
 * What every basis says of a layout. Tags stand in where there is no profile, or none that anything can
 * be predicted from (peer snoops, say); beside a profile they speak of readers that it cannot show.
 */
export function predictAll(
  bases: readonly Basis[],
  tags: () => Basis | null,
  layout: Layout,
  around: Surroundings,
): readonly Prediction[] {
  const predictions = bases.map((basis) => predict(basis, layout, around));
  if (predictions.some(({ outcome }) => outcome.ok)) return predictions;
  const tagged = tags();
  return tagged === null ? predictions : [predict(tagged, layout, around), ...predictions];
}

/** What decided where the objects of the profile began. */
export function originOf(basis: Basis, statedBaseBytes: number | null): StartFacts {
  return {
    sizeBytes: basis.baseline.sizeBytes,
    alignBytes: basis.alignBytes,
    // What was measured there, or is tagged there, has moved nowhere: only the view has.
    statedBaseBytes:
      statedBaseBytes !== null && hasObjectsAt(basis, statedBaseBytes) ? null : statedBaseBytes,
  };
}

function hasObjectsAt({ profile }: Basis, baseBytes: number): boolean {
  const within = baseBytes % profile.lineBytes;
  return profile.instances.some((each) => each.baseBytes === within);
}

/** What the user vouches for. */
export type StatedByUser = Pick<Surroundings, 'tags' | 'prefetchShare'>;

/** The rates that explain a basis, with what the user vouches for. Kept for as long as the basis. */
export function calibrateBasis(
  basis: Basis,
  { tags, prefetchShare }: StatedByUser,
): Result<Calibrated, Unpredictable> {
  // Each edit carries out all edits again, so that equal lists are seldom the same one.
  return ratesOf(basis, JSON.stringify(tags), prefetchShare);
}

const ratesOf = derived(
  (
    { misbound, profile, baseline, locks }: Basis,
    tags: string,
    pairShare: number | null,
  ): Result<Calibrated, Unpredictable> =>
    misbound !== null
      ? fail(misbound)
      : calibrate(profile, baseline, {
          tags: JSON.parse(tags) as readonly Tag[],
          locks,
          ...(pairShare !== null && { pairShare }),
        }),
);
