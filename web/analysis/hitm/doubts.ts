import type { Assignment } from './assign';
import type { Band } from './band';
import type { Calibrated } from './calibrated';
import type { Flag } from './flags';
import type { LockChanges } from './lockChanges';

/** A range with what cannot be told: whose sign is unknown, and what the missing stores may do. */
export function withDoubts(
  { low, high }: Band,
  calibrated: Calibrated,
  assignments: readonly Assignment[],
  changes: LockChanges,
): Band {
  const least = parted(assignments);
  const { baselineHitm } = calibrated;
  // As it was, and twice as much: where the sign is unknown neither can be left out.
  return isSignUnknown(changes)
    ? { low: Math.min(low, baselineHitm), high: Math.max(high, 2 * baselineHitm, least) }
    : { low, high: Math.max(high, least) };
}

/**
 * Measured HITM of fields that an order takes away from all stores that rows show, while rows with stores are missing
 * from the report: these may be the field's own, or go with it.
 */
function parted(assignments: readonly Assignment[]): number {
  let hitm = 0;
  for (const { group, lines, weight } of assignments) {
    for (const before of group.lineAtoms.values()) {
      const isCutOff = (index: number) => {
        const site = group.sites[index];
        return site?.kind === 'foreign' && site.isCutOff && (group.atoms[index]?.stores ?? 0) > 0;
      };
      if (!before.some(isCutOff)) continue;
      const stores = (index: number) => !isCutOff(index) && (group.atoms[index]?.stores ?? 0) > 0;
      for (const index of before) {
        const atom = group.atoms[index];
        if (group.sites[index]?.kind !== 'field' || !atom || atom.hitm <= 0 || stores(index))
          continue;
        const now = [...lines.values()].filter((line) => line.includes(index)).flat();
        if (!now.some(stores)) hitm += atom.hitm * weight;
      }
    }
  }
  return hitm;
}

/** Whether nobody can say if an order makes its locks cheaper or dearer. */
function isSignUnknown({ split, neighbours }: LockChanges): boolean {
  return split.size > 0 || neighbours.size > 0;
}

/** What is said of locks whose words or neighbours an order changes. */
export function lockFlags({ split, neighbours }: LockChanges): readonly Flag[] {
  const others = [...neighbours].filter((field) => !split.has(field));
  return [
    ...(split.size > 0 ? [{ kind: 'lockSplit' as const, fields: [...split] }] : []),
    ...(others.length > 0 ? [{ kind: 'lockNeighbours' as const, fields: others }] : []),
  ];
}
