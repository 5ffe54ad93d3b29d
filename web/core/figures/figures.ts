import { underRulerOf, type Applied } from '../edit/applied';
import { withoutEdits } from '../edit/apply';
import type { LayoutDocument } from '../edit/document';
import { computeLayout } from '../layout/compute';
import type { BeforeAfter } from '../layout/diff';
import type { MemberPath } from '../layout/ids';
import type { FieldItem, Layout } from '../layout/layout';
import { lineCount, straddles, type LineRuler } from '../layout/lines';
import { leavesOf } from '../layout/walk';
import { gapsOf, type Gap, type Gaps } from './gaps';

/**
 * What a layout costs. Holes are counted as pahole counts them, those of anonymous structs included: their
 * members are members of the struct to C and to whoever fills a hole (all of `mm_struct` stands in one).
 * pahole prints the same hole lines; only its summary leaves them out. Padding is that of the struct
 * itself, and that of anonymous structs is distinguished: no other member can be laid there.
 */
export interface Figures {
  readonly sizeBytes: number;
  readonly alignBytes: number;
  /** Byte holes between members. */
  readonly holes: number;
  readonly holeBytes: number;
  /** Holes of bits between bit-fields. */
  readonly bitHoles: number;
  readonly holeBits: number;
  /** Whole bytes behind the last member. */
  readonly paddingBytes: number;
  /** Whole bytes behind the last member of anonymous structs: "last struct has 60 bytes of padding" to pahole. */
  readonly innerPaddingBytes: number;
  /** Bits left over in the unit of a bit-field that stands last. */
  readonly paddingBits: number;
  readonly lines: number;
  /** Fields that touch more lines than their size needs; members of anonymous aggregates each. */
  readonly straddling: number;
}

export function figuresOf(layout: Layout, isUnion: boolean, ruler: LineRuler): Figures {
  const gaps = gapsOf(layout, isUnion);
  let [holes, holeBytes, bitHoles, holeBits] = [0, 0, 0, 0];
  for (const { bits, bytes } of holesIn(gaps, null)) {
    if (bytes > 0) holes++;
    if (bits > 0) bitHoles++;
    holeBytes += bytes;
    holeBits += bits;
  }
  let straddling = 0;
  for (const field of leavesOf(layout)) if (straddles(field, ruler)) straddling++;
  return {
    sizeBytes: layout.sizeBits / 8,
    alignBytes: layout.alignBits / 8,
    holes,
    holeBytes,
    bitHoles,
    holeBits,
    paddingBytes: gaps.paddingBytes,
    innerPaddingBytes: innerPadding(layout),
    paddingBits: gaps.bitPadding,
    lines: lineCount(layout, ruler),
    straddling,
  };
}

/** A hole with its place: after which member, in which anonymous aggregate. */
export interface PlacedHole extends Gap {
  /** Null at the start. */
  readonly after: FieldItem | null;
  /** Null at the top. */
  readonly parent: MemberPath | null;
}

/** What lies unused between members, in anonymous structs too; of a union only inside its members. */
export function holesOf(layout: Layout, isUnion: boolean): Iterable<PlacedHole> {
  return holesIn(gapsOf(layout, isUnion), null);
}

function* holesIn({ first, members }: Gaps, parent: MemberPath | null): Generator<PlacedHole> {
  yield { ...first, after: null, parent };
  for (const { field, bits, bytes } of members) {
    yield { bits, bytes, after: field, parent };
    const { inner, member, offsetBits, path } = field;
    if (inner !== null) {
      yield* holesIn(gapsOf(inner, member.inner?.keyword === 'union', offsetBits), path);
    }
  }
}

/** Bytes at the end of anonymous structs, at whatever depth. */
function innerPadding(layout: Layout): number {
  let bytes = 0;
  for (const item of layout.items) {
    if (item.kind !== 'field' || item.inner === null) continue;
    const isUnion = item.member.inner?.keyword === 'union';
    bytes += gapsOf(item.inner, isUnion, item.offsetBits).paddingBytes + innerPadding(item.inner);
  }
  return bytes;
}

/** Each figure of the original beside that of the edited struct, on the same lines. */
export type FigureChanges = { readonly [Name in keyof Figures]: BeforeAfter };

/** `layout` is that of `applied`, which the caller has at hand. */
export function figureChanges(
  document: LayoutDocument,
  applied: Applied,
  layout: Layout,
): FigureChanges {
  const original = underRulerOf(applied, withoutEdits(document));
  const before = figuresOf(computeLayout(original.struct), isUnion(applied), original.state);
  const after = figuresOf(layout, isUnion(applied), applied.state);
  const change = (name: keyof Figures): BeforeAfter => ({
    before: before[name],
    after: after[name],
  });
  return {
    sizeBytes: change('sizeBytes'),
    alignBytes: change('alignBytes'),
    holes: change('holes'),
    holeBytes: change('holeBytes'),
    bitHoles: change('bitHoles'),
    holeBits: change('holeBits'),
    paddingBytes: change('paddingBytes'),
    innerPaddingBytes: change('innerPaddingBytes'),
    paddingBits: change('paddingBits'),
    lines: change('lines'),
    straddling: change('straddling'),
  };
}

function isUnion(applied: Applied): boolean {
  return applied.struct.root.keyword === 'union';
}
