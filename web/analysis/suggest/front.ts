import type { Candidate } from './weigh';

/** The candidates that no other beats in everything, the best first. */
export interface Front {
  readonly candidates: readonly Candidate[];
  /** Whether it was taken in. */
  offer(candidate: Candidate): boolean;
}

/** Equal in all that counts, yet different orders: so many of them are worth keeping. */
const MOST_EQUALS = 64;

export function createFront(): Front {
  let candidates: Candidate[] = [];
  const keys = new Set<string>();
  return {
    get candidates() {
      return candidates;
    },
    offer(candidate) {
      const key = keyOf(candidate);
      if (keys.has(key)) return false;
      if (candidates.some((other) => dominates(other, candidate))) return false;
      const kept = candidates.filter((other) => !dominates(candidate, other));
      const equals = kept.filter((other) => compareObjectives(other, candidate) === 0);
      const last = equals.at(-1);
      if (equals.length >= MOST_EQUALS && last !== undefined) {
        if (comparePreferred(last, candidate) <= 0) return false;
        kept.splice(kept.indexOf(last), 1);
      }
      candidates = [...kept, candidate].sort((a, b) => comparePreferred(a, b));
      keys.clear();
      for (const each of candidates) keys.add(keyOf(each));
      return true;
    },
  };
}

/**
 * At least as good in everything and better in something. An alignment and an order do not compare:
 * an order costs nothing, an alignment holds when somebody adds a field.
 */
function dominates(a: Candidate, b: Candidate): boolean {
  if (a.arrangement.aligned.size > 0 !== b.arrangement.aligned.size > 0) return false;
  let better = false;
  for (let k = 0; k < a.objectives.length; k++) {
    const difference = (a.objectives[k] ?? 0) - (b.objectives[k] ?? 0);
    if (difference > 0) return false;
    if (difference < 0) better = true;
  }
  return better;
}

/** By objectives, then orders before alignments, then by what decides among equals. */
export function comparePreferred(a: Candidate, b: Candidate): number {
  return compareObjectives(a, b) || byEach(a.preferences, b.preferences);
}

/** 0 where two candidates are the same point of the front. */
export function compareObjectives(a: Candidate, b: Candidate): number {
  return (
    byEach(a.objectives, b.objectives) || a.arrangement.aligned.size - b.arrangement.aligned.size
  );
}

function byEach(a: readonly number[], b: readonly number[]): number {
  for (let k = 0; k < a.length; k++) {
    const difference = (a[k] ?? 0) - (b[k] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function keyOf({ arrangement }: Pick<Candidate, 'arrangement'>): string {
  const { orders, aligned } = arrangement;
  return `${orders.map((order) => order.join()).join('|')}/${[...aligned].sort().join()}`;
}
