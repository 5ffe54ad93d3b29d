import type { StructDesc, TypeFact } from '../facts/generated';
import type { MemberPath } from './ids';
import type { FieldItem, Layout } from './layout';
import type { OrderedMember } from './order';
import { orderedAggregate } from './original';
import { statedLayout } from './stated';

/** What `nestedLayout` can open: a member of a named struct or union type, or an array. */
export type Nesting = 'aggregate' | 'array' | 'none';

/** Whether a field has something inside that can be shown. Anonymous aggregates are always open. */
export function nestingOf(desc: StructDesc, field: FieldItem): Nesting {
  if (field.inner !== null) return 'none';
  const type = typeOf(desc, field.member);
  if (type === null) return 'none';
  if (type.shape.kind === 'array') return (type.shape.count ?? 0) > 0 ? 'array' : 'none';
  return type.shape.kind === 'aggregate' && type.shape.members.length > 0 ? 'aggregate' : 'none';
}

/**
 * What lies inside a field, at the offsets that the debug information states for its type, counted from
 * the start of the outermost struct; null where there is nothing to open. Paths go on from the field's
 * (`mmap_lock.owner`, `slots[2].seq`). Of an array at most `maxElements` are given, the first ones; what
 * is left out is no hole, and no tail.
 */
export function nestedLayout(desc: StructDesc, field: FieldItem, maxElements = 64): Layout | null {
  switch (nestingOf(desc, field)) {
    case 'none':
      return null;
    case 'aggregate':
      return aggregateLayout(desc, field);
    case 'array':
      return elements(desc, field, maxElements);
  }
}

function aggregateLayout(desc: StructDesc, field: FieldItem): Layout | null {
  const { typeIndex } = field.member;
  if (typeIndex === null) return null;
  return statedLayout(orderedAggregate(desc, typeIndex, `${field.path}.`), field.offsetBits);
}

function elements(desc: StructDesc, field: FieldItem, maxElements: number): Layout | null {
  const type = typeOf(desc, field.member);
  if (type?.shape.kind !== 'array') return null;
  const { element, count } = type.shape;
  const elementType = desc.types[element];
  if (elementType === undefined || elementType.sizeBytes === null) return null;
  const sizeBits = elementType.sizeBytes * 8;
  const alignBits = elementType.align.bytes * 8;
  const shown = Math.min(count ?? 0, maxElements);
  const items = Array.from({ length: shown }, (_, index): FieldItem => {
    const path = `${field.path}[${index}]` as MemberPath;
    const member: OrderedMember = {
      ...field.member,
      path,
      name: `[${index}]`,
      typeName: elementType.name,
      typeIndex: element,
      sizeBits,
      typeAlign: elementType.align,
      align: null,
      isolateBytes: null,
      packed: false,
      statedOffsetBits: index * sizeBits,
    };
    return {
      kind: 'field',
      path,
      member,
      offsetBits: field.offsetBits + index * sizeBits,
      sizeBits,
      alignBits,
      unitOffsetBits: null,
      inner: null,
    };
  });
  return { sizeBits: field.sizeBits ?? 0, alignBits, items };
}

function typeOf(desc: StructDesc, member: OrderedMember): TypeFact | null {
  return member.typeIndex === null ? null : (desc.types[member.typeIndex] ?? null);
}
