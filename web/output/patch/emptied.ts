import type { Element, Wrapper } from './level';

/**
 * Takes the units in `gone` out. What else stood in an `#if` block that all members leave goes with
 * them: its comments with the member under them, its `#define`s with the one above. A unit that leaves
 * a block which others stay in gets a block of its own.
 */
export function withoutEmptied(
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
