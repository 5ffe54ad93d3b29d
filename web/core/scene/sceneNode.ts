import type { FieldItem, GapItem } from '../layout/layout';
import type { MemberPath } from '../layout/ids';
import type { CellKind } from './scene';

export interface LeafNode {
  readonly kind: 'leaf';
  readonly seed: CellSeed;
  readonly fromBit: number;
  readonly toBit: number;
}

export interface BoxNode {
  readonly kind: 'box';
  /** Null for members that overlap though no union holds them (C++ bases, Rust variants). */
  readonly seed: CellSeed | null;
  readonly fromBit: number;
  readonly toBit: number;
  readonly lanes: readonly (readonly SceneNode[])[];
}

export interface CellSeed {
  readonly key: string;
  readonly kind: CellKind;
  readonly item: FieldItem | GapItem | null;
  readonly movable: MemberPath | null;
  readonly parent: string | null;
  readonly depth: number;
  /** Null where there is nothing to open. */
  readonly expanded: boolean | null;
  readonly offsetBits: number;
  readonly sizeBits: number | null;
}
/**
 * What is drawn, before it has a place: leaves, and boxes around them. Nodes of one lane stand in memory
 * order and do not overlap; lanes of one box share their bytes.
 */
export type SceneNode = LeafNode | BoxNode;
