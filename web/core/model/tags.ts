import type { Tag } from '../edit/document';
import type { TagRole } from '../edit/edit';
import { assertNever } from '../base/assert';
import { countable } from './clean';
import type { FieldPlacement } from './placement';
import type { AccessProfile, AccessRow, AtomProfile } from './profile';

/** Pseudo-heat of a role where the user gives no weight. The unit is the busiest field's visits. */
const DEFAULT_WEIGHT: Readonly<Record<TagRole, number>> = {
  'read-hot': 1000,
  'read-mostly': 300,
  'write-hot': 1000,
  counter: 1000,
  lock: 1000,
  cold: 0,
};

/** Tags speak of a loaded machine; how many CPUs matters little once there are more than a few. */
const TAG_CPUS = 64;

/**
 * Pseudo-heat for a struct that nobody measured. Its figures rank orders and have no unit.
 *
 * @param bases where in their line objects may begin, in bytes: as many of them at each
 */
export function tagProfile(
  tags: readonly Tag[],
  placement: FieldPlacement,
  lineBytes: number,
  bases: readonly number[],
): AccessProfile {
  return {
    kind: 'tags',
    lineBytes,
    cpuCount: TAG_CPUS,
    storeRatio: null,
    instances: bases.map((baseBytes) => ({
      baseBytes,
      atoms: tags.flatMap((tag) => tagAtoms(tag, placement, lineBytes, 1 / bases.length)),
      foreign: [],
      lines: [],
    })),
  };
}

/**
 * A tagged member as atoms that cover it; none where the layout has no such member. One that is larger than a line is
 * used all over: each of its lines has a share.
 *
 * @param scale load samples for each unit of the role's default weight
 */
export function tagAtoms(
  tag: Tag,
  placement: FieldPlacement,
  lineBytes: number,
  scale: number,
): readonly AtomProfile[] {
  if (!placement.offsets.has(tag.member)) return [];
  const field = placement.fields.find(({ path }) => path === tag.member);
  const sizeBytes = field?.sizeBytes ?? placement.unionSizes?.get(tag.member) ?? 1;
  const whole = Math.max(1, sizeBytes);
  const spread = isSpread(whole, lineBytes);
  const count = spread ? Math.ceil(whole / lineBytes) : 1;
  // One who uses a field alone has a CPU of the same name.
  const cpuShares = tag.by === undefined ? null : new Map([[cpuOf(tag.by), 1]]);
  return Array.from({ length: count }, (_, part) => ({
    field: tag.member,
    offsetBytes: part * lineBytes,
    sizeBytes: spread ? 1 : whole,
    rows: tagRows(tag, scale / count),
    cpuShares,
  }));
}

export function isSpread(sizeBytes: number, lineBytes: number): boolean {
  return sizeBytes > lineBytes;
}

/** A number for a name: two names have one number once in a few thousand millions. */
function cpuOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

function tagRows(tag: Tag, scale: number): readonly AccessRow[] {
  const given = tag.weight !== null && tag.weight >= 0 ? tag.weight : null;
  const weight = countable((given ?? DEFAULT_WEIGHT[tag.role]) * scale);
  // A symbol of its own for each: nothing is known of who touches two fields in one visit.
  const row = { codeOffset: 0, rmtHitm: 0, lclHitm: 0, cpus: TAG_CPUS };
  const reads = { ...row, symbol: `reads ${tag.member}`, otherLoads: weight, stores: 0 };
  const writes = { ...row, symbol: `writes ${tag.member}`, otherLoads: 0, stores: weight };
  switch (tag.role) {
    case 'read-hot':
    case 'read-mostly':
      return [reads];
    // What several CPUs do to one field no order changes; an operation that loads and stores asks for the line once.
    case 'write-hot':
    case 'counter':
      return [{ ...writes, cpus: 1 }];
    case 'lock':
      return [reads, writes];
    case 'cold':
      return [];
    default:
      return assertNever(tag.role);
  }
}
