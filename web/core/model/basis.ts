import { derived } from '../base/derived';
import { basesOf, type Applied, type AppliedState } from '../edit/applied';
import type { LayoutDocument } from '../edit/document';
import type { Binding, DocumentProfile } from '../edit/profiles';
import type { StructDesc } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import type { Layout } from '../layout/layout';
import { attribute } from '../heat/attribute';
import { structOnRuler, measuredLayout, type StructOnRuler } from '../heat/measuredLayout';
import { modelProfile } from './toModel';
import { lockObjects, type LockObject } from '../locks/objects';
import type { Unpredictable } from './flags';
import { placementOf, type FieldPlacement } from './placement';
import type { AccessProfile } from './profile';
import { tagProfile } from './tags';
import { otherStruct } from './otherStruct';

/** What other orders are predicted from: plain data, so that it can go to a worker. */
export interface Basis {
  /** Which profile it is, for a person: a file's name, or `tags`. */
  readonly name: string;
  readonly profile: AccessProfile;
  /** Where the fields lay when the profile was measured. */
  readonly baseline: FieldPlacement;
  /** Alignment of the struct then. */
  readonly alignBytes: number;
  /** The locks of the struct, by its types. */
  readonly locks: readonly LockObject[];
  /** Why it cannot belong to this struct, or not where it is bound; null where nothing says so. */
  readonly misbound: Unpredictable | null;
  /** Whether that was the layout of the struct as it was found, and not that of a patched kernel. */
  readonly isOfOriginal: boolean;
}

/** What a user vouches for, and the ruler that it is seen through. */
export type Tagged = Pick<AppliedState, 'tags' | 'lineBytes' | 'wantedBaseBytes' | 'baseModulo'>;

/** The user's tags as pseudo-heat of the untouched order; null where nothing is tagged. */
export function tagBasis(desc: StructDesc, original: Layout, tagged: Tagged): Basis | null {
  const { tags, lineBytes } = tagged;
  if (tags.length === 0) return null;
  const baseline = placementOf(original);
  const alignBytes = original.alignBits / 8;
  return {
    name: 'tags',
    profile: tagProfile(tags, baseline, lineBytes, basesOf(tagged, alignBytes)),
    baseline,
    alignBytes,
    locks: lockObjects(desc, original),
    misbound: null,
    isOfOriginal: true,
  };
}

/**
 * The bound profiles of a document, those that were measured on the original first, and among them the one
 * in view: the figures speak of the first.
 */
export function profileBases(
  document: LayoutDocument,
  { state: { profiles, bindings } }: Applied,
): Basis[] {
  const rank = (basis: Basis) =>
    (basis.isOfOriginal ? 0 : 2) + (basis.name === document.view.profile ? 0 : 1);
  return profiles
    .flatMap((profile) => profileBasis(document, profile, bindings) ?? [])
    .sort((a, b) => rank(a) - rank(b));
}

/**
 * A profile of the document on the layout that it was measured on; null where none of its lines is bound (a
 * type profile has no lines). The same object as long as profile, struct and bindings are.
 */
export function profileBasis(
  document: LayoutDocument,
  profile: DocumentProfile,
  bindings: readonly Binding[],
): Basis | null {
  const own = bindings.filter((binding) => binding.profile === profile.name);
  return basisOf(profile, structOnRuler(document), JSON.stringify(own));
}

const basisOf = derived(
  (profile: DocumentProfile, ruled: StructOnRuler, bindings: string): Basis | null => {
    const measured = measuredLayout(ruled, profile);
    const own = JSON.parse(bindings) as readonly Binding[];
    const attribution = own.length === 0 ? null : attribute(measured, profile, own);
    const model = attribution && modelProfile(attribution);
    const layout = computeLayout(measured);
    const locks = lockObjects(measured.desc, layout);
    return (
      model && {
        name: profile.name,
        profile: model,
        baseline: placementOf(layout),
        alignBytes: layout.alignBits / 8,
        locks,
        misbound: attribution && otherStruct(attribution, locks, layout),
        isOfOriginal: profile.measuredOn.length === 0,
      }
    );
  },
);
