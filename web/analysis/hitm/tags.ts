import type { Tag } from '../../edit/document';
import type { TagRole } from '../../edit/edit';
import { assertNever } from '../../base/assert';
import { countable } from './clean';
import type { FieldPlacement } from './placement';
import type { AccessProfile, AccessRow, AtomProfile } from './profile';

/** Pseudo-heat of a role where the user gives no weight. The unit is the busiest field's visits. */
const DEFAULT_WEIGHT: Readonly<Record<TagRole, number>> = {
  'read-hot': 1000,
  'read-mostly': 300,
  'write-hot': 1000,
  lock: 1000,
  cold: 0,
};

/** Tags speak of a loaded machine; how many CPUs matters little once there are more than a few. */
const TAG_CPUS = 64;

/** Pseudo-heat for a struct that nobody measured. Its figures rank orders and have no unit. */
export function tagProfile(
  tags: readonly Tag[],
  placement: FieldPlacement,
  lineBytes: number,
  baseBytes: number,
): AccessProfile {
  return {
    kind: 'tags',
    lineBytes,
    cpuCount: TAG_CPUS,
    storeRatio: null,
    instances: [
      {
        baseBytes,
        atoms: tags.flatMap((tag) => tagAtom(tag, placement, 1) ?? []),
        foreign: [],
        lines: [],
      },
    ],
  };
}

/**
 * A tagged member as an atom that covers it whole; null where the layout has no such member.
 *
 * @param scale load samples for each unit of the role's default weight
 */
export function tagAtom(tag: Tag, placement: FieldPlacement, scale: number): AtomProfile | null {
  const offsetBytes = placement.offsets.get(tag.member);
  if (offsetBytes === undefined) return null;
  const field = placement.fields.find(({ path }) => path === tag.member);
  return {
    field: tag.member,
    offsetBytes: 0,
    sizeBytes: Math.max(1, field?.sizeBytes ?? 1),
    rows: tagRows(tag, scale),
    cpuShares: null,
  };
}

function tagRows(tag: Tag, scale: number): readonly AccessRow[] {
  const given = tag.weight !== null && tag.weight >= 0 ? tag.weight : null;
  const weight = countable(given ?? DEFAULT_WEIGHT[tag.role] * scale);
  // A symbol of its own for each: nothing is known of who touches two fields in one visit.
  const row = { codeOffset: 0, rmtHitm: 0, lclHitm: 0, cpus: TAG_CPUS };
  const reads = { ...row, symbol: `reads ${tag.member}`, otherLoads: weight, stores: 0 };
  const writes = { ...row, symbol: `writes ${tag.member}`, otherLoads: 0, stores: weight };
  switch (tag.role) {
    case 'read-hot':
    case 'read-mostly':
      return [reads];
    case 'write-hot':
      return [writes];
    case 'lock':
      return [reads, writes];
    case 'cold':
      return [];
    default:
      return assertNever(tag.role);
  }
}
