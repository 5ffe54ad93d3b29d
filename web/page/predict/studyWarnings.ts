/**
 * Cases in which HITM pointed the wrong way, from what was published of them (see `scripts/studies`).
 * They stand where a prediction or a suggestion could be taken for advice.
 */
const WARNINGS: Readonly<Record<string, string>> = {
  mm_struct:
    'HITM alone would have picked the regressed layout here. In published reports the good layout has 6,701 HITM on the lines of `mmap_lock`. The one that cost will-it-scale mmap1 9.2 % has 2,845: waiters on the lock want `count` and `owner` on two lines.',
  'file-f_ref':
    'More HITM went with more speed here: for the merged change a test robot measured 119 % more HITM in the whole trace along with 94.3 % more throughput (stress-ng.mq).',
};

/** A sentence about a study, by its id; null for those that need none. */
export function studyWarning(study: string): string | null {
  return WARNINGS[study] ?? null;
}
