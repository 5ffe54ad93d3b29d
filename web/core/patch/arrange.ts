import { patchMessage } from './messages';
import { itemAt } from '../base/itemAt';
import { type Result, fail, ok } from '../base/result';
import type { MemberPath } from '../layout/ids';
import { type Element, type Wrapper, element, turningLines } from './level';
import { type PatchRefusal, refusal } from './outcome';

export interface Arrangement {
  readonly elements: readonly Element[];
  /** Units that changed their place, or came. */
  readonly moved: readonly Element[];
}

/**
 * The elements of a body in the order that `target` asks for: as few lines as can be move, and among
 * equals those that the user dragged. `incoming` are units that were not here before, by member.
 */
export function arrange(
  elements: readonly Element[],
  target: readonly MemberPath[],
  incoming: ReadonlyMap<MemberPath, Element>,
  anchors: Anchors,
): Result<Arrangement, PatchRefusal> {
  const units = unitsInOrder(elements, target, incoming);
  if (!units.ok) return units;
  const places = new Map(elements.map((each, index) => [each, index]));
  const crossed = crossedBrace(elements, units.value);
  if (crossed !== null) return fail(crossed);
  const local = units.value.filter((unit) => places.has(unit));
  const ways = [new Set<Element>(), underTitles(elements)].map((titles) =>
    arrangedWith(elements, units.value, stayingUnits(local, places, anchors, titles), anchors),
  );
  const [plain, other] = ways;
  if (plain === undefined) throw new Error('there are two ways');
  if (!plain.ok || other?.ok !== true) return plain;
  // Of equal moves the one that takes no member away from under a comment.
  const parted = (way: Arrangement) => partings(elements, way.elements);
  return parted(other.value) < parted(plain.value) ? other : plain;
}

function arrangedWith(
  elements: readonly Element[],
  units: readonly Element[],
  staying: ReadonlySet<Element>,
  anchors: Anchors,
): Result<Arrangement, PatchRefusal> {
  const blocked = units.find(
    (unit) => elements.includes(unit) && !staying.has(unit) && blockReason(unit) !== null,
  );
  if (blocked !== undefined) return fail(blockReason(blocked) ?? noReason(blocked));
  const leaves = new Set(units.filter((unit) => !staying.has(unit)));
  const titled = withTitlesThatLeave(elements, leaves, units);
  const swap = (unit: Element) => titled.replaced.get(unit) ?? unit;
  return placed(titled.elements, units.map(swap), new Set([...staying].map(swap)), anchors);
}

/** The elements with all units that do not stay where the order wants them. */
function placed(
  elements: readonly Element[],
  units: readonly Element[],
  staying: ReadonlySet<Element>,
  anchors: Anchors,
): Result<Arrangement, PatchRefusal> {
  const moved = units.filter((unit) => !staying.has(unit));
  // Members that left for another body, or that are gone.
  const leaving = elements.filter(
    (each) => each.kind === 'unit' && each.members.length > 0 && !units.includes(each),
  );
  const stuck = leaving.map(blockReason).find((reason) => reason !== null);
  if (stuck !== undefined && stuck !== null) return fail(stuck);
  if (moved.length === 0 && leaving.length === 0) return ok({ elements, moved: [] });
  const gone = new Set([...moved, ...leaving]);
  const { kept, units: ready } = withoutEmptied(elements, gone, moved);
  const order = units.map((unit) => ready.get(unit) ?? unit);
  const arranged = insertUnits(elements, kept, order, anchors);
  return ok({ elements: tidied(elements, arranged), moved });
}

/** What shares a line with a brace is the first or the last of its body, or both: nothing can come to its other side. */
function crossedBrace(
  elements: readonly Element[],
  order: readonly Element[],
): PatchRefusal | null {
  const had = elements.filter((each) => each.members.length > 0);
  for (const brace of had) {
    if (brace.piece?.blocked !== 'braceLine' || !order.includes(brace)) continue;
    const first = brace === had[0] && brace !== order[0];
    const last = brace === had.at(-1) && brace !== order.at(-1);
    if (first || last) return blockReason(brace);
  }
  return null;
}

