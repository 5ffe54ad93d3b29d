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
  /** Its pieces and texts are those of the picture before. */
  readonly isKept: boolean;
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

export interface DraftedCells {
  /** In the scene's order. */
  readonly list: readonly CellDraft[];
  readonly of: ReadonlyMap<SceneNode, CellDraft>;
}

/** The drafts of the last picture. */
export interface LastDrafts {
  readonly of: (key: string) => CellDraft | null;
  /** Whether the cell has the same position and texts as in the last picture. */
  readonly isKept: (seed: CellSeed, isMarked: boolean, last: CellDraft) => boolean;
}

/**
 * One draft for each cell, parents first. A draft that is kept reuses the pieces and texts of the last picture. Its leader is
 * placed anew, since that depends on the other cells of the row.
 */
export function draftCells(
  lane: readonly SceneNode[],
  isMarked: (seed: CellSeed) => boolean,
  before: LastDrafts,
): DraftedCells {
  const list: CellDraft[] = [];
  const of = new Map<SceneNode, CellDraft>();
  const walk = (node: SceneNode, isOfTheStruct: boolean) => {
    if (node.seed !== null) {
      const { seed } = node;
      const marked = isMarked(seed);
      const last = isOfTheStruct && node.kind === 'leaf' ? before.of(seed.key) : null;
      const kept = last !== null && before.isKept(seed, marked, last) ? last : null;
      const draft: CellDraft = {
        index: list.length,
        seed,
        isMarked: marked,
        isKept: kept !== null,
        pieces: kept?.pieces ?? [],
        texts: kept?.texts ?? [],
        toggleAt: kept?.toggleAt ?? null,
        markAt: kept?.markAt ?? null,
        unnamed: kept?.unnamed ?? null,
        leader: null,
      };
      list.push(draft);
      of.set(node, draft);
    }
    if (node.kind === 'box')
      for (const inner of node.lanes) for (const each of inner) walk(each, false);
  };
  for (const node of lane) walk(node, true);
  return { list, of };
}
