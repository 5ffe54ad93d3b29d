/** Families by what a model of independent accesses does not know of them. */
export const FAMILIES = [
  'ideal',
  'unsaturated',
  'saturated',
  'spinLocks',
  'sleepingLocks',
  'saturatedLocks',
  'prefetch',
  'hiddenRows',
  'noLineTable',
  'machines',
] as const;

export type Family = (typeof FAMILIES)[number];

export const hasLocks = (family: Family): boolean =>
  family === 'spinLocks' || family === 'sleepingLocks' || family === 'saturatedLocks';
