import type { StructDesc } from '../facts/generated';
import type { MemberPath } from '../layout/ids';
import type { FieldItem, GapItem, Layout } from '../layout/layout';
import { nestedLayout, nestingOf } from '../layout/nested';
import type { CellKind } from './scene';
import type { BoxNode, CellSeed, LeafNode, SceneNode } from './sceneNode';

export interface NodeTree {
  readonly nodes: readonly SceneNode[];
  /** End of the last node; behind the struct's end where a flexible array is. */
  readonly endBit: number;
  /** Members of the struct itself that are not drawn because there are too many. */
  readonly leftOut: number;
}

/** More cells than this are no picture any more, and would hold up the page; what may be edited is drawn whole. */
const MAX_CELLS = 10_000;

export interface NodeInput {
  readonly desc: StructDesc;
  readonly layout: Layout;
  /** Whether what is laid out is itself a union. */
  readonly union: boolean;
  readonly expanded: ReadonlySet<MemberPath>;
  /** Whether nothing can be opened: a picture. */
  readonly isStill: boolean;
  /** Where the row of an offset ends, for the open end of a flexible array. */
  readonly rowEndBit: (bit: number) => number;
}

export function buildNodes(input: NodeInput): NodeTree {
  const builder = new NodeBuilder(input);
  const { layout } = input;
  const drawn = layout.items.slice(0, MAX_CELLS);
  const nodes = input.union
    ? builder.union(drawn, layout.sizeBits)
    : builder.lane(drawn, layout.sizeBits, TOP);
  const endBit = nodes.reduce((end, node) => Math.max(end, node.toBit), 0);
  const leftOut = layout.items.slice(MAX_CELLS).filter((item) => item.kind === 'field').length;
  return { nodes, endBit: leftOut > 0 ? endBit : Math.max(endBit, layout.sizeBits), leftOut };
}

/** What holds the nodes of a lane. */
interface Parent {
  readonly key: string | null;
  readonly depth: number;
  /** For what lies inside a named nested type: the member that a drag takes along. */
  readonly movable: MemberPath | null;
}

/** What comes after an item in its struct. */
interface Behind {
  /** The next offset that differs. */
  readonly nextBit: () => number;
  readonly endBit: number;
  /** No member follows. */
  readonly isLast: boolean;
}

const TOP: Parent = { key: null, depth: 0, movable: null };

/** An open end shows two pointers' room at most. */
const OPEN_END_BITS = 128;

class NodeBuilder {
  private cells = 0;

  constructor(private readonly input: NodeInput) {}

  /** Items of one struct, in memory order; those that overlap are stacked. */
  lane(
    items: readonly (FieldItem | GapItem)[],
    endBit: number,
    parent: Parent,
  ): readonly SceneNode[] {
    const lastField = items.findLastIndex((item) => item.kind === 'field');
    return stackOverlaps(
      items.map((item, index) => {
        const nextBit = () => nextOffset(items, index, endBit);
        return this.node(item, { nextBit, endBit, isLast: index === lastField }, parent);
      }),
    );
  }

  /** Members of a union that is looked at itself: lanes without a box around them. */
  union(items: readonly (FieldItem | GapItem)[], endBit: number): readonly SceneNode[] {
    if (items.length === 0) return [];
    const lanes = this.unionLanes(items, endBit, TOP);
    const toBit = lanes.flat().reduce((end, node) => Math.max(end, node.toBit), endBit);
    return [{ kind: 'box', seed: null, fromBit: 0, toBit, lanes }];
  }

  private node(item: FieldItem | GapItem, behind: Behind, parent: Parent): SceneNode {
    this.cells += 1;
    if (item.kind !== 'field') return gapLeaf(item, parent);
    if (item.inner !== null && item.inner.items.length > 0) {
      const union = item.member.inner?.keyword === 'union';
      return this.box(item, item.inner, union ? 'union' : 'struct', parent);
    }
    const expandable = this.cells < MAX_CELLS && canOpen(this.input.desc, item);
    if (expandable && this.input.expanded.has(item.path)) {
      const inner = nestedLayout(this.input.desc, item);
      if (inner !== null) return this.box(item, inner, this.openKind(item), parent);
    }
    return this.leaf(item, behind, parent, expandable && !this.input.isStill ? false : null);
  }

