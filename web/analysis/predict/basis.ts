import type { Applied } from '../../edit/applied';
import type { Layout } from '../../layout/layout';
import { placementOf, type Placement } from '../hitm/placement';
import type { AccessProfile } from '../hitm/profile';
import { tagProfile } from '../hitm/tags';

/** What other orders are predicted from: plain data, so that it can go to a worker. */
export interface Basis {
  /** Which profile it is, for a person: a file's name, or `tags`. */
  readonly name: string;
  readonly profile: AccessProfile;
  /** Where the fields lay when the profile was taken. */
  readonly baseline: Placement;
  /** Alignment of the struct then. */
  readonly alignBytes: number;
}

/** The user's tags as pseudo-heat of the untouched order; null where nothing is tagged. */
export function tagBasis(applied: Applied, original: Layout): Basis | null {
  if (applied.tags.length === 0) return null;
  const baseline = placementOf(original);
  return {
    name: 'tags',
    profile: tagProfile(applied.tags, baseline, applied.lineBytes, applied.baseBytes),
    baseline,
    alignBytes: original.alignBits / 8,
  };
}

/** A profile that was taken on this layout. */
export function profileBasis(name: string, profile: AccessProfile, takenOn: Layout): Basis {
  return {
    name,
    profile,
    baseline: placementOf(takenOn),
    alignBytes: takenOn.alignBits / 8,
  };
}
