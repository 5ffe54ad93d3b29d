import {
  aggregate,
  array,
  member,
  opaque,
  pointer,
  scalar,
  structDesc,
  type AggregateSpec,
  type MemberSpec,
  type TypeSpec,
} from '../facts/build';
import type { StructDesc, Target, Variable } from '../facts/generated';
import { tagOf } from './leaves';
import type { LocatedSymbol } from './symbolTable';

/** Variables that lie beside each other in `.data` or `.bss`, as something that can be opened. */
export interface Globals {
  readonly desc: StructDesc;
  /** The address of the first byte, as the symbols count it. */
  readonly address: bigint;
}

const READ_ONLY =
  'The linker places variables: align one in the source (____cacheline_aligned, __aligned(64)), or move it into a struct with what it is used with.';

/**
 * Variables as the members of a struct that begins on a line, so that they can be seen and bound like one.
 * Their order is the linker's, so it is for reading only.
 *
 * @param places by address, not overlapping
 * @param variables what is known of their types; those that are missing are bytes
 * @param structs descriptions of struct types among them
 */
export function globalsStruct(
  places: readonly LocatedSymbol[],
  variables: readonly Variable[],
  structs: readonly StructDesc[],
  target: Target,
): Globals | null {
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return null;
  const line = BigInt(target.lineBytes);
  const address = first.address - (first.address % line);
  const typeOf = new Map(variables.map((variable) => [variable.name, variable]));
  const specs = new Map(structs.map((desc) => [desc.name, specOf(desc)]));
  const members = places.map((place): MemberSpec => {
    const variable = typeOf.get(place.name);
    const type = variableType(variable, place.sizeBytes, specs, target);
    return member(place.name, Number(place.address - address), type);
  });
  const end = Number(last.address - address) + last.sizeBytes;
  const name = `variables around ${first.name}`;
  const sizeBytes = Math.ceil(end / 8) * 8;
  const root = aggregate('struct', name, sizeBytes, members, {
    alignBytes: target.lineBytes,
  });
  const desc = structDesc(target, root);
  return { desc: withReadOnly(desc), address };
}

function withReadOnly(desc: StructDesc): StructDesc {
  const types = desc.types.map((type, index) =>
    index === desc.root && type.shape.kind === 'aggregate'
      ? { ...type, shape: { ...type.shape, readOnly: READ_ONLY } }
      : type,
  );
  return { ...desc, types };
}

function variableType(
  variable: Variable | undefined,
  sizeBytes: number,
  specs: ReadonlyMap<string, AggregateSpec>,
  target: Target,
): TypeSpec {
  if (variable === undefined || variable.sizeBytes === null || variable.sizeBytes === 0) {
    return bytes(sizeBytes);
  }
  const { of } = variable;
  const count = of.pointers === 0 ? of.count : null;
  const elementBytes =
    count === null || count === 0 ? variable.sizeBytes : variable.sizeBytes / count;
  const elementName = of.name.replace(/(?:\[\d*\])+/, '');
  let element: TypeSpec;
  const spec = of.aggregate === null || of.pointers > 0 ? undefined : specs.get(of.aggregate);
  if (spec !== undefined && spec.sizeBytes === elementBytes) element = spec;
  else if (of.pointers > 0 && elementBytes === target.pointerBytes) {
    element = pointer(elementName, elementBytes);
  } else if (of.aggregate !== null || elementBytes > 16)
    element = opaque(elementName, elementBytes, 1);
  else element = scalar(elementName, elementBytes, 1);
  return count === null || count === 0 ? element : array(element, count);
}

function bytes(sizeBytes: number): TypeSpec {
  return sizeBytes === 1
    ? scalar('unsigned char', 1)
    : array(scalar('unsigned char', 1), sizeBytes);
}

/** A description as `core/facts/build` writes it, to be put into another. */
function specOf(desc: StructDesc): AggregateSpec {
  const known = new Map<number, TypeSpec>();
  const spec = (index: number): TypeSpec => {
    const found = known.get(index);
    if (found !== undefined) return found;
    const made = make(index);
    known.set(index, made);
    return made;
  };
  const make = (index: number): TypeSpec => {
    const type = desc.types[index];
    if (type === undefined) return bytes(1);
    const { name, sizeBytes, align, shape } = type;
    switch (shape.kind) {
      case 'array':
        return {
          kind: 'array',
          name,
          sizeBytes,
          align,
          element: spec(shape.element),
          count: shape.count,
        };
      case 'aggregate':
        return {
          kind: 'aggregate',
          name,
          sizeBytes,
          align,
          keyword:
            shape.keyword === 'union' ? 'union' : shape.keyword === 'class' ? 'class' : 'struct',
          tag: tagOf(type),
          packed: shape.packed,
          forcedAlign: shape.forcedAlign,
          members: shape.members.map((fact): MemberSpec => ({
            name: fact.name,
            type: spec(fact.typeIndex),
            offsetBits: fact.offsetBits,
            bitField: fact.bitField,
            align: fact.align,
            packed: fact.packed,
          })),
        };
      default:
        return { kind: 'leaf', name, sizeBytes, align, shape };
    }
  };
  const root = spec(desc.root);
  return root.kind === 'aggregate' ? root : aggregate('struct', desc.name, 0, []);
}
