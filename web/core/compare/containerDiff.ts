import type { StructDesc, TypeFact } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import { diffLayouts, type LayoutDiff } from '../layout/diff';
import type { Layout } from '../layout/layout';
import { orderedAggregate, orderedFrom } from '../layout/original';
import { verdictOf } from '../layout/verdict';
import { fail, ok, type Result } from '../base/result';

/**
 * What becomes of a struct that holds another by value, directly or deep, when the inner one gets `layout`.
 * Everything between the two is laid out again, from the inside out. Fails with a sentence where one of them
 * cannot be recomputed, and with `null` where `outer` holds no struct that is laid out like `inner`.
 */
export function containerDiff(
  outer: StructDesc,
  inner: StructDesc,
  layout: Layout,
): Result<LayoutDiff, string | null> {
  const own = outer.types.map((type) => isSame(type, inner));
  if (!own.some(Boolean)) return fail(null);
  const types = [...outer.types];
  const done = new Map<number, boolean>();
  let refused: string | null = null;

  /** Whether a type is another than before; `types` has it then. */
  const changed = (index: number): boolean => {
    const known = done.get(index);
    if (known !== undefined) return known;
    // A type that holds itself by value there is none; a pointer is not followed.
    done.set(index, false);
    const is = change(index);
    done.set(index, is);
    return is;
  };

  const change = (index: number): boolean => {
    const type = types[index];
    if (type === undefined) return false;
    if (own[index]) return put(index, type, layout);
    if (type.shape.kind === 'array') {
      const { element, count } = type.shape;
      if (!changed(element)) return false;
      const of = types[element];
      if (of === undefined) return false;
      const sizeBytes = of.sizeBytes === null ? null : of.sizeBytes * (count ?? 0);
      types[index] = { ...type, sizeBytes, align: of.align };
      return true;
    }
    if (type.shape.kind !== 'aggregate') return false;
    const parts = type.shape.members.map((member) => changed(member.typeIndex));
    if (!parts.some(Boolean)) return false;
    const verdict = verdictOf(outer, orderedAggregate(outer, index, ''));
    if (verdict.kind === 'readOnly') refused ??= verdict.reason;
    return put(index, type, layoutAt(outer, types, index));
  };

  const put = (index: number, type: TypeFact, { sizeBits, alignBits }: Layout): boolean => {
    const align = { ...type.align, bytes: alignBits / 8 };
    types[index] = { ...type, sizeBytes: sizeBits / 8, align };
    return true;
  };

  changed(outer.root);
  if (refused !== null) return fail(refused);
  const before = computeLayout(orderedFrom(outer));
  const ruler = { lineBytes: outer.target.lineBytes, baseBytes: 0 };
  return ok(diffLayouts(before, layoutAt(outer, types, outer.root), ruler));
}

/** How many of `inner` a struct holds, directly or deep; the elements of an array count one by one. */
export function copiesIn(outer: StructDesc, inner: StructDesc): number {
  const known = new Map<number, number>();
  const copies = (index: number): number => {
    const done = known.get(index);
    if (done !== undefined) return done;
    const type = outer.types[index];
    if (type === undefined) return 0;
    // A type that holds itself by value there is none.
    known.set(index, 0);
    const found = isSame(type, inner) ? 1 : below(type);
    known.set(index, found);
    return found;
  };
  const below = ({ shape }: TypeFact): number => {
    if (shape.kind === 'array') return (shape.count ?? 0) * copies(shape.element);
    if (shape.kind !== 'aggregate') return 0;
    return shape.members.reduce((sum, { typeIndex }) => sum + copies(typeIndex), 0);
  };
  return copies(outer.root);
}

function layoutAt(outer: StructDesc, types: readonly TypeFact[], index: number): Layout {
  const desc = { ...outer, types: [...types], root: index };
  return computeLayout({ desc, root: orderedAggregate(desc, index, '') });
}

/** The same members at the same places; by its tag where it is named by one (a typedef may name it too). */
function isSame(type: TypeFact, inner: StructDesc): boolean {
  const root = inner.types[inner.root];
  if (type.shape.kind !== 'aggregate' || root?.shape.kind !== 'aggregate') return false;
  const [, tag] = /(?:struct|union|class) (\S+)$/.exec(type.name) ?? [];
  if (tag !== undefined && tag !== inner.name) return false;
  if (type.sizeBytes !== root.sizeBytes || type.shape.keyword !== root.shape.keyword) return false;
  const { members } = root.shape;
  return (
    type.shape.members.length === members.length &&
    type.shape.members.every(
      ({ name, offsetBits }, at) =>
        name === members[at]?.name && offsetBits === members[at]?.offsetBits,
    )
  );
}
