import fc from 'fast-check';
import { itemAt } from '../../base/itemAt';
import {
  array,
  pointer,
  scalar,
  type AggregateSpec,
  type LeafSpec,
  type MemberSpec,
  type TypeSpec,
} from '../../facts/build';
import type { Target } from '../../facts/generated';
import { declaredAggregate } from '../../layout/testing/lay';

/** A random struct, and random numbers that `randomEdits` turns into edits of it. */
export interface StructCase {
  readonly root: AggregateShape;
  readonly picks: readonly number[];
}

export interface AggregateShape {
  readonly union: boolean;
  readonly packed: boolean;
  readonly alignBytes: number;
  readonly members: readonly MemberShape[];
  /** Only of the outermost struct. */
  readonly flexible: boolean;
}

type MemberShape =
  | { kind: 'scalar'; type: number; dims: readonly number[]; packed: boolean; alignBytes: number }
  | {
      kind: 'bits';
      type: number;
      width: number;
      named: boolean;
      packed: boolean;
      alignBytes: number;
    }
  | {
      kind: 'nested';
      aggregate: AggregateShape;
      anonymous: boolean;
      count: number | null;
      packed: boolean;
      alignBytes: number;
    };

const alignBytes = fc.oneof(
  { weight: 8, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.constantFrom(2, 4, 8, 16, 64, 128) },
);
const seldom = fc.integer({ min: 0, max: 11 }).map((n) => n === 0);
const dims = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 2 }),
  },
);

const scalarMember = fc.record({
  kind: fc.constant('scalar' as const),
  type: fc.nat(),
  dims,
  packed: seldom,
  alignBytes,
});
const bitsMember = fc.record({
  kind: fc.constant('bits' as const),
  type: fc.nat(),
  // Zero closes the unit; it is drawn apart, as it is worth more than its share.
  width: fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 64 }) },
  ),
  named: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
  packed: seldom,
  alignBytes: fc.oneof(
    { weight: 9, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: alignBytes },
  ),
});

function members(depth: number): fc.Arbitrary<MemberShape[]> {
  const plain = [
    { weight: 5, arbitrary: scalarMember },
    { weight: 4, arbitrary: bitsMember },
  ];
  const nested = fc.record({
    kind: fc.constant('nested' as const),
    aggregate: depth > 0 ? aggregate(depth - 1, false) : fc.constant(EMPTY),
    anonymous: fc.boolean(),
    count: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 3 })),
    packed: seldom,
    alignBytes,
  });
  const any = depth > 0 ? [...plain, { weight: 3, arbitrary: nested }] : plain;
  // Runs of bit-fields are where the rules are subtle: some structs have little else.
  const bitRuns = fc.array(
    fc.oneof({ weight: 6, arbitrary: bitsMember }, { weight: 1, arbitrary: scalarMember }),
    { minLength: 2, maxLength: 10 },
  );
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(fc.oneof(...any), { minLength: depth > 1 ? 1 : 0, maxLength: 9 }),
    },
    { weight: 1, arbitrary: bitRuns },
  );
}

const EMPTY: AggregateShape = {
  union: false,
  packed: false,
  alignBytes: 1,
  members: [],
  flexible: false,
};

function aggregate(depth: number, outermost: boolean): fc.Arbitrary<AggregateShape> {
  return fc.record({
    union: outermost ? seldom : fc.integer({ min: 0, max: 2 }).map((n) => n === 0),
    packed: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    alignBytes,
    members: members(depth),
    flexible: outermost ? seldom : fc.constant(false),
  });
}

export const structCase: fc.Arbitrary<StructCase> = fc.record({
  root: aggregate(2, true),
  // Small numbers would name the first members over and over.
  picks: fc.noBias(fc.array(fc.nat(), { minLength: 16, maxLength: 48 })),
});

/** The types that members are drawn from. Those with an alignment of their own are typedefs in C. */
function scalars(target: Target): readonly LeafSpec[] {
  const { pointerBytes } = target;
  const wide = target.machine === 'i386' ? 4 : 8;
  const typedef = (name: string, size: number, bytes: number): LeafSpec => ({
    ...scalar(name, size),
    align: { bytes, from: 'stated' },
  });
  const all = [
    scalar('char', 1),
    scalar('unsigned char', 1),
    scalar('_Bool', 1),
    scalar('short', 2),
    scalar('unsigned short', 2),
    scalar('int', 4),
    scalar('unsigned int', 4),
    scalar('long', pointerBytes),
    scalar('unsigned long', pointerBytes),
    scalar('long long', 8, wide),
    scalar('unsigned long long', 8, wide),
    scalar('float', 4),
    scalar('double', 8, wide),
    longDouble(target),
    scalar('enum { UNIQUE }', 4),
    pointer('void *', pointerBytes),
    typedef('int', 4, 2),
    typedef('long long', 8, 2),
    typedef('int', 4, 16),
  ];
  // On s390x gcc aligns __int128 to 8, clang to 16 before version 18.
  if (pointerBytes === 4 || target.machine === 's390x') return all;
  return [...all, scalar('__int128', 16)];
}

