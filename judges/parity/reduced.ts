import type { StructDesc, TypeFact } from '../../web/core/facts/generated';
import type { OrderedAggregate, OrderedStruct } from '../../web/core/layout/order';
import { membersOf } from '../../web/core/layout/walk';
import type { MemberPath } from '../../web/core/layout/ids';
import { blob, spelled } from './scalars';

/** An order as C can be written for it without the kernel's types, and what its members are called there. */
export interface Reduced {
  readonly struct: OrderedStruct;
  readonly names: ReadonlyMap<MemberPath, string>;
}

/**
 * Each named struct or union that a member holds becomes bytes of the same size and alignment; scalars and
 * bit-fields keep their kind. Members are `m0`, `m1`, …: a kernel's names may be words of C or macros.
 */
export function reduced(struct: OrderedStruct): Reduced {
  const names = new Map<MemberPath, string>();
  for (const member of membersOf(struct.root)) {
    if (member.name !== null) names.set(member.path, `m${names.size}`);
  }
  return {
    struct: { ...struct, desc: withPlainTypes(struct.desc), root: renamed(struct.root, names) },
    names,
  };
}

function renamed(
  aggregate: OrderedAggregate,
  names: ReadonlyMap<MemberPath, string>,
): OrderedAggregate {
  return {
    ...aggregate,
    members: aggregate.members.map((member) => ({
      ...member,
      name: names.get(member.path) ?? null,
      inner: member.inner === null ? null : renamed(member.inner, names),
    })),
  };
}

function withPlainTypes(desc: StructDesc): StructDesc {
  return { ...desc, types: desc.types.map((type) => plainType(type, desc)) };
}

function plainType(type: TypeFact, desc: StructDesc): TypeFact {
  const { shape } = type;
  // `[]` is refused in a union; `[0]` is laid out alike everywhere.
  if (shape.kind === 'array') return { ...type, shape: { ...shape, count: shape.count ?? 0 } };
  const isLeaf = shape.kind === 'scalar' || shape.kind === 'pointer' || shape.kind === 'enum';
  const { name, align } = isLeaf
    ? spelled(type, desc.target)
    : blob(type.sizeBytes ?? 0, type.align.bytes);
  return { ...type, name, align, shape: { kind: 'other' } };
}
