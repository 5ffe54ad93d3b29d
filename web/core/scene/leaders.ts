import { keptWith } from '../base/derived';
import type { OrderedMember } from '../layout/order';

/** A cell that has no room for its name, and the name's width. Anchors of a row come from left to right. */
export interface Anchor {
  readonly fromPx: number;
  readonly toPx: number;
  readonly bottomPx: number;
  readonly textPx: number;
}

/** Labels that stand under each other, in memory order from top to bottom, with one leader from their cells. */
export interface LeaderColumn {
  /** Indices of the anchors. */
  readonly anchors: readonly number[];
  readonly xPx: number;
  readonly widthPx: number;
  /** From the cells to the column, x and y by turns; y is from the top of the row. */
  readonly line: readonly number[];
}

export interface LeaderLayout {
  readonly columns: readonly LeaderColumn[];
  /** Lines of labels. */
  readonly tiers: number;
}

export const LEADER_TIER_PX = 14;
/** From the cells to the first label. */
export const LEADER_DROP_PX = 11;
/** From a column's rule to its text. */
export const LEADER_INDENT_PX = 5;
const COLUMN_GAP_PX = 10;
/** Cells further apart than this do not share a column as long as there is room for two. */
const SAME_RUN_PX = 16;

export interface LeaderRoom {
  readonly fromPx: number;
  readonly toPx: number;
  /** Height of the row's cells. */
  readonly bandPx: number;
}

interface Asked {
  readonly anchors: readonly Anchor[];
  readonly room: LeaderRoom;
  readonly answer: LeaderLayout;
}

/** Of a row, by the member that its first label is of. */
const lastOf = keptWith<OrderedMember, { inputs: Asked | null }>(() => ({ inputs: null }));

/**
 * The same, for a row whose first label is of `member`. A drag changes a few rows of hundreds, and the
 * others ask again in each frame what they asked before: they get the same answer.
 */
export function layLeadersAgain(
  member: OrderedMember,
  anchors: readonly Anchor[],
  room: LeaderRoom,
): LeaderLayout {
  const last = lastOf(member);
  const { inputs } = last;
  if (inputs && isSameRoom(inputs.room, room) && areSame(inputs.anchors, anchors))
    return inputs.answer;
  const answer = layLeaders(anchors, room);
  last.inputs = { anchors, room, answer };
  return answer;
}

function isSameRoom(a: LeaderRoom, b: LeaderRoom): boolean {
  return a.fromPx === b.fromPx && a.toPx === b.toPx && a.bandPx === b.bandPx;
}

function areSame(a: readonly Anchor[], b: readonly Anchor[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, at) => {
      const other = b[at]!;
      return (
        one.fromPx === other.fromPx &&
        one.toPx === other.toPx &&
        one.bottomPx === other.bottomPx &&
        one.textPx === other.textPx
      );
    })
  );
}

/**
 * Places the labels of a row's small cells below it. One line of labels if they fit side by side, each as
 * near to its cell as the others let it; else columns, each for cells that stand together. The order of
 * columns is the order of cells, so leaders never cross.
 */
export function layLeaders(anchors: readonly Anchor[], room: LeaderRoom): LeaderLayout {
  for (const sameRunPx of [SAME_RUN_PX, Infinity]) {
    for (let tiers = 1; tiers <= anchors.length; tiers += 1) {
      const groups = columnsOf(anchors, tiers, sameRunPx);
      const widths = groups.map((group) => columnWidth(anchors, group));
      const total = widths.reduce((sum, width) => sum + width + COLUMN_GAP_PX, -COLUMN_GAP_PX);
      // One column of all always counts as fitting: nothing narrower can be made of it.
      const last = sameRunPx === Infinity && tiers === anchors.length;
      if (total > room.toPx - room.fromPx && !last) continue;
      const wanted = groups.map((group) => middle(anchors, group));
      const lefts = spread(wanted, widths, room.fromPx, room.toPx);
      const columns = groups.map((group, index) => ({
        anchors: group,
        xPx: lefts[index]!,
        widthPx: widths[index]!,
        line: leaderLine(anchors, group, lefts[index]!, room.bandPx),
      }));
      return { columns, tiers: Math.max(...groups.map((group) => group.length)) };
    }
  }
  return { columns: [], tiers: 0 };
}

/** Runs of neighbouring cells, cut into columns of nearly equal length. */
function columnsOf(anchors: readonly Anchor[], tiers: number, sameRunPx: number): number[][] {
  const runs: number[][] = [];
  anchors.forEach((anchor, index) => {
    const near = index > 0 && anchor.fromPx - anchors[index - 1]!.toPx < sameRunPx;
    if (near) runs.at(-1)!.push(index);
    else runs.push([index]);
  });
  return runs.flatMap((run) => {
    const columns = Math.ceil(run.length / tiers);
    const cut = (at: number) => Math.round((at * run.length) / columns);
    return Array.from({ length: columns }, (_, at) => run.slice(cut(at), cut(at + 1)));
  });
}

function columnWidth(anchors: readonly Anchor[], group: readonly number[]): number {
  return LEADER_INDENT_PX + Math.max(...group.map((index) => anchors[index]!.textPx));
}

function middle(anchors: readonly Anchor[], group: readonly number[]): number {
  return (anchors[group[0]!]!.fromPx + anchors[group.at(-1)!]!.toPx) / 2;
}

/**
 * Left edges as near to the wanted ones as they can be without overlap (least squares, by pooling
 * neighbours that push each other: isotonic regression), then moved into the room.
 */
function spread(
  wanted: readonly number[],
  widths: readonly number[],
  fromPx: number,
  toPx: number,
): readonly number[] {
  const starts: number[] = [];
  let used = 0;
  for (const width of widths) {
    starts.push(used);
    used += width + COLUMN_GAP_PX;
  }
  const pools: { sum: number; count: number }[] = [];
  wanted.forEach((want, index) => {
    pools.push({ sum: want - starts[index]!, count: 1 });
    while (pools.length > 1) {
      const [left, right] = pools.slice(-2) as [(typeof pools)[0], (typeof pools)[0]];
      if (left.sum / left.count <= right.sum / right.count) break;
      pools.splice(-2, 2, { sum: left.sum + right.sum, count: left.count + right.count });
    }
  });
  const slack = Math.max(fromPx, toPx - (used - COLUMN_GAP_PX));
  return pools
    .flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
    .map((shift, index) => Math.round(Math.min(slack, Math.max(fromPx, shift)) + starts[index]!));
}

function leaderLine(
  anchors: readonly Anchor[],
  group: readonly number[],
  xPx: number,
  bandPx: number,
): readonly number[] {
  const first = anchors[group[0]!]!;
  const last = anchors[group.at(-1)!]!;
  const top = bandPx + LEADER_DROP_PX;
  const rule = [xPx + 0.5, top, xPx + 0.5, top + group.length * LEADER_TIER_PX - 2];
  const center = Math.round((first.fromPx + last.toPx) / 2);
  if (group.length === 1) {
    // Not through the lanes below: from there on the place alone ties them together.
    const from = bandPx - first.bottomPx < 8 ? first.bottomPx : bandPx;
    return [center, from, center, bandPx + 4, ...rule];
  }
  // A bracket under the cells that the column speaks of.
  const y = bandPx + 4.5;
  return [
    first.fromPx,
    y - 3,
    first.fromPx,
    y,
    last.toPx,
    y,
    last.toPx,
    y - 3,
    last.toPx,
    y,
    center,
    y,
    ...rule,
  ];
}