/** x87 in 12 bytes on i386, a double on arm, 16 bytes elsewhere; s390x aligns nothing to more than 8. */
function longDouble({ machine, maxScalarAlignBytes }: Target): LeafSpec {
  if (machine === 'i386') return scalar('long double', 12, 4);
  if (machine === 'arm') return scalar('long double', 8, 8);
  return scalar('long double', 16, maxScalarAlignBytes);
}

/** Types whose alignment is larger than their size cannot be the elements of an array. */
const isElement = (type: LeafSpec) => type.align.bytes <= (type.sizeBytes ?? 0);

function bitTypes(target: Target): readonly LeafSpec[] {
  const whole = /^(?:unsigned )?(?:char|short|int|long|long long)$|^_Bool$|^enum/;
  return scalars(target).filter((type) => whole.test(type.name) && type.align.from === 'abi');
}

/** The description of a random struct; what is stated in it is the engine's, and judged by compilers. */
export function specOf(shape: AggregateShape, target: Target): AggregateSpec {
  return new SpecWriter(target).aggregate(shape, 's');
}

class SpecWriter {
  private count = 0;
  private readonly scalars: readonly LeafSpec[];
  private readonly bits: readonly LeafSpec[];

  constructor(private readonly target: Target) {
    this.scalars = scalars(target);
    this.bits = bitTypes(target);
  }

  aggregate(shape: AggregateShape, tag: string): AggregateSpec {
    const members = shape.members.map((each) => this.member(each));
    const named = members.some((each) => each.name !== null);
    // C wants a named member before a flexible array, and none in a union.
    if (shape.flexible && !shape.union && named) {
      members.push(plain(this.name(), array(itemAt(this.scalars, 3), null), false, 1));
    }
    return declaredAggregate(this.target, shape.union ? 'union' : 'struct', tag, members, {
      packed: shape.packed,
      ...(shape.alignBytes > 1 ? { forcedAlignBytes: shape.alignBytes } : {}),
    });
  }

  private member(shape: MemberShape): MemberSpec {
    switch (shape.kind) {
      case 'scalar':
        return plain(this.name(), this.scalar(shape), shape.packed, shape.alignBytes);
      case 'bits': {
        const type = itemAt(this.bits, shape.type % this.bits.length);
        const unitBits = type.name === '_Bool' ? 1 : (type.sizeBytes ?? 0) * 8;
        const widthBits = shape.width === 0 ? 0 : ((shape.width - 1) % unitBits) + 1;
        const named = shape.named && widthBits > 0;
        // Below the type's own alignment clang lets a bit-field straddle, gcc does not.
        const bytes = named && shape.alignBytes >= type.align.bytes ? shape.alignBytes : 1;
        return {
          ...plain(named ? this.name() : null, type, named && shape.packed, bytes),
          bitField: { widthBits, unitBits: (type.sizeBytes ?? 0) * 8 },
        };
      }
      case 'nested': {
        // An anonymous aggregate without a named member declares nothing, which C forbids.
        const anonymous = shape.anonymous && declaresSomething(shape.aggregate);
        const inner = this.aggregate(shape.aggregate, anonymous ? '' : `n${this.count++}`);
        if (anonymous) return plain(null, inner, false, 1);
        const type = shape.count === null ? inner : array(inner, shape.count);
        return plain(this.name(), type, shape.packed, shape.alignBytes);
      }
    }
  }

  private scalar(shape: { readonly type: number; readonly dims: readonly number[] }): TypeSpec {
    const choice = shape.dims.length === 0 ? this.scalars : this.scalars.filter(isElement);
    const element: TypeSpec = itemAt(choice, shape.type % choice.length);
    return shape.dims.reduce<TypeSpec>((type, count) => array(type, count), element);
  }

  private name(): string {
    return `m${this.count++}`;
  }
}

function declaresSomething(shape: AggregateShape): boolean {
  return shape.members.some((each) => {
    if (each.kind === 'bits') return each.named && each.width > 0;
    if (each.kind === 'nested') return !each.anonymous || declaresSomething(each.aggregate);
    return true;
  });
}

function plain(name: string | null, type: TypeSpec, packed: boolean, bytes: number): MemberSpec {
  return {
    name,
    type,
    offsetBits: 0,
    bitField: null,
    align: bytes > 1 ? { bytes, from: 'stated' } : null,
    packed,
  };
}
