import { itemAt } from '../../base/itemAt';
import type { ScalarFact, StructDesc, Target, TypeFact } from '../../facts/generated';
import { tagKeywordOf } from '../../facts/tagKeyword';
import type { KnownType } from './choices';

/** What is not understood of a text: thrown where it is met, an error where the text is resolved. */
export class NotUnderstood extends Error {}

/** More than any program declares; the code that walks types may recurse. */
const MOST_DIMENSIONS = 64;

/** The types of a description that is being made. An index into it is what its members name. */
export class TypeTable {
  readonly types: TypeFact[] = [];
  /** Types without parts. */
  private readonly leaves = new Map<string, number>();
  /** Arrays by their elements' type and their dimensions: `int` and `[2][3]`. */
  private readonly arrays = new Map<
    number,
    { readonly head: string; readonly dimensions: string }
  >();
  /** Types of another description, by where they went. */
  private readonly imported = new Map<StructDesc, Map<number, number>>();

  constructor(
    private readonly target: Target,
    readonly scalars: ReadonlyMap<string, ScalarFact>,
  ) {}

  add(fact: TypeFact): number {
    this.types.push(fact);
    return this.types.length - 1;
  }

  at(index: number): TypeFact {
    return itemAt(this.types, index);
  }

  pointer(name: string): number {
    const bytes = this.target.pointerBytes;
    return this.intern({
      name,
      sizeBytes: bytes,
      align: { bytes, from: 'abi' },
      shape: { kind: 'pointer' },
      declared: null,
    });
  }

  array(element: number, count: number | null): number {
    const of = itemAt(this.types, element);
    let dimensions = 1;
    for (let { shape } = of; shape.kind === 'array'; { shape } = this.at(shape.element)) {
      dimensions += 1;
      if (dimensions > MOST_DIMENSIONS) {
        throw new NotUnderstood(`An array has more than ${MOST_DIMENSIONS} dimensions.`);
      }
    }
    const { head, dimensions: inner } = this.arrays.get(element) ?? {
      head: of.name,
      dimensions: '',
    };
    const written = `[${count ?? ''}]${inner}`;
    const fact: TypeFact = {
      name: `${head}${written}`,
      sizeBytes: of.sizeBytes === null ? null : of.sizeBytes * (count ?? 0),
      align: of.align,
      shape: { kind: 'array', element, count },
      declared: null,
    };
    this.types.push(fact);
    this.arrays.set(this.types.length - 1, { head, dimensions: written });
    return this.types.length - 1;
  }

  scalar(name: string): number | null {
    const fact = this.scalars.get(name);
    if (fact === undefined) return null;
    return this.intern({
      name,
      sizeBytes: fact.sizeBytes,
      align: { bytes: fact.alignBytes, from: 'abi' },
      shape: { kind: 'scalar', encoding: fact.encoding },
      declared: null,
    });
  }

  /** An enum without a fixed type is an int (gcc makes it larger only where a value needs it). */
  enumeration(name: string): number {
    return this.intern({
      name,
      sizeBytes: 4,
      align: { bytes: 4, from: 'abi' },
      shape: { kind: 'enum' },
      declared: null,
    });
  }

  /** A type of which only the size is known. */
  opaque(name: string, sizeBytes: number, alignBytes: number): number {
    return this.intern({
      name,
      sizeBytes,
      align: { bytes: alignBytes, from: 'stated' },
      shape: { kind: 'other' },
      declared: null,
    });
  }

  /** A type of which not even the size is known. */
  unknown(name: string): number {
    return this.intern({
      name,
      sizeBytes: null,
      align: { bytes: 1, from: 'abi' },
      shape: { kind: 'declared', keyword: tagKeywordOf(name) },
      declared: null,
    });
  }

  /** The same type under a typedef's name, with the alignment that the typedef gives it. */
  renamed(index: number, name: string, forced: number | null): number {
    const type = itemAt(this.types, index);
    if (type.name === name && forced === null) return index;
    const align = forced === null ? type.align : ({ bytes: forced, from: 'stated' } as const);
    this.types.push({ ...type, name, align });
    return this.types.length - 1;
  }

  /** The same type where no member is aligned to more than so many bytes (`#pragma pack`). */
  capped(index: number, bytes: number): number {
    const type = itemAt(this.types, index);
    if (type.align.bytes <= bytes) return index;
    this.types.push({ ...type, align: { bytes, from: 'stated' } });
    return this.types.length - 1;
  }

  /** A type of a loaded file, with all that it holds. */
  copy(known: KnownType): number {
    const copies = this.imported.get(known.desc) ?? new Map<number, number>();
    this.imported.set(known.desc, copies);
    const copy = (index: number): number => {
      const done = copies.get(index);
      if (done !== undefined) return done;
      const to = this.types.length;
      copies.set(index, to);
      const type = itemAt(known.desc.types, index);
      this.types.push(type);
      if (type.shape.kind === 'array') {
        this.types[to] = { ...type, shape: { ...type.shape, element: copy(type.shape.element) } };
      } else if (type.shape.kind === 'aggregate') {
        const members = type.shape.members.map((fact) => ({
          ...fact,
          typeIndex: copy(fact.typeIndex),
        }));
        this.types[to] = { ...type, shape: { ...type.shape, members } };
      }
      return to;
    };
    return copy(known.typeIndex);
  }

  private intern(fact: TypeFact): number {
    const key = `${fact.shape.kind} ${fact.sizeBytes ?? '?'} ${fact.name}`;
    const known = this.leaves.get(key);
    if (known !== undefined) return known;
    this.types.push(fact);
    this.leaves.set(key, this.types.length - 1);
    return this.types.length - 1;
  }
}
