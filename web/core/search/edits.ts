import { itemAt } from '../base/itemAt';
import { applyEdit } from '../edit/apply';
import type { Applied } from '../edit/applied';
import type { Edit } from '../edit/edit';
import { offsetsOf } from '../edit/pins';
import type { Arranged, Arrangement } from './arrange';
import type { Scope, Unit } from './scopes';

/**
 * The fewest moves that turn the present order into another: all units but a longest increasing
 * subsequence of the old places.
 */
export function movedUnits(order: readonly number[]): readonly number[] {
  const staying = new Set(longestIncreasing(order));
  return order.filter((unit) => !staying.has(unit));
}

/**
 * An arrangement as ordinary edits, which give exactly its offsets when they are applied; null where
 * they would be refused (a pin that has to shift on the way, say).
 */
export function editsOf(
  applied: Applied,
  scopes: readonly Scope[],
  arrangement: Arrangement,
  arranged: Arranged,
): readonly Edit[] | null {
  const aligns = [...arrangement.aligned].map((member): Edit => ({
    kind: 'align',
    member,
    bytes: 'cacheline',
  }));
  const moves = scopes.flatMap((scope, number) =>
    movesOf(scope, itemAt(arrangement.orders, number)),
  );
  const swaps = scopes.flatMap((scope, number) =>
    orderEdit(scope, itemAt(arrangement.orders, number)),
  );
  // A move may shift a pin that a later one shifts back: `order` does all at once.
  for (const edits of [
    [...moves, ...aligns],
    [...swaps, ...aligns],
  ]) {
    if (givesOffsets(applied, edits, arranged)) return edits;
  }
  return null;
}

function movesOf({ units }: Scope, order: readonly number[]): Edit[] {
  const staying = new Set(stayingUnits(units, order));
  const edits: Edit[] = [];
  for (let at = 0; at < order.length;) {
    if (staying.has(itemAt(order, at))) {
      at++;
      continue;
    }
    let end = at;
    while (end < order.length && !staying.has(itemAt(order, end))) end++;
    // Members of one move keep their old order, so each increasing stretch is a move of its own.
    for (let from = at; from < end;) {
      let to = from + 1;
      while (to < end && itemAt(order, to) > itemAt(order, to - 1)) to++;
      const members = order.slice(from, to).flatMap((unit) => pathsOf(itemAt(units, unit)));
      edits.push({ kind: 'move', members, to: placeOf(units, order, from, end) });
      from = to;
    }
    at = end;
  }
  return edits;
}

function placeOf(
  units: readonly Unit[],
  order: readonly number[],
  from: number,
  end: number,
): Extract<Edit, { kind: 'move' }>['to'] {
  if (end === order.length && from > 0 && end - from === 1) return { at: 'last' };
  if (from === 0) return { at: 'first' };
  const before = itemAt(units, itemAt(order, from - 1)).members;
  return { at: 'after', member: itemAt(before, before.length - 1).path };
}

function pathsOf(unit: Unit) {
  return unit.members.map(({ path }) => path);
}

/** One edit that orders everything from the first to the last place that changes hands. */
function orderEdit({ units }: Scope, order: readonly number[]): Edit[] {
  const first = order.findIndex((unit, at) => unit !== at);
  if (first < 0) return [];
  let last = order.length - 1;
  while (order[last] === last) last--;
  const members = order.slice(first, last + 1).flatMap((unit) => pathsOf(itemAt(units, unit)));
  return [{ kind: 'order', members }];
}

function givesOffsets(applied: Applied, edits: readonly Edit[], arranged: Arranged): boolean {
  let now = applied;
  for (const edit of edits) {
    const next = applyEdit(now, edit);
    if (!next.ok) return false;
    now = next.value;
  }
  const offsets = offsetsOf(now.struct.root, now.struct.desc.target);
  for (const [path, bytes] of arranged.offsets) {
    if (Math.floor((offsets.get(path) ?? NaN) / 8) !== bytes) return false;
  }
  return true;
}

/** The longest increasing subsequence; ties prefer to keep units that may not move, then more bytes. */
function stayingUnits(units: readonly Unit[], order: readonly number[]): number[] {
  const best: { weight: number; before: number }[] = [];
  let end = -1;
  order.forEach((unit, at) => {
    const { movable, sizeBits } = itemAt(units, unit);
    const own = 1e9 + (movable ? 0 : 1e6) + Math.min(sizeBits, 1e5);
    let found = { weight: own, before: -1 };
    for (let earlier = 0; earlier < at; earlier++) {
      if (itemAt(order, earlier) > unit) continue;
      const weight = itemAt(best, earlier).weight + own;
      if (weight > found.weight) found = { weight, before: earlier };
    }
    best.push(found);
    if (end < 0 || found.weight > itemAt(best, end).weight) end = at;
  });
  const result: number[] = [];
  for (let at = end; at >= 0; at = itemAt(best, at).before) result.push(itemAt(order, at));
  return result.reverse();
}

/** Patience sorting: the values of a longest increasing subsequence. */
function longestIncreasing(values: readonly number[]): number[] {
  const tails: number[] = [];
  const before = new Int32Array(values.length).fill(-1);
  values.forEach((value, at) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (itemAt(values, itemAt(tails, middle)) < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[at] = itemAt(tails, low - 1);
    tails[low] = at;
  });
  const result: number[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = itemAt(before, at)) {
    result.push(itemAt(values, at));
  }
  return result.reverse();
}
