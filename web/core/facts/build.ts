import { itemAt } from '../base/itemAt';
import { contentKey } from './key';
import type {
  Alignment,
  Encoding,
  MemberFact,
  StructDesc,
  TagKeyword,
  Target,
  TypeFact,
  TypeShape,
} from './generated';

/**
 * Writes a `StructDesc` out of types that hold each other, for studies and tests:
 *
 *     structDesc(X86_64, aggregate('struct', 'pair', 16, [
 *       member('count', 0, scalar('unsigned int', 4)),
 *       member('next', 8, pointer('struct pair *')),
 *     ]))
 */
export function structDesc(target: Target, root: AggregateSpec): StructDesc {
  const types: TypeFact[] = [];
  const indexes = new Map<TypeSpec, number>();

  const intern = (spec: TypeSpec): number => {
    const known = indexes.get(spec);
    if (known !== undefined) return known;
    // The place is taken before the parts are: the struct itself comes first, as ingest has it.
    const index = types.length;
    indexes.set(spec, index);
    types.push({
      name: spec.name,
      sizeBytes: spec.sizeBytes,
      align: spec.align,
      shape: { kind: 'other' },
      declared: null,
    });
    types[index] = { ...itemAt(types, index), shape: shapeOf(spec, intern) };
    return index;
  };

  const index = intern(root);
  const shape = itemAt(types, index).shape;
  const members = shape.kind === 'aggregate' ? shape.members : [];
  return {
    key: contentKey(
      { keyword: root.keyword, name: root.tag, sizeBytes: root.sizeBytes },
      members,
      types,
    ),
    name: root.tag,
    target,
    source: 'dwarf',
    types,
    root: index,
    diagnostics: [],
  };
}

/** A type and what it is made of. One object is one type: use it again where C names the type again. */
export type TypeSpec = LeafSpec | ArraySpec | AggregateSpec;

interface SpecBase {
  readonly name: string;
  readonly sizeBytes: number | null;
  readonly align: Alignment;
}

export interface LeafSpec extends SpecBase {
  readonly kind: 'leaf';
  readonly shape: Extract<
    TypeShape,
    { kind: 'scalar' | 'pointer' | 'enum' | 'declared' | 'other' }
  >;
}

export interface ArraySpec extends SpecBase {
  readonly kind: 'array';
  readonly element: TypeSpec;
  readonly count: number | null;
}

export interface AggregateSpec extends SpecBase {
  readonly kind: 'aggregate';
  readonly keyword: 'struct' | 'union' | 'class';
  /** Without the keyword; empty for an unnamed one. */
  readonly tag: string;
  readonly packed: boolean;
  readonly forcedAlign: Alignment | null;
  readonly members: readonly MemberSpec[];
}

export interface MemberSpec {
  readonly name: string | null;
  readonly type: TypeSpec;
  readonly offsetBits: number;
  readonly bitField: MemberFact['bitField'];
  readonly align: Alignment | null;
  readonly packed: boolean;
}

/** An arithmetic type, aligned to its size unless said otherwise. */
export function scalar(
  name: string,
  sizeBytes: number,
  alignBytes = sizeBytes,
  encoding: Encoding = 'int',
): LeafSpec {
  return {
    kind: 'leaf',
    name,
    sizeBytes,
    align: abi(alignBytes),
    shape: { kind: 'scalar', encoding },
  };
}

export function pointer(name: string, bytes = 8): LeafSpec {
  return { kind: 'leaf', name, sizeBytes: bytes, align: abi(bytes), shape: { kind: 'pointer' } };
}

/** A struct or union of which only the name and the size matter here; it has no members to open. */
export function opaque(name: string, sizeBytes: number, alignBytes: number): LeafSpec {
  return { kind: 'leaf', name, sizeBytes, align: abi(alignBytes), shape: { kind: 'other' } };
}

/** A type that is only declared: its size is unknown. */
export function declaredOnly(keyword: TagKeyword, tag: string): LeafSpec {
  return {
    kind: 'leaf',
    name: `${keyword} ${tag}`,
    sizeBytes: null,
    align: abi(1),
    shape: { kind: 'declared', keyword },
  };
}

/** `count` null is a flexible array. */
export function array(element: TypeSpec, count: number | null): ArraySpec {
  const [head, dimensions] = splitDimensions(element.name);
  return {
    kind: 'array',
    name: `${head}[${count ?? ''}]${dimensions}`,
    sizeBytes: element.sizeBytes === null ? null : element.sizeBytes * (count ?? 0),
    align: element.align,
    element,
    count,
  };
}

/** An aggregate with everything stated. Its alignment is that of its members unless a forced one is larger. */
export function aggregate(
  keyword: AggregateSpec['keyword'],
  tag: string,
  sizeBytes: number,
  members: readonly MemberSpec[],
  options: {
    readonly packed?: boolean;
    readonly forcedAlignBytes?: number;
    /** Where it is not the largest of the members'. */
    readonly alignBytes?: number;
  } = {},
): AggregateSpec {
  const packed = options.packed ?? false;
  const forcedAlign: Alignment | null =
    options.forcedAlignBytes === undefined
      ? null
      : { bytes: options.forcedAlignBytes, from: 'stated' };
  const ofMembers = members.map((each) =>
    Math.max(packed || each.packed ? 1 : each.type.align.bytes, each.align?.bytes ?? 1),
  );
  const alignBytes = options.alignBytes ?? Math.max(1, forcedAlign?.bytes ?? 1, ...ofMembers);
  return {
    kind: 'aggregate',
    name: tag === '' ? keyword : `${keyword} ${tag}`,
    keyword,
    tag,
    sizeBytes,
    align: { bytes: alignBytes, from: forcedAlign?.bytes === alignBytes ? 'stated' : 'abi' },
    packed,
    forcedAlign,
    members,
  };
}

/** `name` null is an anonymous struct or union. */
export function member(
  name: string | null,
  offsetBytes: number,
  type: TypeSpec,
  alignBytes?: number,
): MemberSpec {
  return {
    name,
    type,
    offsetBits: offsetBytes * 8,
    bitField: null,
    align: alignBytes === undefined ? null : { bytes: alignBytes, from: 'stated' },
    packed: false,
  };
}

function abi(bytes: number): Alignment {
  return { bytes, from: 'abi' };
}

/** `char[2][3]` is `char` and `[2][3]`: an array of it has its own dimension in front. */
function splitDimensions(name: string): readonly [string, string] {
  const match = /(?:\[\d*\])+$/.exec(name);
  return match === null ? [name, ''] : [name.slice(0, match.index), match[0]];
}

function shapeOf(spec: TypeSpec, intern: (spec: TypeSpec) => number): TypeShape {
  switch (spec.kind) {
    case 'leaf':
      return spec.shape;
    case 'array':
      return { kind: 'array', element: intern(spec.element), count: spec.count };
    case 'aggregate':
      return {
        kind: 'aggregate',
        keyword: spec.keyword,
        members: spec.members.map((each) => memberFact(each, intern)),
        packed: spec.packed,
        forcedAlign: spec.forcedAlign,
        readOnly: null,
      };
  }
}

function memberFact(spec: MemberSpec, intern: (spec: TypeSpec) => number): MemberFact {
  const { type, bitField } = spec;
  const sizeBits = type.sizeBytes === null ? null : type.sizeBytes * 8;
  return {
    name: spec.name,
    typeIndex: intern(type),
    role: 'field',
    offsetBits: spec.offsetBits,
    sizeBits: bitField === null ? sizeBits : bitField.widthBits,
    bitField,
    align: spec.align,
    packed: spec.packed,
    declared: null,
  };
}
