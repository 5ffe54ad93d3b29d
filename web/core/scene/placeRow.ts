import {
  BOX_PAD_PX,
  CELL_GAP_PX,
  FRAME_PAD_PX,
  LANE_GAP_PX,
  LANE_PX,
  RAIL_PX,
  SIDE_PX,
  TITLE_PX,
} from './metrics';
import { laneHeightFor } from './labels';
import type { SceneNode, BoxNode, LeafNode } from './sceneNode';
import type { Fragment } from './scene';
import { slice, type BitRange } from './slices';
import { nameOf } from './words';

/** A fragment whose y is from the top of the row until rows have their place. */
export type Piece = Mutable<Fragment>;

/** For what is built in steps before it is handed out: copies would be most of a frame's work. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

type Emit = (node: SceneNode, piece: Piece) => void;

export interface RowBox {
  /** Which row it is. */
  readonly index: number;
  readonly range: BitRange;
  /** x of the row's first byte. */
  readonly originXPx: number;
  readonly bytePx: number;
}

/** The height that a row's cells need: lanes of a union are stacked, so a row with one may be higher. */
export function neededPx(lane: readonly SceneNode[], row: RowBox): number {
  let most = 0;
  for (const node of slice(lane, row.range)) most = Math.max(most, nodeNeeds(node, row));
  return most;
}

/**
 * Places what a row shows of a lane into a band, what holds before what is held. What `isPlaced` of the lane gets no
 * piece: it has those of the picture before.
 */
export function placeRow(
  lane: readonly SceneNode[],
  row: RowBox,
  heightPx: number,
  emit: (node: SceneNode, piece: Piece | null) => void,
  isPlaced: (node: SceneNode) => boolean,
): void {
  const rowEnd = row.originXPx + ((row.range.toBit - row.range.fromBit) / 8) * row.bytePx;
  // A shape that goes on reaches to the frame of its line.
  const clip = { fromPx: row.originXPx - FRAME_PAD_PX, toPx: rowEnd + FRAME_PAD_PX };
  const band = { ...clip, yPx: 0, heightPx };
  for (const node of slice(lane, row.range)) {
    if (isPlaced(node)) emit(node, null);
    else placeNode(node, row, band, emit);
  }
}

interface Band {
  readonly fromPx: number;
  readonly toPx: number;
  readonly yPx: number;
  readonly heightPx: number;
}

function placeNode(node: SceneNode, row: RowBox, band: Band, emit: Emit): void {
  const piece = pieceOf(node, row, band);
  emit(node, piece);
  if (node.kind === 'box') placeLanes(node, row, piece, emit);
}

function pieceOf(node: SceneNode, row: RowBox, band: Band): Piece {
  const { range } = row;
  const joinsBefore = node.fromBit < range.fromBit;
  const joinsAfter = node.toBit > range.toBit;
  const from = xOf(node.fromBit, row);
  const to = xOf(node.toBit, row);
  const gap = Math.min(CELL_GAP_PX, (to - from) * 0.3) / 2;
  let left = joinsBefore ? band.fromPx : Math.max(from + gap, band.fromPx);
  let right = joinsAfter ? band.toPx : Math.min(to - gap, band.toPx);
  if (node.fromBit === node.toBit) {
    left = Math.min(Math.max(from - MARKER_PX / 2, band.fromPx), band.toPx - MARKER_PX);
    right = left + MARKER_PX;
  } else if (right - left < LEAST_PX) {
    // The edges around it left nothing: it takes of them, never of what is beside it.
    const fromPx = Math.max(from, row.originXPx);
    const toPx = Math.min(to, xOf(range.toBit, row));
    left = Math.max(fromPx, Math.min(left, toPx - LEAST_PX));
    right = Math.min(toPx, Math.max(right, left + LEAST_PX));
  }
  return {
    row: row.index,
    xPx: left,
    yPx: band.yPx,
    widthPx: right - left,
    heightPx: band.heightPx,
    joinsBefore,
    joinsAfter,
  };
}

/** A member without size is a line between two cells. */
const MARKER_PX = 3;
/** Of what has a size, where its own bits are as wide. */
const LEAST_PX = 0.5;

function placeLanes(box: BoxNode, outer: RowBox, piece: Piece, emit: Emit): void {
  const row = rowInside(box, outer);
  const pads = padsOf(box, row.range, piece.widthPx);
  const lanes = box.lanes.filter((lane) => slice(lane, row.range).length > 0);
  const needs = lanes.map((lane) => neededPx(lane, row));
  const used = needs.reduce((sum, need) => sum + need, 0);
  const gaps = LANE_GAP_PX * Math.max(0, lanes.length - 1);
  const spare = Math.max(0, piece.heightPx - pads.top - pads.bottom - gaps - used);
  let yPx = piece.yPx + pads.top;
  const sides = sidesFor(box, lanes, row, piece, pads);
  lanes.forEach((lane, index) => {
    const heightPx = needs[index]! + spare / lanes.length;
    const band: Band = {
      fromPx: piece.joinsBefore ? piece.xPx : piece.xPx + sides.left,
      toPx: piece.joinsAfter ? piece.xPx + piece.widthPx : piece.xPx + piece.widthPx - sides.right,
      yPx: round(yPx),
      heightPx: round(yPx + heightPx) - round(yPx),
    };
    for (const node of slice(lane, row.range)) placeNode(node, row, band, emit);
    yPx += heightPx + LANE_GAP_PX;
  });
}

