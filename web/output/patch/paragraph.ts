import type { Element } from './level';

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

export function isTitle(each: Element): boolean {
  return each.kind === 'comment' && each.boundary === null && !each.wall;
}

/**
 * Elements in which a comment over members that all leave together goes with them, before the first. One that says
 * itself that it speaks of several stays where an empty line parts them from more that it may mean.
 */
export function withTitlesThatLeave(
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
export function partings(before: readonly Element[], after: readonly Element[]): number {
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
