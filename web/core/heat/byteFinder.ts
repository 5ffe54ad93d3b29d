import type { MemberPath } from '../layout/ids';
import { computeLayout } from '../layout/compute';
import type { FieldItem, Layout } from '../layout/layout';
import { nestedLayout, nestingOf } from '../layout/nested';
import type { MemberOrder } from '../layout/order';

/** What a byte of a struct belongs to. */
export type BytePlace =
  | FieldPlace
  /** A hole, the tail, or padding that an edit put in. */
  | { readonly kind: 'padding' }
  /** Before the struct or behind it: another object, or elements of a flexible array. */
  | { readonly kind: 'outside' };

export interface FieldPlace {
  readonly kind: 'field';
  /** The innermost member that is known to hold the byte, by the shortest name that means its bytes (`lock`, not `lock.counter`). */
  readonly path: MemberPath;
  /** Where that member begins, from the struct's start. */
  readonly offsetBytes: number;
  /** Null where unknown. */
  readonly sizeBytes: number | null;
  /** Every member that holds the byte, the outermost first, longer names of the same bytes among them. */
  readonly chain: readonly MemberPath[];
  /** Bit-fields or union members of which any may be meant: offsets cannot distinguish them. Empty where it is clear. */
  readonly oneOf: readonly MemberPath[];
  /** The member that an edit moves with it, which is never an anonymous struct. */
  readonly mover: MemberPath;
  /** The byte, from the mover's first. */
  readonly moverOffsetBytes: number;
}

/** Deeper elements of a long array are not distinguished. */
const MAX_ELEMENTS = 1024;

/** Answers for bytes of one struct in one order, from its first byte. Each answer is kept. */
export function byteFinder(struct: MemberOrder): (byte: number) => BytePlace {
  const layout = computeLayout(struct);
  const isUnion = struct.root.keyword === 'union';
  const known = new Map<number, BytePlace>();
  return (byte) => {
    const kept = known.get(byte);
    if (kept !== undefined) return kept;
    const place: BytePlace =
      byte < 0 || byte * 8 >= layout.sizeBits
        ? { kind: 'outside' }
        : (descend(struct, layout, isUnion, byte) ?? { kind: 'padding' });
    known.set(byte, place);
    return place;
  };
}

function descend(
  struct: MemberOrder,
  root: Layout,
  rootIsUnion: boolean,
  byte: number,
): FieldPlace | null {
  const chain: FieldItem[] = [];
  let oneOf: readonly MemberPath[] = [];
  let layout: Layout | null = root;
  let isUnion = rootIsUnion;
  while (layout !== null) {
    const here: readonly FieldItem[] = fieldsAt(layout, byte);
    const [first] = here;
    if (first === undefined || first.member.role === 'padding') {
      // A gap inside a nested type belongs to nobody, even if the type has a name.
      return null;
    }
    const unclear = here.length > 1;
    if (unclear) oneOf = here.map(({ path }) => path);
    // Which member of a union was meant no offset tells; of bit-fields the first stands for its byte.
    if (unclear && isUnion && chain.length > 0) break;
    chain.push(first);
    if (unclear) break;
    isUnion = keywordOf(struct, first) === 'union';
    layout = inside(struct, first, byte);
  }
  return fieldPlace(chain, oneOf, byte);
}

/** The fields of one level that a byte lies in; one of unknown size reaches to the next. */
function fieldsAt(layout: Layout, byte: number): readonly FieldItem[] {
  const found: FieldItem[] = [];
  let unknown: FieldItem | null = null;
  for (const item of layout.items) {
    if (item.offsetBits >= byte * 8 + 8) continue;
    if (item.kind !== 'field') {
      if (item.offsetBits + item.sizeBits > byte * 8) unknown = null;
      continue;
    }
    if (item.sizeBits === null) unknown = item;
    else {
      unknown = null;
      if (item.offsetBits + item.sizeBits > byte * 8) found.push(item);
    }
  }
  return found.length === 0 && unknown !== null ? [unknown] : found;
}

function inside(struct: MemberOrder, field: FieldItem, byte: number): Layout | null {
  if (field.inner !== null) return field.inner;
  if (field.member.bitField !== null) return null;
  if (nestingOf(struct.desc, field) !== 'array') return nestedLayout(struct.desc, field);
  const elementBits = elementSizeBits(struct, field);
  // Characters of a name are not fields.
  if (elementBits === null || elementBits <= 8) return null;
  const index = Math.floor((byte * 8 - field.offsetBits) / elementBits);
  return index < MAX_ELEMENTS ? nestedLayout(struct.desc, field, index + 1) : null;
}

function elementSizeBits({ desc }: MemberOrder, field: FieldItem): number | null {
  const type = field.member.typeIndex === null ? undefined : desc.types[field.member.typeIndex];
  if (type?.shape.kind !== 'array') return null;
  const bytes = desc.types[type.shape.element]?.sizeBytes ?? null;
  return bytes === null ? null : bytes * 8;
}

function keywordOf({ desc }: MemberOrder, field: FieldItem): string {
  if (field.member.inner !== null) return field.member.inner.keyword;
  const type = field.member.typeIndex === null ? undefined : desc.types[field.member.typeIndex];
  return type?.shape.kind === 'aggregate' ? type.shape.keyword : '';
}

function fieldPlace(
  chain: readonly FieldItem[],
  oneOf: readonly MemberPath[],
  byte: number,
): FieldPlace | null {
  const innermost = chain.at(-1);
  if (innermost === undefined) return null;
  // `atomic_t refs { int counter; }`: the member is its type's only one under another name.
  const named =
    chain.find(
      (each) =>
        each.inner === null &&
        each.offsetBits === innermost.offsetBits &&
        each.sizeBits === innermost.sizeBits,
    ) ?? innermost;
  // What moves is the first that is no anonymous struct; members of an anonymous union move with it.
  const mover =
    chain.find((each) => each.inner === null || each.member.inner?.keyword === 'union') ??
    innermost;
  return {
    kind: 'field',
    path: named.path,
    offsetBytes: Math.floor(named.offsetBits / 8),
    sizeBytes: named.sizeBits === null ? null : Math.ceil(named.sizeBits / 8),
    chain: chain.map(({ path }) => path),
    oneOf,
    mover: mover.path,
    moverOffsetBytes: byte - Math.floor(mover.offsetBits / 8),
  };
}
