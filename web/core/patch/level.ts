import type {
  BodyNode,
  BoundaryText,
  BranchText,
  LineRange,
  PieceText,
  PlaceDemand,
} from '../facts/generated';
import type { MemberPath } from '../layout/ids';

/** An `#if` around elements: its lines are written anew wherever elements under it come to stand. */
export interface Wrapper {
  readonly condition: string;
  /** A comment above the `#if` that belongs to all of it. */
  readonly leading: readonly string[];
  readonly open: readonly string[];
  readonly close: readonly string[];
}

/** Whole lines of a body with the `#if`s around them. */
export interface Element {
  /** `unit`: what moves as one; `comment`: belongs to a paragraph; `fixed`: stays. */
  readonly kind: 'unit' | 'blank' | 'comment' | 'fixed';
  readonly lines: readonly string[];
  readonly path: readonly Wrapper[];
  /** Of a unit: its members that the layout has, in the order of the text. */
  readonly members: readonly MemberPath[];
  readonly piece: PieceText | null;
  /** Of an `#if … #else … #endif`, which moves as one: its branches. */
  readonly branches: readonly ElementBranch[];
  /** Of such a chain: the comment above it, and its `#endif`. */
  readonly chainLeading: readonly string[];
  readonly chainClose: readonly string[];
  readonly marker: boolean;
  /** `private:`, a comment of that name: what lies on one side of it stays there. */
  readonly wall: boolean;
  /** Where it stood, from 1; 0 for what is new. */
  readonly firstLine: number;
  /** What a comment says of the cache line that begins there. */
  readonly boundary: BoundaryText | null;
  /** A comment that says itself that it speaks of several members under it. */
  readonly several: boolean;
  /** What a comment says of the place of members. */
  readonly demand: PlaceDemand | null;
}

interface ElementBranch {
  readonly directive: readonly string[];
  readonly condition: string;
  readonly elements: readonly Element[];
}

/** What a level is read from. */
export interface LevelSource {
  /** All lines of the file, with their line ends. */
  readonly lines: readonly string[];
  /** The members that a piece declares and the layout has. */
  readonly membersOf: (piece: PieceText) => readonly MemberPath[];
  /** Lines on which a wall begins. */
  readonly walls: ReadonlySet<number>;
}

/** The elements of a body, in order. Rendered, they are its text. */
export function elementsOf(
  nodes: readonly BodyNode[],
  source: LevelSource,
  path: readonly Wrapper[] = [],
): readonly Element[] {
  return nodes.flatMap((node) => elementsOfNode(node, source, path));
}

function elementsOfNode(
  node: BodyNode,
  source: LevelSource,
  path: readonly Wrapper[],
): readonly Element[] {
  switch (node.kind) {
    case 'blank':
      return linesIn(source, node.lines).map((line, index) =>
        element('blank', [line], path, node.lines.first + index),
      );
    case 'comment': {
      const plain = element('comment', linesIn(source, node.lines), path, node.lines.first);
      return [
        {
          ...plain,
          boundary: node.boundary,
          wall: isWall(node.lines, source),
          several: node.several,
          demand: node.demand,
        },
      ];
    }
    case 'other':
      return [
        {
          ...element('fixed', linesIn(source, node.lines), path, node.lines.first),
          wall: isWall(node.lines, source),
        },
      ];
    case 'piece':
    case 'marker': {
      const { piece } = node;
      const unit = element('unit', linesIn(source, piece.lines), path, piece.lines.first);
      const marker = node.kind === 'marker';
      return [{ ...unit, piece, members: source.membersOf(piece), marker }];
    }
    case 'chain':
      return chainElements(node, source, path);
  }
}

function chainElements(
  chain: Extract<BodyNode, { kind: 'chain' }>,
  source: LevelSource,
  path: readonly Wrapper[],
): readonly Element[] {
  const [only, ...others] = chain.branches;
  const leading = chain.leading === null ? [] : linesIn(source, chain.leading);
  if (only !== undefined && others.length === 0) {
    const wrapper: Wrapper = {
      condition: only.condition,
      leading,
      open: linesIn(source, only.directive),
      close: linesIn(source, chain.end),
    };
    const inside = elementsOf(only.nodes, source, [...path, wrapper]);
    // An empty block is kept: it stands for nothing that could move.
    const empty = element('fixed', [], [...path, wrapper], chain.lines.first);
    return inside.length > 0 ? inside : [empty];
  }
  const branches = chain.branches.map((branch) => branchOf(branch, source));
  const members = branches.flatMap((branch) => branch.elements.flatMap((each) => each.members));
  const unit = element('unit', linesIn(source, chain.lines), path, chain.lines.first);
  const chainClose = linesIn(source, chain.end);
  return [{ ...unit, members, branches, chainLeading: leading, chainClose }];
}

function branchOf(branch: BranchText, source: LevelSource): ElementBranch {
  return {
    directive: linesIn(source, branch.directive),
    condition: branch.condition,
    elements: elementsOf(branch.nodes, source),
  };
}

export function element(
  kind: Element['kind'],
  lines: readonly string[],
  path: readonly Wrapper[],
  firstLine: number,
): Element {
  return {
    kind,
    lines,
    path,
    members: [],
    piece: null,
    branches: [],
    chainLeading: [],
    chainClose: [],
    marker: false,
    wall: false,
    firstLine,
    boundary: null,
    several: false,
    demand: null,
  };
}

/**
 * The text of elements: `#if`s are opened and closed where the elements' paths ask for it, so a block
 * that two elements share is one, and one that nothing is left in is gone. A block that is opened a
 * second time (its members were parted) leaves its comment with the first.
 */
export function render(elements: readonly Element[]): readonly string[] {
  const lines: string[] = [];
  const seen = new Set<Wrapper>();
  let open: readonly Wrapper[] = [];
  const turnTo = (path: readonly Wrapper[]) => {
    const shared = sharedDepth(open, path);
    for (const wrapper of open.slice(shared).reverse()) lines.push(...wrapper.close);
    for (const wrapper of path.slice(shared)) {
      if (!seen.has(wrapper)) lines.push(...wrapper.leading);
      seen.add(wrapper);
      lines.push(...wrapper.open);
    }
    open = path;
  };
  for (const each of elements) {
    turnTo(each.path);
    lines.push(...each.lines);
  }
  turnTo([]);
  return lines;
}

/** How many lines of directives it takes to come from one place to another. */
export function turningLines(from: readonly Wrapper[], to: readonly Wrapper[]): number {
  const shared = sharedDepth(from, to);
  const closing = from.slice(shared).reduce((sum, each) => sum + each.close.length, 0);
  return to.slice(shared).reduce((sum, each) => sum + each.open.length, closing);
}

function sharedDepth(a: readonly Wrapper[], b: readonly Wrapper[]): number {
  let depth = 0;
  while (depth < a.length && depth < b.length && a[depth] === b[depth]) depth++;
  return depth;
}

/** The lines of a node. */
export function linesOfNode(node: BodyNode): LineRange {
  return node.kind === 'piece' || node.kind === 'marker' ? node.piece.lines : node.lines;
}

function isWall({ first, last }: LineRange, { walls }: LevelSource): boolean {
  for (let line = first; line <= last; line++) if (walls.has(line)) return true;
  return false;
}

function linesIn(source: LevelSource, range: LineRange): readonly string[] {
  return source.lines.slice(range.first - 1, range.last);
}
