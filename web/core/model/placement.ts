import type { FieldItem, Layout } from '../layout/layout';
import type { MemberPath } from '../layout/ids';

/** Where the members of a struct lie, as far as the model cares. Bytes from the struct's start. */
export interface FieldPlacement {
  readonly sizeBytes: number;
  /** Members that hold data: not anonymous structs, whose members stand here in their place. */
  readonly fields: readonly PlacedField[];
  /** Every member, those of anonymous unions too, for looking up an atom's field. */
  readonly offsets: ReadonlyMap<MemberPath, number>;
  /** Bytes of the members of anonymous unions, which are no `fields`; left out where there is none. */
  readonly unionSizes?: ReadonlyMap<MemberPath, number>;
  readonly start: Start;
}

export interface PlacedField {
  readonly path: MemberPath;
  readonly offsetBytes: number;
  /** 0 where unknown or empty. */
  readonly sizeBytes: number;
}

/** Where objects of this layout begin within a line. */
export type Start =
  /** Where those of the profile do: nothing that decides it has changed. */
  | { readonly kind: 'asProfiled' }
  /** On the next boundary of another alignment after where those of the profile do. */
  | { readonly kind: 'realigned'; readonly alignBytes: number }
  /** Anywhere of these, equally often: bytes of the first line that come before the object. */
  | { readonly kind: 'anyOf'; readonly baseBytes: readonly number[] };

export function placementOf(layout: Layout, start: Start = { kind: 'asProfiled' }): FieldPlacement {
  const fields: PlacedField[] = [];
  const offsets = new Map<MemberPath, number>();
  const unionSizes = new Map<MemberPath, number>();
  collect(layout, { fields, offsets, unionSizes }, false);
  return { sizeBytes: Math.ceil(layout.sizeBits / 8), fields, offsets, unionSizes, start };
}

function collect(
  layout: Layout,
  into: {
    readonly fields: PlacedField[];
    readonly offsets: Map<MemberPath, number>;
    readonly unionSizes: Map<MemberPath, number>;
  },
  inUnion: boolean,
): void {
  for (const item of layout.items) {
    if (item.kind !== 'field') continue;
    const offsetBytes = Math.floor(item.offsetBits / 8);
    into.offsets.set(item.path, offsetBytes);
    const searched = isAnonymousStruct(item);
    if (item.inner !== null) collect(item.inner, into, inUnion || !searched);
    if (searched || item.member.role === 'padding') continue;
    const sizeBytes = Math.ceil((item.offsetBits + (item.sizeBits ?? 0)) / 8) - offsetBytes;
    if (inUnion) into.unionSizes.set(item.path, sizeBytes);
    else into.fields.push({ path: item.path, offsetBytes, sizeBytes });
  }
}

function isAnonymousStruct(item: FieldItem): boolean {
  return item.member.inner !== null && item.member.inner.keyword !== 'union';
}

/**
 * The bytes of their line at which objects begin that follow each other at a stride, the first of them
 * at a line boundary: `[0]` where the stride keeps every object aligned.
 */
export function startsAtStride(strideBytes: number, lineBytes: number): readonly number[] {
  const starts = new Set<number>();
  let start = 0;
  while (!starts.has(start)) {
    starts.add(start);
    start = (start + strideBytes) % lineBytes;
  }
  return [...starts].sort((a, b) => a - b);
}
