import type { SceneNode, CellSeed } from './sceneNode';
import type { Piece } from './placeRow';
import type { Leader, PlacedText, Point } from './scene';
import type { RowSpec } from './rows';
import type { Anchor } from './leaders';

/** A cell before the rows are stacked: every y is from the top of its row. */
export interface CellDraft {
  readonly index: number;
  readonly seed: CellSeed;
  /** A forced alignment or a pin, whose sign takes room of the label. */
  readonly isMarked: boolean;
  readonly pieces: Piece[];
  readonly texts: InRow<PlacedText>[];
  toggleAt: InRow<Point> | null;
  markAt: InRow<Point> | null;
  /** What a leader is asked for; null where a piece holds the name. */
  unnamed: Unnamed | null;
  leader: InRow<Leader> | null;
}

/** A name that finds no room in its cell. */
export interface Unnamed {
  readonly row: number;
  readonly name: string;
  readonly anchor: Anchor;
}

export interface InRow<T> {
  readonly row: number;
  readonly value: T;
}

export interface RowDraft {
  readonly spec: RowSpec;
  readonly bandPx: number;
  /** Indices of the cells with a piece in this row. */
  readonly cells: number[];
  /** Cells whose names do not fit; they get leaders. */
  readonly unnamed: { readonly cell: CellDraft; readonly name: string; readonly anchor: Anchor }[];
  /** Height that the leaders take. */
  leadersPx: number;
}

/**
 * A draft for each node that is a cell, what holds before what is held. One of `kept` has its pieces and texts of the picture
 * before; where its leader goes depends on the others of its row, and is found anew.
 */
export function draftCells(
  lane: readonly SceneNode[],
  isMarked: (seed: CellSeed) => boolean,
  kept: ReadonlyMap<SceneNode, CellDraft>,
): Map<SceneNode, CellDraft> {
  const drafts = new Map<SceneNode, CellDraft>();
  const walk = (node: SceneNode) => {
    if (node.seed !== null) {
      const last = kept.get(node);
      drafts.set(node, {
        index: drafts.size,
        seed: node.seed,
        isMarked: last?.isMarked ?? isMarked(node.seed),
        pieces: last?.pieces ?? [],
        texts: last?.texts ?? [],
        toggleAt: last?.toggleAt ?? null,
        markAt: last?.markAt ?? null,
        unnamed: last?.unnamed ?? null,
        leader: null,
      });
    }
    if (node.kind === 'box') for (const inner of node.lanes) inner.forEach(walk);
  };
  lane.forEach(walk);
  return drafts;
}