/** The units that hold the members of `target`, each whole and in one place. */
function unitsInOrder(
  elements: readonly Element[],
  target: readonly MemberPath[],
  incoming: ReadonlyMap<MemberPath, Element>,
): Result<readonly Element[], PatchRefusal> {
  const unitOf = new Map(incoming);
  for (const each of elements) for (const path of each.members) unitOf.set(path, each);
  const units: Element[] = [];
  for (const path of target) {
    const unit = unitOf.get(path);
    if (unit === undefined || units.at(-1) === unit) continue;
    if (units.includes(unit)) return fail(parted(unit, path));
    units.push(unit);
  }
  const wanted = target.filter((path) => unitOf.has(path));
  let at = 0;
  for (const unit of units) {
    const here = wanted.slice(at, at + unit.members.length);
    const whole = here.every((path) => unit.members.includes(path));
    const missing = unit.members.find((path) => !here.includes(path));
    if (missing !== undefined || !whole) return fail(parted(unit, missing ?? itemAt(here, 0)));
    const swapped = here.find((path, index) => path !== unit.members[index]);
    if (swapped !== undefined && unit.branches.length === 0) return fail(parted(unit, swapped));
    at += unit.members.length;
  }
  return ok(units);
}

function parted(unit: Element, path: MemberPath): PatchRefusal {
  const line = unit.piece?.declaredLine ?? unit.firstLine;
  if (unit.piece === null) {
    return refusal('chain', patchMessage('chain', path, unit.firstLine), { member: path, line });
  }
  const named = unit.piece.members.find((each) => each.macroName !== null)?.macroName ?? null;
  if (unit.piece.members.length === 1 && named !== null) {
    // As an edit names several, so that it can be copied.
    const all = unit.members.join(',');
    return refusal('madeByMacro', patchMessage('made-by-macro', path, named, line, all), {
      member: path,
      line,
    });
  }
  if (unit.piece.members.length > 1) {
    return refusal('oneOfSeveral', patchMessage('shares-line', path, line), {
      member: path,
      line,
      action: splitting(path, line),
    });
  }
  return refusal('oneOfSeveral', patchMessage('one-of-several', path, line), {
    member: path,
    line,
    action: splitting(path, line),
  });
}

function splitting(member: MemberPath, line: number) {
  return {
    kind: 'splitDeclaration',
    member,
    label: `Split the declaration at source line ${line}`,
  } as const;
}

const PINNED_WEIGHT = 1_000_000;

function stayingUnits(
  local: readonly Element[],
  places: ReadonlyMap<Element, number>,
  anchors: Anchors,
  titled: ReadonlySet<Element>,
): ReadonlySet<Element> {
  const chosen = heaviestIncreasing(
    local.map((unit) => places.get(unit) ?? 0),
    local.map((unit) => weightOf(unit, anchors, titled)),
  );
  return new Set(local.filter((_, index) => chosen.has(index)));
}

/** Those right under a comment that is not theirs alone: it would come to stand over another member. */
function underTitles(elements: readonly Element[]): ReadonlySet<Element> {
  return new Set(
    elements.filter((each, index) => {
      const above = elements[index - 1];
      return each.kind === 'unit' && above !== undefined && isTitle(above);
    }),
  );
}

/**
 * Lines first; among equals what a comment stands over, then what nobody dragged. Markers and what cannot move stay
 * if at all possible.
 */
function weightOf(unit: Element, anchors: Anchors, titled: ReadonlySet<Element>): number {
  const dragged = unit.members.some((path) => anchors.has(path));
  const pinned = unit.marker || (unit.piece?.blocked ?? null) !== null ? PINNED_WEIGHT : 0;
  return pinned + unit.lines.length * 4 + (titled.has(unit) ? 2 : 0) + (dragged ? 0 : 1);
}

/** Why a unit cannot move, or null. */
function blockReason(unit: Element): PatchRefusal | null {
  const { piece } = unit;
  const member = unit.members[0];
  if (piece === null || piece.blocked === null || member === undefined) return null;
  const line = piece.declaredLine;
  switch (piece.blocked) {
    case 'braceLine':
      return refusal('braceLine', patchMessage('shares-brace-line', member, line), {
        member,
        line,
        action: { ...splitting(member, line), label: 'Put it on its own line' },
      });
    case 'directiveInside':
      return refusal('directiveInside', patchMessage('directive-inside', member, line), {
        member,
        line,
      });
    case 'notUnderstood':
      return refusal('notUnderstood', patchMessage('not-understood-line', line, member), {
        member,
        line,
      });
  }
}

