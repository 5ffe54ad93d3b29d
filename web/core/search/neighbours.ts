import { itemAt } from '../base/itemAt';
import type { MemberPath } from '../layout/ids';
import type { Arranged, Arrangement } from './arrange';
import type { Scope, Unit } from './scopes';
import type { WeighedOrder } from './weigh';

export interface Moves {
  /** Fields that are accessed; others move only to fill or make room. */
  readonly hot: ReadonlySet<MemberPath>;
  readonly lineBytes: number;
  readonly baseBytes: number;
  readonly mayAlign: boolean;
  /** Without heat every member may go to any place. */
  readonly packing: boolean;
}

/** Up to this many units a hot one is tried in every place. */
const EVERY_PLACE = 80;
/** Likewise every one, when packing. */
const EVERY_PLACE_PACKING = 50;

/** Arrangements one step away: a relocation, a swap, an alignment. */
export function* neighbours(
  from: WeighedOrder,
  scopes: readonly Scope[],
  moves: Moves,
): Generator<Arrangement> {
  const { orders, aligned } = from.arrangement;
  const { offsets } = from.arranged();
  for (let number = 0; number < scopes.length; number++) {
    const { units } = itemAt(scopes, number);
    const order = itemAt(orders, number);
    const keyPlaces = placesThatMatter(offsets, units, order, moves);
    const all = order.map((_, place) => place).concat(order.length);
    const hot = order.map((unit) => isHot(itemAt(units, unit), moves.hot));
    const everywhere = order.length <= (moves.packing ? EVERY_PLACE_PACKING : EVERY_PLACE);
    const change = (next: readonly number[]): Arrangement => ({
      orders: orders.map((old, other) => (other === number ? next : old)),
      aligned,
    });
    // Hot members first: what matters most is found soonest.
    for (const wantHot of [true, false]) {
      for (let at = 0; at < order.length; at++) {
        const unit = itemAt(units, itemAt(order, at));
        if (!unit.movable || (hot[at] === true) !== wantHot) continue;
        const places = everywhere && (wantHot || moves.packing) ? all : keyPlaces;
        for (const place of places) {
          const next = relocated(units, order, at, place);
          if (next !== null) yield change(next);
        }
        if (!wantHot) continue;
        for (let other = 0; other < order.length; other++) {
          const next = swapped(offsets, units, order, at, other, moves);
          if (next !== null) yield change(next);
        }
      }
    }
    if (!moves.mayAlign) continue;
    for (let at = 0; at < order.length; at++) {
      const unit = itemAt(units, itemAt(order, at));
      const first = itemAt(unit.members, 0);
      const free = unit.movable && first.bitField === null && first.align === null;
      if (!free || hot[at] !== true) continue;
      const next = new Set(aligned);
      if (!next.delete(first.path)) next.add(first.path);
      yield { orders, aligned: next };
    }
  }
}

function isHot(unit: Unit, hot: ReadonlySet<MemberPath>): boolean {
  return unit.members.some(
    (member) =>
      hot.has(member.path) ||
      (member.inner?.keyword === 'union' && member.inner.members.some(({ path }) => hot.has(path))),
  );
}

type Offsets = Arranged['offsets'];

/** Line starts, both sides of holes, and the ends of segments. */
function placesThatMatter(
  offsets: Offsets,
  units: readonly Unit[],
  order: readonly number[],
  { lineBytes, baseBytes }: Moves,
): readonly number[] {
  const places = new Set<number>([0, order.length]);
  let end = 0;
  let line = -1;
  order.forEach((index, at) => {
    const unit = itemAt(units, index);
    const start = offsets.get(itemAt(unit.members, 0).path) ?? 0;
    const here = Math.floor((baseBytes + start) / lineBytes);
    const lastByte = start + Math.max(1, unit.sizeBits / 8) - 1;
    const reaches = Math.floor((baseBytes + lastByte) / lineBytes);
    // Before what begins a line, and before and after what lies across a boundary.
    if (here !== line) places.add(at);
    if (reaches !== here) places.add(at).add(at + 1);
    if (at > 0 && start > end) places.add(at);
    if (at > 0 && itemAt(units, itemAt(order, at - 1)).segment !== unit.segment) places.add(at);
    line = reaches;
    end = lastByte + 1;
  });
  return [...places].sort((a, b) => a - b);
}

/** The order with one unit taken out and put before the one at `place`; null where it may not go there. */
function relocated(
  units: readonly Unit[],
  order: readonly number[],
  at: number,
  place: number,
): number[] | null {
  if (place === at || place === at + 1) return null;
  const unit = itemAt(order, at);
  const { segment } = itemAt(units, unit);
  const low = Math.min(at, place);
  const high = Math.max(at, place);
  for (let k = low; k < high; k++) {
    const crossed = itemAt(units, itemAt(order, k));
    if (crossed.segment !== segment) return null;
    // A flexible array and the like stay last; nothing goes behind what ends a struct.
    if (!crossed.movable && k === order.length - 1 && place === order.length) return null;
  }
  const next = order.filter((_, k) => k !== at);
  next.splice(place > at ? place - 1 : place, 0, unit);
  return next;
}

/** Equal sizes trade places without shifting anything else. */
function swapped(
  offsets: Offsets,
  units: readonly Unit[],
  order: readonly number[],
  at: number,
  other: number,
  { lineBytes, baseBytes }: Moves,
): number[] | null {
  if (at === other) return null;
  const a = itemAt(units, itemAt(order, at));
  const b = itemAt(units, itemAt(order, other));
  if (!b.movable || a.segment !== b.segment) return null;
  if (a.sizeBits !== b.sizeBits || a.alignBits !== b.alignBits) return null;
  const lineOf = (unit: Unit) =>
    Math.floor((baseBytes + (offsets.get(itemAt(unit.members, 0).path) ?? 0)) / lineBytes);
  if (lineOf(a) === lineOf(b)) return null;
  const next = [...order];
  next[at] = itemAt(order, other);
  next[other] = itemAt(order, at);
  return next;
}
