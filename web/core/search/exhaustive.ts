import { itemAt } from '../base/itemAt';
import type { Arrangement } from './arrange';
import type { Scope } from './scopes';

/** Every order of a struct's movable units within their segments; null where there are more than `most`. */
export function everyOrder(scopes: readonly Scope[], most: number): Iterable<Arrangement> | null {
  let count = 1;
  for (const { units } of scopes) {
    for (const group of segmentsOf(units)) {
      for (let k = 2; k <= group.length; k++) count *= k;
      if (count > most) return null;
    }
  }
  return ordersFrom(scopes, 0, []);
}

function* ordersFrom(
  scopes: readonly Scope[],
  from: number,
  chosen: readonly (readonly number[])[],
): Generator<Arrangement> {
  if (from === scopes.length) {
    yield { orders: chosen, aligned: new Set() };
    return;
  }
  const { units } = itemAt(scopes, from);
  for (const order of ordersOf(segmentsOf(units), [...units.keys()])) {
    yield* ordersFrom(scopes, from + 1, [...chosen, order]);
  }
}

/** Places that a segment's movable units share among them; what may not move keeps its place between them. */
function segmentsOf(units: Scope['units']): readonly (readonly number[])[] {
  const bySegment = new Map<number, number[]>();
  units.forEach(({ segment, movable }, index) => {
    if (!movable) return;
    const group = bySegment.get(segment);
    if (group === undefined) bySegment.set(segment, [index]);
    else group.push(index);
  });
  return [...bySegment.values()];
}

function* ordersOf(
  groups: readonly (readonly number[])[],
  order: readonly number[],
): Generator<readonly number[]> {
  const [group, ...rest] = groups;
  if (group === undefined) {
    yield order;
    return;
  }
  for (const permutation of permutations(group)) {
    const next = [...order];
    group.forEach((place, k) => (next[place] = itemAt(permutation, k)));
    yield* ordersOf(rest, next);
  }
}

function* permutations(values: readonly number[]): Generator<readonly number[]> {
  if (values.length <= 1) {
    yield values;
    return;
  }
  for (let at = 0; at < values.length; at++) {
    const rest = values.filter((_, k) => k !== at);
    for (const tail of permutations(rest)) yield [itemAt(values, at), ...tail];
  }
}