function noReason(unit: Element): PatchRefusal {
  return refusal('notUnderstood', patchMessage('line-stays', unit.firstLine));
}

/** What the user dragged, and whether to before or after something. */
export type Anchors = ReadonlyMap<MemberPath, 'before' | 'after'>;

/**
 * Puts the units of `order` that are not in `kept` where the order wants them. Between the neighbours
 * that stay there may be several gaps, which all give the same layout (what is compiled out, blank lines
 * and directives lie between): the one with the fewest new directives is taken, then the nearest to what
 * the unit was dragged to.
 */
function insertUnits(
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

/**
 * Takes the units in `gone` out. What else stood in an `#if` block that all members leave goes with
 * them: its comments with the member under them, its `#define`s with the one above. A unit that leaves
 * a block which others stay in gets a block of its own.
 */
function withoutEmptied(
  elements: readonly Element[],
  gone: ReadonlySet<Element>,
  moved: readonly Element[],
): {
  readonly kept: readonly Element[];
  /** The units of `moved` with what came along. */
  readonly units: ReadonlyMap<Element, Element>;
} {
  const inhabited = new Set<Wrapper>();
  const emptied = new Set<Wrapper>();
  for (const each of elements) {
    if (each.kind !== 'unit') continue;
    for (const wrapper of each.path) (gone.has(each) ? emptied : inhabited).add(wrapper);
  }
  for (const wrapper of inhabited) emptied.delete(wrapper);
  const above = new Map<Element, string[]>();
  const below = new Map<Element, string[]>();
  const kept: Element[] = [];
  for (const [index, each] of elements.entries()) {
    if (gone.has(each)) continue;
    const block = each.path.find((wrapper) => emptied.has(wrapper));
    if (block === undefined) {
      kept.push(each);
      continue;
    }
    if (each.kind === 'blank') continue;
    const mates = (from: readonly Element[]) =>
      from.find((other) => gone.has(other) && other.path.includes(block));
    const next = mates(elements.slice(index + 1));
    const previous = mates(elements.slice(0, index).reverse());
    if (next !== undefined) above.set(next, [...(above.get(next) ?? []), ...each.lines]);
    else if (previous !== undefined) {
      below.set(previous, [...(below.get(previous) ?? []), ...each.lines]);
    }
  }
  const copies = new Map<Wrapper, Wrapper>();
  const own = (wrapper: Wrapper): Wrapper => {
    if (!inhabited.has(wrapper)) return wrapper;
    const copy = copies.get(wrapper) ?? { ...wrapper, leading: [] };
    copies.set(wrapper, copy);
    return copy;
  };
  const units = new Map(
    moved.map((unit) => [
      unit,
      {
        ...unit,
        lines: [...(above.get(unit) ?? []), ...unit.lines, ...(below.get(unit) ?? [])],
        path: unit.path.map(own),
      },
    ]),
  );
  return { kept, units };
}

/**
 * Takes out the empty lines that moving left over: two in a row, one behind `{` or an `#if`, one before
 * `}` or an `#endif`. Those that a person wrote so stay.
 */
function tidied(original: readonly Element[], arranged: readonly Element[]): readonly Element[] {
  const meant = new Set(original.filter((_, index) => isLeftOver(original, index)));
  let result = arranged;
  for (;;) {
    const leftOver = result.findIndex(
      (each, index) => !meant.has(each) && isLeftOver(result, index),
    );
    const extra =
      leftOver >= 0 ? leftOver : result.findIndex((_, index) => isSecond(original, result, index));
    if (extra < 0) return result;
    result = result.filter((_, index) => index !== extra);
  }
}

/** Whether an empty line came to follow another one, which a person wrote behind `{` or before an `#endif`. */
function isSecond(
  original: readonly Element[],
  elements: readonly Element[],
  index: number,
): boolean {
  const [previous, each] = [elements[index - 1], elements[index]];
  if (previous?.kind !== 'blank' || each?.kind !== 'blank') return false;
  if (previous.path.length !== each.path.length) return false;
  return original[original.indexOf(previous) + 1] !== each;
}

function isLeftOver(elements: readonly Element[], index: number): boolean {
  const each = elements[index];
  if (each === undefined || each.kind !== 'blank') return false;
  const previous = elements[index - 1];
  const next = elements[index + 1];
  if (previous === undefined || next === undefined) return true;
  // First or last in its own #if block.
  const inner = each.path.at(-1);
  if (inner !== undefined && !(previous.path.includes(inner) && next.path.includes(inner))) {
    return true;
  }
  return next.kind === 'blank' && next.path.length === each.path.length;
}

/** The comment over the members that a unit stands among, as far as it stands apart from them; null for none. */
export function titleAbove(elements: readonly Element[], unit: Element): Element | null {
  const index = elements.indexOf(unit);
  for (let at = index - 1; at >= 0; at--) {
    const each = elements[at];
    if (each === undefined || each.kind === 'unit') continue;
    return isTitle(each) ? each : null;
  }
  return null;
}

/** The members under a comment: to an empty line, to the next comment, to what parts members. */
export function membersUnder(elements: readonly Element[], comment: Element): readonly Element[] {
  const found: Element[] = [];
  for (const each of elements.slice(elements.indexOf(comment) + 1)) {
    if (each.kind !== 'unit' || each.marker) break;
    found.push(each);
  }
  return found;
}

function isTitle(each: Element): boolean {
  return each.kind === 'comment' && each.boundary === null && !each.wall;
}

/**
 * Elements in which a comment over members that all leave together goes with them, before the first. One that says
 * itself that it speaks of several stays where an empty line parts them from more that it may mean.
 */
function withTitlesThatLeave(
  elements: readonly Element[],
  leaves: ReadonlySet<Element>,
  order: readonly Element[],
): { readonly elements: readonly Element[]; readonly replaced: ReadonlyMap<Element, Element> } {
  const replaced = new Map<Element, Element>();
  const gone = new Set<Element>();
  for (const comment of elements.filter(isTitle)) {
    const members = membersUnder(elements, comment).filter((each) => each.members.length > 0);
    const [first] = members;
    if (first === undefined || !members.every((each) => leaves.has(each))) continue;
    const at = order.indexOf(first);
    const together = members.every((each, index) => order[at + index] === each);
    const samePath = first.path.length === comment.path.length;
    if (!together || !samePath || (comment.several && members.length < 2)) continue;
    replaced.set(first, { ...first, lines: [...comment.lines, ...first.lines] });
    gone.add(comment);
  }
  if (gone.size === 0) return { elements, replaced };
  return {
    elements: elements.filter((each) => !gone.has(each)).map((each) => replaced.get(each) ?? each),
    replaced,
  };
}

/**
 * How many members stand under another comment than before; one right under a comment counts double, as that may
 * speak of it alone.
 */
function partings(before: readonly Element[], after: readonly Element[]): number {
  const parted = before.filter((unit) => {
    if (unit.kind !== 'unit' || unit.members.length === 0) return false;
    const now = after.find((each) => each.kind === 'unit' && each.firstLine === unit.firstLine);
    if (now === undefined) return false;
    // A comment that went along is in its lines.
    const along = now.lines.length > unit.lines.length;
    return !along && titleAbove(before, unit)?.firstLine !== titleAbove(after, now)?.firstLine;
  });
  return parted.reduce((sum, unit) => {
    const above = before[before.indexOf(unit) - 1];
    return sum + (above !== undefined && isTitle(above) ? 2 : 1);
  }, 0);
}

/**
 * The heaviest increasing subsequence: which of `values` stay in place so that the least weight moves.
 * Returns their positions. Quadratic, for at most a few hundred members.
 */
function heaviestIncreasing(
  values: readonly number[],
  weights: readonly number[],
): ReadonlySet<number> {
  const best: number[] = [];
  const before: number[] = [];
  let top = -1;
  for (const [index, value] of values.entries()) {
    let from = -1;
    for (let earlier = 0; earlier < index; earlier++) {
      const fits = (values[earlier] ?? 0) < value;
      if (fits && (from < 0 || (best[earlier] ?? 0) > (best[from] ?? 0))) from = earlier;
    }
    best.push((weights[index] ?? 0) + (from < 0 ? 0 : (best[from] ?? 0)));
    before.push(from);
    if (top < 0 || (best[index] ?? 0) > (best[top] ?? 0)) top = index;
  }
  const chosen = new Set<number>();
  for (let at = top; at >= 0; at = before[at] ?? -1) chosen.add(at);
  return chosen;
}
