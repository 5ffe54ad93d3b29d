import type {
  Alignment,
  MemberFact,
  StructDesc,
  Target,
  TypeFact,
  TypeShape,
} from '../facts/generated';
import { contentKey, insideOf } from '../facts/key';
import { AARCH64, X86_64 } from '../facts/targets';
import type { Value } from './checkedJson';

type CompactObject = Record<string, Value>;

/** Targets that a link gives by the name of their machine. Frozen with forms 1 and 2 of links. */
const TARGETS_1: ReadonlyMap<string, Target> = new Map(
  [X86_64, AARCH64].map((target) => [target.machine, target]),
);

/**
 * A struct without what can be computed: offsets that follow from those before, sizes that follow from
 * the type, the content key. `expandStruct` brings it all back. `docs/link.md` has the keys.
 */
export function compactStruct(desc: StructDesc): Value {
  return new StructCompactor(desc).struct();
}

class StructCompactor {
  /** Types that were written, by their place; a type is written where it is first used. */
  private readonly places = new Map<number, number>();

  constructor(private readonly desc: StructDesc) {}

  struct(): Value {
    const { desc } = this;
    const known = TARGETS_1.get(desc.target.machine);
    const compact: CompactObject = {
      n: desc.name,
      g: isSame(known, desc.target) ? desc.target.machine : { ...desc.target },
    };
    if (desc.source !== 'dwarf') compact['s'] = desc.source;
    const root = this.type(desc.root);
    compact['t'] = root;
    if (desc.key !== keyOf(desc)) compact['k'] = desc.key;
    if (desc.diagnostics.length > 0) compact['d'] = desc.diagnostics.map((each) => ({ ...each }));
    if (desc.wordsFrom !== undefined) compact['w'] = desc.wordsFrom;
    if (desc.alignCapBytes !== undefined) compact['p'] = desc.alignCapBytes;
    if (desc.cplusplus === true) compact['c'] = true;
    return compact;
  }

  private type(index: number): Value {
    const type = this.desc.types[index];
    if (type === undefined) throw new Error('bug: a type that is missing');
    const place = this.places.get(index);
    if (place !== undefined) return place;
    if (isPlainPointer(type, this.desc.target)) return type.name;
    this.places.set(index, this.places.size);
    return this.newType(type);
  }

  private newType(type: TypeFact): Value {
    const { shape, name, sizeBytes, align } = type;
    const compact: CompactObject = { n: name, s: sizeBytes };
    switch (shape.kind) {
      case 'scalar':
        compact['e'] = shape.encoding;
        break;
      case 'pointer':
      case 'enum':
        compact['i'] = shape.kind;
        break;
      case 'declared':
        compact['w'] = shape.keyword;
        break;
      case 'array':
        return this.arrayType(type, shape);
      case 'aggregate':
        compact['k'] = shape.keyword;
        if (shape.packed) compact['p'] = true;
        if (shape.forcedAlign) compact['f'] = compactAlign(shape.forcedAlign);
        if (shape.readOnly !== null) compact['r'] = shape.readOnly;
        break;
      case 'other':
        break;
    }
    if (align.from !== 'abi' || align.bytes !== usualAlign(sizeBytes, this.desc.target)) {
      compact['a'] = compactAlign(align);
    }
    if (type.declared)
      compact['d'] = [type.declared.file, type.declared.line, type.declared.column];
    if (shape.kind === 'aggregate') compact['m'] = this.members(shape.members, shape);
    return compact;
  }

  private arrayType(type: TypeFact, shape: Extract<TypeShape, { kind: 'array' }>): Value {
    const element = this.desc.types[shape.element];
    const compact: CompactObject = { c: shape.count, t: this.type(shape.element) };
    if (element === undefined) return compact;
    if (type.name !== arrayName(element.name, shape.count)) compact['n'] = type.name;
    if (type.sizeBytes !== arraySize(element.sizeBytes, shape.count)) compact['s'] = type.sizeBytes;
    if (!isSame(type.align, element.align)) compact['a'] = compactAlign(type.align);
    return compact;
  }

  private members(
    members: readonly MemberFact[],
    parent: { readonly keyword: string; readonly packed: boolean },
  ): Value {
    const expected = new Expected(parent.keyword === 'union', parent.packed);
    return members.map((member) => {
      const type = this.desc.types[member.typeIndex];
      if (type === undefined) throw new Error('bug: a type that is missing');
      const compact: CompactObject = member.name === null ? {} : { n: member.name };
      compact['t'] = this.type(member.typeIndex);
      if (member.bitField) compact['b'] = [member.bitField.widthBits, member.bitField.unitBits];
      if (member.align) compact['a'] = compactAlign(member.align);
      if (member.packed) compact['p'] = true;
      if (member.role !== 'field') compact['r'] = member.role;
      const sizeBits = usualSizeBits(member.bitField, type.sizeBytes);
      if (member.sizeBits !== sizeBits) compact['z'] = member.sizeBits;
      const offset = expected.offset(member, type.align.bytes);
      if (member.offsetBits !== offset) compact['o'] = member.offsetBits - offset;
      expected.add(member);
      return compact;
    });
  }
}

