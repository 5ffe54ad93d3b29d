import { itemAt } from './itemAt';
/**
 * The name that was most likely meant: the nearest by edit distance, if it is near enough to be a slip
 * of the finger (a third of its length). Null where none is.
 */
export function nearest<T extends string>(wanted: string, names: Iterable<T>): T | null {
  let best: T | null = null;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` Did you mean X?`, with its leading space, or nothing. */
export function didYouMean(wanted: string, names: Iterable<string>): string {
  const name = nearest(wanted, names);
  return name === null ? '' : ` Did you mean \`${name}\`?`;
}

/** Optimal string alignment: insert, delete, replace, or swap two neighbours, each counted 1. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        itemAt(last, column) + 1,
        itemAt(next, column - 1) + 1,
        itemAt(last, column - 1) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, itemAt(beforeLast, column - 2) + 1);
      next.push(cost);
    }
    beforeLast = last;
    last = next;
  }
  return itemAt(last, b.length);
}
