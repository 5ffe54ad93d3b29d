import { derived } from '../base/derived';
import type { MemberPath } from '../layout/ids';
import type { Layout } from '../layout/layout';
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
  readonly parent: Layout;
  readonly inner: Layout | null;
}

type OriginIndex = ReadonlyMap<MemberPath, Origin>;

/** The original stays the same through a drag; it is read once. */
const indexOf = derived((original: Layout): OriginIndex => {
  const index = new Map<MemberPath, Origin>();
  const walk = (parent: Layout) => {
    for (const item of parent.items) {
      if (item.kind !== 'field') continue;
      const { offsetBits, inner } = item;
      index.set(item.path, { offsetBits, order: index.size, parent, inner });
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

function collect(layout: Layout, originalParent: Layout | null, collecting: Collecting): void {
  const { origins, dragged, result } = collecting;
  const ranked: Ranked[] = [];
  for (const item of layout.items) {
    if (item.kind !== 'field') continue;
    const origin = origins.get(item.path);
    if (origin?.parent === originalParent) ranked.push({ path: item.path, order: origin.order });
  }
  const stayed = inOrder(ranked, dragged);
  for (const item of layout.items) {
    if (item.kind !== 'field') continue;
    const origin = origins.get(item.path);
    if (origin === undefined) {
      result.set(item.path, { kind: 'added' });
    } else if (origin.parent !== originalParent || !stayed(item.path)) {
      result.set(item.path, { kind: 'moved', fromBits: origin.offsetBits });
    } else if (origin.offsetBits !== item.offsetBits) {
      result.set(item.path, { kind: 'shifted', fromBits: origin.offsetBits });
    }
    if (item.inner !== null) collect(item.inner, origin?.inner ?? null, collecting);
  }
}

interface Ranked {
  readonly path: MemberPath;
  readonly order: number;
}

type Stayed = (path: MemberPath) => boolean;

/**
 * Which of these members still stand in their old order: the most that do; among equals those that nobody dragged.
 */
function inOrder(members: readonly Ranked[], dragged: ReadonlySet<MemberPath>): Stayed {
  if (isInOrder(members)) return () => true;
  const untouched = members.filter(({ path }) => !dragged.has(path));
  // All but the one that is held: no order keeps more, and no search is needed.
  if (untouched.length === members.length - 1 && isInOrder(untouched)) {
    return (path) => !dragged.has(path);
  }
  const most = longestInOrder(members);
  if (dragged.size === 0) return (path) => most.has(path);
  const kept = longestInOrder(untouched);
  return (path) => (kept.size === most.size ? kept : most).has(path);
}

function isInOrder(members: readonly Ranked[]): boolean {
  return members.every(({ order }, at) => at === 0 || members[at - 1]!.order < order);
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