/** The struct that `compactStruct` was given, less the source lines of its members. What it is given is not trusted, and what it gives has to be validated. */
export function expandStruct(compact: Value): Value {
  const from = objectOf(compact);
  const target = typeof from['g'] === 'string' ? TARGETS_1.get(from['g']) : from['g'];
  const expander = new Expander(target as Target | undefined);
  expander.type(from['t'] ?? null);
  const desc = {
    key: '',
    name: from['n'] ?? null,
    target: target ?? null,
    source: from['s'] ?? 'dwarf',
    types: expander.types,
    root: 0,
    diagnostics: from['d'] ?? [],
    ...(from['w'] === undefined ? {} : { wordsFrom: from['w'] }),
    ...(from['p'] === undefined ? {} : { alignCapBytes: from['p'] }),
    ...(from['c'] === undefined ? {} : { cplusplus: from['c'] }),
  };
  return { ...desc, key: from['k'] ?? keyOf(desc as unknown as StructDesc) };
}

class Expander {
  readonly types: CompactObject[] = [];
  /** Indexes of the types that are given by their place. */
  private readonly places: number[] = [];
  private readonly pointers = new Map<string, number>();

  constructor(private readonly target: Target | undefined) {}

  type(compact: Value): number {
    if (typeof compact === 'number') return this.places[compact] ?? -1;
    if (typeof compact === 'string') return this.pointer(compact);
    const from = objectOf(compact);
    const index = this.types.length;
    this.places.push(index);
    if ('c' in from) return this.array(from, index);
    const sizeBytes = from['s'] ?? null;
    const usual = usualAlign(sizeBytes, this.target);
    const type: CompactObject = {
      name: from['n'] ?? null,
      sizeBytes,
      align: expandAlign(from['a'] ?? usual),
      shape: null,
      declared: expandDeclared(from['d']),
    };
    this.types.push(type);
    type['shape'] = this.shape(from);
    return index;
  }

  private array(from: CompactObject, index: number): number {
    const type: CompactObject = {};
    this.types.push(type);
    const elementIndex = this.type(from['t'] ?? null);
    const element = this.types[elementIndex] ?? {};
    const count = from['c'] ?? null;
    Object.assign(type, {
      name: from['n'] ?? arrayName(textOf(element['name']), count),
      sizeBytes: 's' in from ? from['s'] : arraySize(element['sizeBytes'] ?? null, count),
      align: 'a' in from ? expandAlign(from['a'] ?? null) : (element['align'] ?? null),
      shape: { kind: 'array', element: elementIndex, count },
      declared: null,
    });
    return index;
  }

  private pointer(name: string): number {
    const known = this.pointers.get(name);
    if (known !== undefined) return known;
    const sizeBytes = this.target?.pointerBytes ?? null;
    const align = expandAlign(sizeBytes);
    this.types.push({ name, sizeBytes, align, shape: { kind: 'pointer' }, declared: null });
    this.pointers.set(name, this.types.length - 1);
    return this.types.length - 1;
  }

  private shape(from: CompactObject): Value {
    if ('m' in from) return this.aggregate(from);
    if ('e' in from) return { kind: 'scalar', encoding: from['e'] ?? null };
    if ('i' in from) return { kind: from['i'] ?? null };
    if ('w' in from) return { kind: 'declared', keyword: from['w'] ?? null };
    return { kind: 'other' };
  }

  private aggregate(from: CompactObject): Value {
    const expected = new Expected(from['k'] === 'union', from['p'] === true);
    const members = listOf(from['m']).map((compact): CompactObject => {
      const own = objectOf(compact);
      const typeIndex = this.type(own['t'] ?? null);
      const type = this.types[typeIndex];
      const bits = listOf(own['b']);
      const bitField =
        own['b'] === undefined ? null : { widthBits: bits[0] ?? null, unitBits: bits[1] ?? null };
      const member: CompactObject = {
        name: own['n'] ?? null,
        typeIndex,
        role: own['r'] ?? 'field',
        offsetBits: 0,
        sizeBits:
          own['z'] === undefined ? usualSizeBits(bitField, type?.['sizeBytes'] ?? null) : own['z'],
        bitField,
        align: own['a'] === undefined ? null : expandAlign(own['a']),
        packed: own['p'] === true,
        declared: null,
      };
      const fact = member as unknown as MemberFact;
      const align = objectOf(type?.['align'] ?? null)['bytes'];
      const offset = expected.offset(fact, Number(align));
      member['offsetBits'] = offset + Number(own['o'] ?? 0);
      expected.add(fact);
      return member;
    });
    return {
      kind: 'aggregate',
      keyword: from['k'] ?? null,
      members,
      packed: from['p'] === true,
      forcedAlign: from['f'] === undefined ? null : expandAlign(from['f']),
      readOnly: from['r'] ?? null,
    };
  }
}

