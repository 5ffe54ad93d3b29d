/** Most fields of which nothing was sampled are cold; one that is not may cost more than any order gains. */
const UNSEEN_SHARE = 0.05;
/** The guess is a rough one: it counts in steps of this share of the baseline. */
const STEP = 0.1;

/**
 * What is added to the HITM of an order when orders are compared, and nowhere else, for readers that no profile
 * showed.
 *
 * @param unseen the most HITM that they may add
 */
export function unseenRisk(unseen: number, baselineHitm: number): number {
  const step = STEP * baselineHitm;
  return step > 0 ? step * Math.floor((UNSEEN_SHARE * unseen) / step) : 0;
}

/**
 * Whether an order may be worse than the present one through readers that no profile showed: it comes after those whose
 * gain holds even if every store is followed by a HITM of such a reader.
 *
 * @param unseen the most HITM that such readers may add
 */
export function gainIsOpen(hitm: number, unseen: number, hitmBefore: number): boolean {
  return unseen > 0 && hitm + unseen >= hitmBefore;
}