  private leaf(item: FieldItem, behind: Behind, parent: Parent, expanded: false | null): LeafNode {
    const kind = leafKind(item, behind, parent.depth === 0);
    const seed = fieldSeed(item, kind, parent, expanded);
    return {
      kind: 'leaf',
      seed,
      fromBit: item.offsetBits,
      toBit: this.leafEnd(item, kind, behind),
    };
  }

  private leafEnd(item: FieldItem, kind: CellKind, { nextBit, endBit }: Behind): number {
    const from = item.offsetBits;
    switch (kind) {
      case 'flexible': {
        const inside = Math.max(nextBit(), endBit);
        const openEnd = Math.min(from + OPEN_END_BITS, this.input.rowEndBit(from));
        return inside > from ? Math.min(inside, openEnd) : openEnd;
      }
      case 'unknown':
        // Its size is unknown: it is drawn up to what is known to follow, or with an open end.
        if (nextBit() > from) return nextBit();
        return Math.min(from + OPEN_END_BITS, this.input.rowEndBit(from));
      default:
        return from + (item.sizeBits ?? 0);
    }
  }

  private box(item: FieldItem, inner: Layout, kind: CellKind, parent: Parent): BoxNode {
    const named = kind === 'open' || item.inner === null;
    const seed = fieldSeed(item, kind, parent, named ? true : null);
    const inside: Parent = {
      key: item.path,
      depth: parent.depth + 1,
      movable: named ? seed.movable : parent.movable,
    };
    const fromBit = item.offsetBits;
    const toBit = fromBit + inner.sizeBits;
    const lanes =
      kind === 'union'
        ? this.unionLanes(inner.items, toBit, inside)
        : [this.withRest(item, this.lane(inner.items, toBit, inside), toBit, inside)];
    return { kind: 'box', seed, fromBit, toBit, lanes };
  }

  /** A lane for each member; the padding behind the longest stands in its lane. */
  private unionLanes(
    items: readonly (FieldItem | GapItem)[],
    endBit: number,
    parent: Parent,
  ): SceneNode[][] {
    const behind: Behind = { nextBit: () => endBit, endBit, isLast: true };
    const nodes = items.map((item) => this.node(item, behind, parent));
    const gaps = nodes.filter((node) => node.seed !== null && isGap(node.seed.kind));
    const lanes = nodes.filter((node) => !gaps.includes(node)).map((node) => [node]);
    for (const gap of gaps) {
      const lane = lanes.find((each) => each[0]!.toBit <= gap.fromBit && endsAt(each, gap.fromBit));
      if (lane === undefined) lanes.push([gap]);
      else lane.push(gap);
    }
    return lanes;
  }

  /** Elements of an array that are not drawn one by one. */
  private withRest(
    item: FieldItem,
    nodes: readonly SceneNode[],
    endBit: number,
    parent: Parent,
  ): readonly SceneNode[] {
    const drawnTo = nodes.at(-1)?.toBit ?? item.offsetBits;
    if (drawnTo >= endBit) return nodes;
    const seed: CellSeed = {
      key: `${item.path}[…]`,
      kind: 'rest',
      item: null,
      movable: parent.movable,
      parent: parent.key,
      depth: parent.depth,
      expanded: null,
      offsetBits: drawnTo,
      sizeBits: endBit - drawnTo,
    };
    return [...nodes, { kind: 'leaf', seed, fromBit: drawnTo, toBit: endBit }];
  }

  private openKind(item: FieldItem): 'open' | 'union' {
    const index = item.member.typeIndex;
    const shape = index === null ? undefined : this.input.desc.types[index]?.shape;
    return shape?.kind === 'aggregate' && shape.keyword === 'union' ? 'union' : 'open';
  }
}

