import type { WeighedOrder } from './weigh';

/** The candidates that no other beats in everything, the best first. */
export interface Front {
  /** Points of the front, the best first; the candidates of a point have the same price. */
  points(): readonly (readonly WeighedOrder[])[];
  offer(candidate: WeighedOrder): void;
}

/** Equal in all that counts, yet different orders: so many of them are worth keeping. */
const MOST_EQUALS = 64;
/** Points that are held: some forty are shown, and the worst of a thousand never are. */
const MOST_POINTS_HELD = 1000;

/** @param noise expected gains that differ by no more than this are told apart by what they take */
export function createFront(noise = 0): Front {
  let points: WeighedOrder[][] = [];
  return {
    points: () =>
      byGain(
        points
          .map((point) => [...point].sort(comparePreferred))
          .sort((a, b) => compareObjectives(leader(a), leader(b))),
        noise,
      ),
    offer(candidate) {
      let own: WeighedOrder[] | null = null;
      for (const point of points) {
        if (compareObjectives(leader(point), candidate) === 0) own = point;
        else if (dominates(leader(point), candidate)) return;
      }
      if (own === null) {
        points = points.filter((point) => !dominates(candidate, leader(point)));
        points.push([candidate]);
        if (points.length > MOST_POINTS_HELD) {
          const worst = points.reduce((a, b) =>
            compareObjectives(leader(a), leader(b)) < 0 ? b : a,
          );
          points = points.filter((point) => point !== worst);
        }
        return;
      }
      if (own.length < MOST_EQUALS) {
        own.push(candidate);
        return;
      }
      const worst = own.reduce((a, b) => (comparePreferred(a, b) < 0 ? b : a));
      if (comparePreferred(candidate, worst) < 0) own[own.indexOf(worst)] = candidate;
    },
  };
}

/**
 * By the gain that is to be expected; where it is as good as the best one's, by fewer moves, then by fewer members that
 * change their line.
 */
function byGain(points: readonly WeighedOrder[][], noise: number): readonly WeighedOrder[][] {
  const rest = [...points];
  const sorted: WeighedOrder[][] = [];
  while (noise > 0 && rest.length > 0) {
    const best = rest.reduce((a, b) => (rankOf(b) < rankOf(a) ? b : a));
    const top = leader(best);
    const alike = rest.filter((point) => {
      const { broken, expectedGain } = leader(point);
      return broken.length === top.broken.length && expectedGain >= top.expectedGain - noise;
    });
    const next = alike.reduce((a, b) => (isCheaper(leader(b), leader(a)) ? b : a));
    sorted.push(...rest.splice(rest.indexOf(next), 1));
  }
  return [...sorted, ...rest];
}

function rankOf(point: readonly WeighedOrder[]): number {
  const { broken, expectedGain } = leader(point);
  return broken.length > 0 ? broken.length * Number.MAX_SAFE_INTEGER : -expectedGain;
}

/** A field that comes to cross a line is as dear as one more move. */
function isCheaper(a: WeighedOrder, b: WeighedOrder): boolean {
  const price = ({ edits, straddles, knockOn }: WeighedOrder) => [
    edits + straddles,
    knockOn.length,
  ];
  return byEach(price(a), price(b)) < 0;
}

function leader(point: readonly WeighedOrder[]): WeighedOrder {
  return point[0] as WeighedOrder;
}

/**
 * At least as good in everything and better in something. An alignment and an order do not compare:
 * an order costs nothing, an alignment holds when somebody adds a field.
 */
function dominates(a: WeighedOrder, b: WeighedOrder): boolean {
  if (a.arrangement.aligned.size > 0 !== b.arrangement.aligned.size > 0) return false;
  let better = false;
  for (let k = 0; k < a.objectives.length; k++) {
    const difference = (a.objectives[k] ?? 0) - (b.objectives[k] ?? 0);
    if (difference > 0) return false;
    if (difference < 0) better = true;
  }
  return better;
}

/** Sorts by objectives, then orders before alignments, then by what decides among equals. */
export function comparePreferred(a: WeighedOrder, b: WeighedOrder): number {
  return compareObjectives(a, b) || byEach(a.preferences, b.preferences);
}

/** 0 where two candidates are the same point of the front. */
function compareObjectives(a: WeighedOrder, b: WeighedOrder): number {
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