/**
 * The room at the sides, less where a thin first or last member (a bit) would vanish in it, and never so
 * much through all boxes that hold it that a member begins or ends over another byte than its own.
 */
function sidesFor(
  box: BoxNode,
  lanes: readonly (readonly SceneNode[])[],
  row: RowBox,
  piece: Piece,
  pads: Pads,
): Pick<Pads, 'left' | 'right'> {
  const firstEnd = Math.min(...lanes.map((lane) => firstEndBit(lane, row.range)));
  const lastStart = Math.max(...lanes.map((lane) => lastStartBit(lane, row.range)));
  const before = xOf(firstEnd, row) - piece.xPx;
  const after = piece.xPx + piece.widthPx - xOf(lastStart, row);
  const mostPx = BYTE_SHARE * row.bytePx;
  const roomLeft = xOf(box.fromBit, row) + mostPx - piece.xPx;
  const roomRight = piece.xPx + piece.widthPx - (xOf(box.toBit, row) - mostPx);
  return {
    left: Math.min(pads.left, Math.max(0, before) * THIN_SHARE, Math.max(0, roomLeft)),
    right: Math.min(pads.right, Math.max(0, after) * THIN_SHARE, Math.max(0, roomRight)),
  };
}

/** Of a thin member that an edge may take. */
const THIN_SHARE = 0.3;
/** Of its first and last byte that all edges around a member may take together. */
const BYTE_SHARE = 0.8;

/** Where the first leaf of a lane ends, in whatever boxes it lies. */
function firstEndBit(lane: readonly SceneNode[], range: BitRange): number {
  const node = slice(lane, range).find((each) => each.toBit > each.fromBit);
  if (node === undefined) return Infinity;
  if (node.kind === 'leaf') return node.toBit;
  return Math.min(node.toBit, ...node.lanes.map((inner) => firstEndBit(inner, range)));
}

/** Where the last leaf of a lane begins. */
function lastStartBit(lane: readonly SceneNode[], range: BitRange): number {
  const node = slice(lane, range).findLast((each) => each.toBit > each.fromBit);
  if (node === undefined) return -Infinity;
  if (node.kind === 'leaf') return node.fromBit;
  return Math.max(node.fromBit, ...node.lanes.map((inner) => lastStartBit(inner, range)));
}

/** As seen from inside a box: what has no width and stands at its end belongs to the row where it ends. */
function rowInside(box: BoxNode, row: RowBox): RowBox {
  const { range } = row;
  if (range.last || box.toBit > range.toBit) return row;
  return { ...row, range: { ...range, last: true } };
}

interface Pads {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Room inside a box for what says what it is: a header, a bracket, an edge to take hold of. */
function padsOf(box: BoxNode, range: BitRange, widthPx: number): Pads {
  const kind = box.seed?.kind ?? null;
  if (kind === null) return { top: 0, bottom: 0, left: 0, right: 0 };
  if (kind === 'struct') {
    // Where it neither begins nor ends there is nothing to show of its bracket.
    const through = box.fromBit < range.fromBit && box.toBit > range.toBit;
    return { top: through ? 0 : RAIL_PX, bottom: 0, left: 0, right: 0 };
  }
  const side = widthPx < 30 ? 1 : BOX_PAD_PX;
  const titled = box.seed?.expanded === true && box.fromBit >= range.fromBit;
  return {
    top: titled ? TITLE_PX + 2 : BOX_PAD_PX,
    bottom: BOX_PAD_PX,
    left: kind === 'union' && widthPx >= 40 ? SIDE_PX : side,
    right: side,
  };
}

function nodeNeeds(node: SceneNode, row: RowBox): number {
  if (node.kind === 'leaf') return leafNeeds(node, row);
  // The widest pads: a height does not depend on a width.
  const pads = padsOf(node, row.range, Infinity);
  let total = pads.top + pads.bottom - LANE_GAP_PX;
  const inside = rowInside(node, row);
  for (const lane of node.lanes) {
    const need = neededPx(lane, inside);
    if (need > 0) total += need + LANE_GAP_PX;
  }
  return Math.max(LANE_PX, total);
}

/** A lane is higher where that makes room for a name on two lines. */
function leafNeeds({ seed, fromBit, toBit }: LeafNode, { range, bytePx }: RowBox): number {
  if (seed.kind !== 'field' && seed.kind !== 'padding') return LANE_PX;
  const bits = Math.min(toBit, range.toBit) - Math.max(fromBit, range.fromBit);
  const edgesPx = seed.depth > 0 ? SIDE_PX + BOX_PAD_PX : CELL_GAP_PX;
  return laneHeightFor(nameOf(seed), (bits / 8) * bytePx - edgesPx);
}

function xOf(bit: number, row: RowBox): number {
  return row.originXPx + ((bit - row.range.fromBit) / 8) * row.bytePx;
}

function round(px: number): number {
  return Math.round(px * 2) / 2;
}
