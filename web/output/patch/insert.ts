import { itemAt } from '../../base/itemAt';
import type { MemberPath } from '../../layout/ids';
import { element, turningLines, type Element, type Wrapper } from './level';

/** What the user dragged, and whether to before or after something. */
export type Anchors = ReadonlyMap<MemberPath, 'before' | 'after'>;

/**
 * Puts the units of `order` that are not in `kept` where the order wants them. Between the neighbours
 * that stay there may be several gaps, which all give the same layout (what is compiled out, blank lines
 * and directives lie between): the one with the fewest new directives is taken, then the nearest to what
 * the unit was dragged to.
 */
export function insertUnits(
  original: readonly Element[],
  kept: readonly Element[],
  order: readonly Element[],
  anchors: Anchors,
): readonly Element[] {
  const result = [...kept];
  const placed = new Set(kept);
  let from = 0;
  for (const [index, unit] of order.entries()) {
    if (placed.has(unit)) {
      from = result.indexOf(unit) + 1;
      continue;
    }
    const next = order.slice(index + 1).find((later) => placed.has(later));
    const to = next === undefined ? result.length : result.indexOf(next);
    const at = bestGap(original, result, unit, from, to, anchors);
    const joined = { ...unit, path: joinedPath(unit.path, result[at - 1], result[at]) };
    const block = paragraph(original, unit, joined, result[at - 1], result[at]);
    result.splice(at, 0, ...block);
    from = at + block.indexOf(joined) + 1;
  }
  return result;
}

function bestGap(
  original: readonly Element[],
  elements: readonly Element[],
  unit: Element,
  from: number,
  to: number,
  anchors: Anchors,
): number {
  const before = unit.members.some((path) => anchors.get(path) === 'before');
  const group = groupAt(
    original,
    original.findIndex((each) => sameText(each, unit)),
  );
  const title = titleOf(original, unit);
  let best = from;
  let least = Infinity;
  for (let at = from; at <= to; at++) {
    const previous = elements[at - 1];
    const next = elements[at];
    const path = joinedPath(unit.path, previous, next);
    const around = [previous?.path ?? [], next?.path ?? []] as const;
    const wrappers =
      turningLines(around[0], path) +
      turningLines(path, around[1]) -
      turningLines(around[0], around[1]);
    // A comment that stands over the next member stays over it; under its own paragraph's title a member may come.
    const under = previous?.kind === 'comment' && next !== undefined && next.kind !== 'blank';
    const severs = under && !(title !== null && sameText(previous, title));
    // Rather the last of a paragraph than between an empty line and the title of the next.
    const astray = previous?.kind === 'blank' && next?.kind === 'comment' && next.boundary === null;
    const strays = group !== null && groupAt(elements, at) !== group;
    const distance = before ? to - at : at - from;
    const cost =
      wrappers * 100 + (severs ? 5_000 : 0) + (strays ? 2_000 : 0) + (astray ? 50 : 0) + distance;
    if (cost < least) {
      least = cost;
      best = at;
    }
  }
  return best;
}

function sameText(a: Element, b: Element): boolean {
  return a.firstLine === b.firstLine && b.firstLine > 0;
}

/** The comment over the paragraph that a unit stood in. */
function titleOf(original: readonly Element[], unit: Element): Element | null {
  const index = original.findIndex((each) => sameText(each, unit));
  const above = original.slice(0, Math.max(0, index)).reverse();
  const first = above.find((each) => each.kind !== 'unit');
  return first?.kind === 'comment' && first.boundary === null ? first : null;
}

/** How many markers and walls stand before a place: the group it lies in. Null for what is new. */
function groupAt(elements: readonly Element[], index: number): number | null {
  if (index < 0) return null;
  return elements.slice(0, index).filter((each) => each.marker || each.wall).length;
}

/** A block with the same condition that ends or begins at the gap takes the unit in. */
function joinedPath(
  path: readonly Wrapper[],
  previous: Element | undefined,
  next: Element | undefined,
): readonly Wrapper[] {
  const alike = (other: readonly Wrapper[]) => {
    let depth = 0;
    while (depth < path.length && path[depth]?.condition === other[depth]?.condition) depth++;
    return other.slice(0, depth);
  };
  const [a, b] = [alike(previous?.path ?? []), alike(next?.path ?? [])];
  const shared = b.length > a.length ? b : a;
  return [...shared, ...path.slice(shared.length)];
}

/** A member with its comment that stood apart, with an empty line on each side, stands apart again. */
function paragraph(
  original: readonly Element[],
  unit: Element,
  joined: Element,
  previous: Element | undefined,
  next: Element | undefined,
): readonly Element[] {
  const index = original.findIndex((each) => sameText(each, unit));
  const stoodApart = index >= 0 && isGap(original[index - 1]) && isGap(original[index + 1]);
  if (!stoodApart || unit.lines.length < 2) return [joined];
  const line = lineEnd(itemAt(unit.lines, 0));
  const blank = (path: readonly Wrapper[]) => element('blank', [line], path, 0);
  // The empty line stands outside of a block that is the unit's own.
  const shared = (other: Element) => joined.path.filter((each) => other.path.includes(each));
  return [
    ...(previous === undefined || isGap(previous) ? [] : [blank(shared(previous))]),
    joined,
    ...(next === undefined || isGap(next) ? [] : [blank(shared(next))]),
  ];
}

function isGap(each: Element | undefined): boolean {
  return each === undefined || each.kind === 'blank';
}

function lineEnd(line: string): string {
  return line.endsWith('\r\n') ? '\r\n' : '\n';
}