function isGap(kind: CellKind): boolean {
  return kind === 'hole' || kind === 'tail';
}

/** Bytes need no opening: a `char[16]` says all by its size. */
function canOpen(desc: StructDesc, item: FieldItem): boolean {
  if ((item.sizeBits ?? 0) === 0) return false;
  switch (nestingOf(desc, item)) {
    case 'none':
      return false;
    case 'aggregate':
      return true;
    case 'array': {
      const shape = desc.types[item.member.typeIndex!]?.shape;
      const element = shape?.kind === 'array' ? desc.types[shape.element] : undefined;
      return (element?.sizeBytes ?? 0) > 1;
    }
  }
}

function leafKind(item: FieldItem, behind: Behind, atTop: boolean): CellKind {
  if (item.member.role === 'padding') return 'padding';
  if (item.sizeBits === null) return 'unknown';
  // In the middle of a struct `x[]` is a marker, like `x[0]`: what follows begins where it does. So it
  // is at the very end of a nested one, whose frame has no room for it.
  const open = behind.isLast && (atTop || behind.endBit > item.offsetBits);
  if (item.member.flexible && open) return 'flexible';
  return item.sizeBits === 0 ? 'marker' : 'field';
}

function fieldSeed(
  item: FieldItem,
  kind: CellKind,
  parent: Parent,
  expanded: boolean | null,
): CellSeed {
  return {
    key: item.path,
    kind,
    item,
    movable: parent.movable ?? item.path,
    parent: parent.key,
    depth: parent.depth,
    expanded,
    offsetBits: item.offsetBits,
    sizeBits: item.sizeBits,
  };
}

function gapLeaf(item: GapItem, parent: Parent): LeafNode {
  // By its neighbour, so that a hole that others move past stays the same shape.
  const seed: CellSeed = {
    key: `${item.kind}:${parent.key ?? ''}:${item.after ?? ''}`,
    kind: item.kind,
    item,
    movable: null,
    parent: parent.key,
    depth: parent.depth,
    expanded: null,
    offsetBits: item.offsetBits,
    sizeBits: item.sizeBits,
  };
  return { kind: 'leaf', seed, fromBit: item.offsetBits, toBit: item.offsetBits + item.sizeBits };
}

function nextOffset(
  items: readonly (FieldItem | GapItem)[],
  index: number,
  endBit: number,
): number {
  const from = items[index]!.offsetBits;
  for (let next = index + 1; next < items.length; next += 1) {
    if (items[next]!.offsetBits > from) return items[next]!.offsetBits;
  }
  return endBit;
}

function endsAt(lane: readonly SceneNode[], bit: number): boolean {
  return lane.at(-1)!.toBit === bit;
}

/** Nodes of one struct, those that overlap put into lanes of a box (C++ bases, Rust variants, an open end over padding). */
function stackOverlaps(nodes: readonly SceneNode[]): readonly SceneNode[] {
  const result: SceneNode[] = [];
  let index = 0;
  while (index < nodes.length) {
    const first = nodes[index]!;
    let end = first.toBit;
    let next = index + 1;
    // A node without width overlaps nothing.
    while (
      next < nodes.length &&
      nodes[next]!.fromBit < end &&
      nodes[next]!.toBit > nodes[next]!.fromBit
    ) {
      end = Math.max(end, nodes[next]!.toBit);
      next += 1;
    }
    const cluster = nodes.slice(index, next);
    if (cluster.length === 1) result.push(first);
    else result.push(stack(cluster, end));
    index = next;
  }
  return result;
}

/** Each node into the first lane where it has room. */
function stack(cluster: readonly SceneNode[], toBit: number): BoxNode {
  const lanes: SceneNode[][] = [];
  for (const node of cluster) {
    const lane = lanes.find((each) => each.at(-1)!.toBit <= node.fromBit);
    if (lane === undefined) lanes.push([node]);
    else lane.push(node);
  }
  return { kind: 'box', seed: null, fromBit: cluster[0]!.fromBit, toBit, lanes };
}
