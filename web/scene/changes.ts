import { derived } from '../base/derived';
import type { MemberPath } from '../layout/ids';
import type { FieldItem, Layout } from '../layout/layout';
import type { CellChange } from './scene';

/**
 * What became of each member since the original; members that are as they were are absent. Where two
 * neighbours changed places, the one that was `dragged` is the one that moved.
 */
export function changesSince(
  original: Layout,
  layout: Layout,
  dragged: ReadonlySet<MemberPath>,
): ReadonlyMap<MemberPath, CellChange> {
  const result = new Map<MemberPath, CellChange>();
  if (original === layout) return result;
  collect(layout, original, { origins: indexOf(original), dragged, result });
  return result;
}

interface Origin {
  readonly offsetBits: number;
  /** Place in the whole original, an anonymous aggregate before its members. */
  readonly order: number;
  /** The layout that holds it. */
  readonly holder: Layout;
  readonly inner: Layout | null;
}

type OriginIndex = ReadonlyMap<MemberPath, Origin>;

/** The original stays the same through a drag; it is read once. */
const indexOf = derived((original: Layout): OriginIndex => {
  const index = new Map<MemberPath, Origin>();
  const walk = (holder: Layout) => {
    for (const item of holder.items) {
      if (item.kind !== 'field') continue;
      const { offsetBits, inner } = item;
      index.set(item.path, { offsetBits, order: index.size, holder, inner });
      if (inner !== null) walk(inner);
    }
  };
  walk(original);
  return index;
});

interface Collecting {
  readonly origins: OriginIndex;
  readonly dragged: ReadonlySet<MemberPath>;
  readonly result: Map<MemberPath, CellChange>;
}

function collect(layout: Layout, originalHolder: Layout | null, collecting: Collecting): void {
  const { origins, dragged, result } = collecting;
  const fields = layout.items.filter((item): item is FieldItem => item.kind === 'field');
  const stayed = inOrder(
    fields.flatMap((field) => {
      const origin = origins.get(field.path);
      return origin?.holder === originalHolder ? [{ path: field.path, order: origin.order }] : [];
    }),
    dragged,
  );
  for (const field of fields) {
    const origin = origins.get(field.path);
    if (origin === undefined) {
      result.set(field.path, { kind: 'added' });
    } else if (!stayed.has(field.path)) {
      result.set(field.path, { kind: 'moved', fromBits: origin.offsetBits });
    } else if (origin.offsetBits !== field.offsetBits) {
      result.set(field.path, { kind: 'shifted', fromBits: origin.offsetBits });
    }
    if (field.inner !== null) collect(field.inner, origin?.inner ?? null, collecting);
  }
}

interface Ranked {
  readonly path: MemberPath;
  readonly order: number;
}

/** The most members that still stand in their old order; among equals those that nobody dragged. */
function inOrder(
  members: readonly Ranked[],
  dragged: ReadonlySet<MemberPath>,
): ReadonlySet<MemberPath> {
  const most = longestInOrder(members);
  if (dragged.size === 0) return most;
  const untouched = longestInOrder(members.filter(({ path }) => !dragged.has(path)));
  return untouched.size === most.size ? untouched : most;
}

/**
 * The most members that still stand in their old order (longest increasing subsequence, by patience
 * sorting); the others are the fewest that can have been moved.
 */
function longestInOrder(members: readonly Ranked[]): ReadonlySet<MemberPath> {
  const pileTops: number[] = [];
  const before: number[] = [];
  members.forEach(({ order }, index) => {
    let low = 0;
    let high = pileTops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (members[pileTops[middle]!]!.order < order) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? pileTops[low - 1]! : -1;
    pileTops[low] = index;
  });
  const kept = new Set<MemberPath>();
  for (let index = pileTops.at(-1) ?? -1; index >= 0; index = before[index]!) {
    kept.add(members[index]!.path);
  }
  return kept;
}
