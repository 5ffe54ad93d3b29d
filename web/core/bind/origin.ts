import type { AccessProfile, FileFacts } from '../facts/generated';
import type { BuildMatch } from './loadBias';

/**
 * Whether a file is the one that a report was recorded on: of another one offsets may differ. `elsewhere`: functions of the
 * report do not lie where the file has them, and neither build-id nor release says why.
 */
export type Origin = 'same' | 'other' | 'elsewhere' | 'unknown';

/** Whether something speaks against a file's being the one that a report was recorded on. */
export function isDoubtful(origin: Origin): boolean {
  return origin === 'other' || origin === 'elsewhere';
}

/** What a report and a file say of each other; null where one of the two does not say. */
export interface OriginFacts {
  readonly buildMatch: BuildMatch | null;
  readonly sameBuild: boolean | null;
  readonly sameRelease: boolean | null;
}

export function originOf({ buildMatch, sameBuild, sameRelease }: OriginFacts): Origin {
  if (sameBuild !== null) return sameBuild ? 'same' : 'other';
  if (buildMatch?.verdict === 'matches') return 'same';
  if (sameRelease === false) return 'other';
  return buildMatch?.verdict === 'other' ? 'elsewhere' : 'unknown';
}

export function sameBuild(
  { buildId }: Pick<FileFacts, 'buildId'>,
  { buildIds }: Pick<AccessProfile, 'buildIds'>,
): boolean | null {
  if (buildId === null || buildIds.length === 0) return null;
  if (buildIds.some((mapped) => mapped.buildId === buildId)) return true;
  // A recording maps many programs, but only one kernel.
  const kernel = buildIds.find(({ object }) => object.startsWith('[kernel'));
  return kernel === undefined ? null : false;
}

export function sameRelease(
  { kernelRelease }: Pick<FileFacts, 'kernelRelease'>,
  profile: Pick<AccessProfile, 'kernelRelease'>,
): boolean | null {
  if (kernelRelease === null || profile.kernelRelease === null) return null;
  return kernelRelease === profile.kernelRelease;
}
