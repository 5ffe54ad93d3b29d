import type { MemberPath } from './ids';
import type { OrderedMember } from './order';

/**
 * The layout of one aggregate. Offsets are from the start of the outermost struct, so that items of
 * anonymous aggregates inside lie on the same ruler. Items stand in memory order; together with holes
 * and the tail they cover a struct without gaps (bit by bit). A union's items overlap.
 */
export interface Layout {
  readonly sizeBits: number;
  readonly alignBits: number;
  readonly items: readonly LayoutItem[];
}

export type LayoutItem = FieldItem | GapItem;

export interface FieldItem {
  readonly kind: 'field';
  readonly path: MemberPath;
  readonly member: OrderedMember;
  readonly offsetBits: number;
  /** A bit-field's width; otherwise the type's size. Null where unknown (shown, never a hole). */
  readonly sizeBits: number | null;
  /** The alignment that it was laid out with. */
  readonly alignBits: number;
  /** Where the storage unit of a bit-field's declared type begins: pahole prints it, and races happen in it. */
  readonly unitOffsetBits: number | null;
  /** For an anonymous struct or union: its own items, offsets from the outermost struct. Null for all else. */
  readonly inner: Layout | null;
}

export interface GapItem {
  /** `hole` between members (also bits between bit-fields), `tail` after the last one. */
  readonly kind: 'hole' | 'tail';
  readonly offsetBits: number;
  readonly sizeBits: number;
  /** The field before it, null at the start. */
  readonly after: MemberPath | null;
}
