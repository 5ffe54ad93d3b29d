import type { SceneNode } from './sceneNode';

/** A range of bits that a row shows. The last row also shows what has no width and stands at its end. */
export interface BitRange {
  readonly fromBit: number;
  readonly toBit: number;
  readonly last: boolean;
}

/** The nodes of a lane that have a piece in a range. The lane is in memory order, so they stand together. */
export function slice(lane: readonly SceneNode[], range: BitRange): readonly SceneNode[] {
  let low = 0;
  let high = lane.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const node = lane[middle]!;
    if (node.toBit > range.fromBit || node.fromBit >= range.fromBit) high = middle;
    else low = middle + 1;
  }
  let end = low;
  while (end < lane.length && reaches(lane[end]!, range)) end += 1;
  return lane.slice(low, end);
}

function reaches(node: SceneNode, range: BitRange): boolean {
  if (node.fromBit < range.toBit) return true;
  return range.last && node.fromBit === node.toBit && node.fromBit === range.toBit;
}

/** A stretch without a border between leaves. */
export interface SolidRun {
  readonly fromBit: number;
  readonly toBit: number;
}

/** The stretch around a bit in which each lane shows one leaf, the same throughout; null outside all nodes. */
export function solidRun(lane: readonly SceneNode[], bit: number): SolidRun | null {
  const node = slice(lane, { fromBit: bit, toBit: bit + 1, last: false }).find(
    (each) => each.toBit > bit,
  );
  if (node === undefined) return null;
  let { fromBit, toBit } = node;
  if (node.kind === 'leaf') return { fromBit, toBit };
  for (const inner of node.lanes) {
    const run = solidRun(inner, bit) ?? emptyRun(inner, bit, node);
    fromBit = Math.max(fromBit, run.fromBit);
    toBit = Math.min(toBit, run.toBit);
  }
  return { fromBit, toBit };
}

/** Where a lane of a union shows nothing: behind its member. */
function emptyRun(lane: readonly SceneNode[], bit: number, box: SolidRun): SolidRun {
  const before = lane.findLast((node) => node.toBit <= bit);
  const behind = lane.find((node) => node.fromBit > bit);
  return { fromBit: before?.toBit ?? box.fromBit, toBit: behind?.fromBit ?? box.toBit };
}
