import { derived } from '../../base/derived';
import type { Calibrated } from './calibrated';
import type { CalibratedGroup } from './group';
import type { LineFigures } from './lineCache';
import { isWordOf } from './lockWords';

/**
 * HITM that those who stay on a lock's line are expected to take over from those who left it. Independent readers of a
 * line that is written often do; whoever takes a lock looks at it once each time, whoever else has left, so that there
 * may be none of it.
 *
 * @param figures of a line with these atoms
 */
export function takenOver(
  { locks }: Calibrated,
  group: CalibratedGroup,
  { atoms, hitmTotal }: LineFigures,
): number {
  const words = lockAtoms(group, locks);
  if (!atoms.some((index) => words.has(index))) return 0;
  const measured = atoms.reduce((sum, index) => {
    const { hitm = 0, atomicHitm = 0 } = group.atoms[index] ?? {};
    return sum + hitm + atomicHitm;
  }, 0);
  return Math.max(0, hitmTotal - measured);
}

/** The atoms of a group that are words of a lock. */
export const lockAtoms = derived(
  ({ sites }: CalibratedGroup, locks: Calibrated['locks']): ReadonlySet<number> => {
    const own = locks.filter(({ kind }) => kind === 'lock');
    return new Set(
      sites.flatMap((site, index) => (own.some((lock) => isWordOf(site, lock)) ? [index] : [])),
    );
  },
);
