import { derived } from '../base/derived';
import { assert } from '../base/assert';
import type { MemberFact, StructDesc, TypeFact } from '../facts/generated';
import { isFolded, expansionIn } from '../facts/expansion';
import type { MemberPath } from './ids';
import type { OrderedAggregate, OrderedMember, OrderedStruct } from './order';
import { verdictOf } from './verdict';

/**
 * Gives the members of one struct their paths, as `ids.ts` defines them. `prefix` is the path of the
 * member that holds the struct (`mmap_lock.`), empty for the outermost.
 */
class PathNamer {
  private readonly taken = new Map<string, number>();

  constructor(
    private readonly desc: StructDesc,
    private readonly prefix: string,
  ) {}

  /** `parent` is the path of the anonymous aggregate that holds the member, null at the top. */
  name(fact: MemberFact, index: number, parent: MemberPath | null): MemberPath {
    return this.unique(this.plain(fact, index, parent));
  }

  private plain(fact: MemberFact, index: number, parent: MemberPath | null): string {
    if (fact.role === 'base' && fact.name !== null) return `${this.prefix}base(${fact.name})`;
    if (fact.role === 'vtable') return `${this.prefix}vtable`;
    if (fact.name !== null) return `${this.prefix}${fact.name}`;
    const scope = parent === null ? this.prefix : `${parent}.`;
    if (fact.bitField !== null) return `${scope}bits(#${index})`;
    const first = expansionIn(this.desc.types)(fact.typeIndex).firstName;
    if (first === null) return `${scope}anon(#${index})`;
    const own = `anon(${first})`;
    // Nested aggregates with the same first descendant are distinguished from the outside in.
    return parent !== null && parent.endsWith(own) ? `${parent}.${own}` : `${this.prefix}${own}`;
  }

  private unique(path: string): MemberPath {
    const count = (this.taken.get(path) ?? 0) + 1;
    this.taken.set(path, count);
    return (count === 1 ? path : `${path}~${count}`) as MemberPath;
  }
}

/**
 * A struct in the order that its source declares, with the verdict on whether the engine can recompute
 * it. Where it cannot, `root.readOnly` says why, and `computeLayout` shows the stated offsets instead.
 */
export const orderedFrom = derived((desc: StructDesc): OrderedStruct => {
  const root = orderedAggregate(desc, desc.root, '');
  const verdict = verdictOf(desc, root);
  return {
    desc,
    root: verdict.kind === 'readOnly' ? { ...root, readOnly: verdict.reason } : root,
    verdict,
  };
});

/**
 * An aggregate type with its anonymous aggregates opened, or closed as members of their types where they would be
 * too many (`expansion.ts`). `prefix` is put before every path (`mmap_lock.` for what lies inside that member).
 */
export function orderedAggregate(
  desc: StructDesc,
  typeIndex: number,
  prefix: string,
): OrderedAggregate {
  const isOpen = !isFolded(desc.types, typeIndex);
  return aggregate(desc, typeIndex, { namer: new PathNamer(desc, prefix), parent: null, isOpen });
}

interface Within {
  readonly namer: PathNamer;
  readonly parent: MemberPath | null;
  /** Whether anonymous aggregates are opened. */
  readonly isOpen: boolean;
}

function aggregate(desc: StructDesc, typeIndex: number, within: Within): OrderedAggregate {
  const type = typeAt(desc, typeIndex);
  assert(type.shape.kind === 'aggregate', `type ${typeIndex} is no aggregate`);
  const { keyword, members, packed, forcedAlign, readOnly } = type.shape;
  const last = members.length - 1;
  return {
    keyword,
    packed,
    forcedAlign,
    members: members.map((fact, index) =>
      member(desc, fact, index, { ...within, isLast: index === last, packed }),
    ),
    statedSizeBytes: type.sizeBytes,
    readOnly: readOnly ?? ownType(type, within.parent),
  };
}

/** `struct foo;` inside a struct (-fms-extensions): its members are seen as ours, but its order is not ours to change. */
function ownType(type: TypeFact, parent: MemberPath | null): string | null {
  if (parent === null || isUntagged(type)) return null;
  return `${type.name} has its own type; open that to change its order.`;
}

function isUntagged(type: TypeFact): boolean {
  return /^(?:const |volatile )*(?:struct|union|class)$/.test(type.name);
}

function member(
  desc: StructDesc,
  fact: MemberFact,
  index: number,
  context: Within & { readonly isLast: boolean; readonly packed: boolean },
): OrderedMember {
  const type = typeAt(desc, fact.typeIndex);
  const path = context.namer.name(fact, index, context.parent);
  const isOpened =
    context.isOpen &&
    fact.name === null &&
    fact.bitField === null &&
    type.shape.kind === 'aggregate';
  return {
    path,
    name: fact.name,
    role: fact.role,
    typeName: type.name,
    typeIndex: fact.typeIndex,
    sizeBits: fact.bitField === null ? bitsOf(type) : fact.bitField.widthBits,
    typeAlign: type.align,
    bitField: fact.bitField,
    align: ownAlign(fact, type, context.packed),
    isolateBytes: null,
    packed: fact.packed,
    flexible: isFlexible(type, fact, context.isLast),
    statedOffsetBits: fact.offsetBits,
    inner: isOpened ? aggregate(desc, fact.typeIndex, { ...context, parent: path }) : null,
  };
}

/**
 * gcc writes DW_AT_alignment on a member whose type is aligned, too. Such a member has no alignment of
 * its own: what its type asks for holds anyway, wherever it is put. (In a packed struct it would not.)
 */
function ownAlign(fact: MemberFact, type: TypeFact, packed: boolean): MemberFact['align'] {
  if (fact.align === null || packed || fact.packed) return fact.align;
  return fact.align.bytes > type.align.bytes ? fact.align : null;
}

/** `x[]`, and `x[0]` at the end of a struct, which BTF and old DWARF write for both; not a group's end marker. */
function isFlexible(type: TypeFact, fact: MemberFact, isLast: boolean): boolean {
  if (type.shape.kind !== 'array') return false;
  if (type.shape.count === null) return true;
  return type.shape.count === 0 && isLast && !(fact.name ?? '').startsWith('__cacheline_group_');
}

function bitsOf(type: TypeFact): number | null {
  return type.sizeBytes === null ? null : type.sizeBytes * 8;
}

function typeAt(desc: StructDesc, typeIndex: number): TypeFact {
  const type = desc.types[typeIndex];
  assert(type !== undefined, `type ${typeIndex} of ${desc.name} is missing`);
  return type;
}