/**
 * Where a member is expected, so that only what is otherwise need be said: behind the one before, at the
 * next multiple of its alignment; bit-fields right behind. No rule of layout: those are `core/layout/place`'s
 * and may grow, this one is frozen with forms 1 and 2 of links.
 */
class Expected {
  private endBits = 0;

  constructor(
    private readonly union: boolean,
    private readonly packed: boolean,
  ) {}

  offset(member: MemberFact, typeAlignBytes: number): number {
    if (this.union) return 0;
    if (member.bitField) return this.endBits;
    const own = this.packed || member.packed ? 1 : typeAlignBytes;
    const alignBits = 8 * Math.max(1, own, member.align?.bytes ?? 1);
    return Math.ceil(this.endBits / alignBits) * alignBits;
  }

  add(member: MemberFact): void {
    this.endBits = member.offsetBits + (member.sizeBits ?? 0);
  }
}

function isPlainPointer(type: TypeFact, target: Target): boolean {
  return (
    type.shape.kind === 'pointer' &&
    type.sizeBytes === target.pointerBytes &&
    type.align.bytes === target.pointerBytes &&
    type.align.from === 'abi' &&
    type.declared === null
  );
}

/** The largest power of two that divides the size, a pointer's size at most. */
function usualAlign(sizeBytes: Value, target: Target | undefined): number {
  let align = 1;
  if (typeof sizeBytes !== 'number' || sizeBytes === 0) return align;
  while (align < (target?.pointerBytes ?? 8) && sizeBytes % (2 * align) === 0) align *= 2;
  return align;
}

/** `unsigned long[3]`; the dimension of an array of arrays comes first: two of `long[3]` are `long[2][3]`. */
function arrayName(element: string, count: Value): string {
  const own = `[${typeof count === 'number' ? count : ''}]`;
  const at = element.search(/(?:\[\d*\])+$/);
  return at < 0 ? element + own : element.slice(0, at) + own + element.slice(at);
}

/** A flexible array has no size. */
function arraySize(elementBytes: Value, count: Value): number | null {
  if (count === null) return 0;
  return typeof elementBytes === 'number' && typeof count === 'number'
    ? elementBytes * count
    : null;
}

function usualSizeBits(bitField: Value | MemberFact['bitField'], sizeBytes: Value): number | null {
  const width = bitField === null ? undefined : objectOf(bitField)['widthBits'];
  if (typeof width === 'number') return width;
  return typeof sizeBytes === 'number' ? sizeBytes * 8 : null;
}

function keyOf(desc: StructDesc): string {
  const shape = desc.types[desc.root]?.shape;
  if (shape?.kind !== 'aggregate' || !areCountable(shape.members, desc.types)) return '';
  const { keyword, members } = shape;
  const sizeBytes = desc.types[desc.root]?.sizeBytes ?? null;
  return contentKey({ keyword, name: desc.name, sizeBytes }, members, desc.types);
}

/** What comes from outside need not be a number. */
function areCountable(members: readonly MemberFact[], types: readonly TypeFact[]): boolean {
  // Each list once: unnamed members may repeat one without end.
  const lists = new Set([members]);
  for (const some of lists) {
    for (const member of some) {
      const { offsetBits, sizeBits } = member;
      const isCountable =
        Number.isSafeInteger(offsetBits) && (sizeBits === null || Number.isSafeInteger(sizeBits));
      if (!isCountable) return false;
      const inside = insideOf(member, types);
      if (inside) lists.add(inside);
    }
  }
  return true;
}

function compactAlign(align: Alignment): Value {
  return align.from === 'abi' ? align.bytes : [align.bytes, align.from];
}

function expandAlign(compact: Value): Value {
  const [bytes, from] = Array.isArray(compact) ? listOf(compact) : [compact, 'abi'];
  return { bytes: bytes ?? null, from: from ?? null };
}

function expandDeclared(compact: Value | undefined): Value {
  if (compact === undefined) return null;
  const [file, line, column] = listOf(compact);
  return { file: file ?? null, line: line ?? null, column: column ?? null };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function objectOf(value: Value): CompactObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as CompactObject)
    : {};
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}
