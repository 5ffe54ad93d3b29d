import { contentKey } from '../../facts/key';
import type {
  Alignment,
  Keyword,
  MemberFact,
  MemberRole,
  StructDesc,
  Target,
  TypeFact,
  TypeShape,
} from '../../facts/generated';
import { tagKeywordOf } from '../../facts/tagKeyword';
import type { TableRow } from './tableRows';

/** What the title of a table says of its struct. */
export interface TableTitle {
  readonly keyword: 'struct' | 'union' | 'class';
  readonly name: string;
  /** Null where nobody states it. */
  readonly sizeBytes: number | null;
  readonly align: Alignment;
  readonly target: Target;
  readonly attributes: readonly string[];
  /** Why its order cannot be changed; null where it can. */
  readonly fixed: string | null;
}

/** The struct that the rows describe. Named types inside it are known by name, size and alignment only. */
export function tableStruct(title: TableTitle, rows: readonly TableRow[]): StructDesc {
  const types: TypeFact[] = [];
  const leaves = new Map<string, number>();

  const put = (type: TypeFact): number => types.push(type) - 1;

  const leaf = (type: TypeFact): number => {
    const key = JSON.stringify(type);
    const known = leaves.get(key);
    if (known !== undefined) return known;
    const index = put(type);
    leaves.set(key, index);
    return index;
  };

  const ofRow = (row: TableRow): number => {
    const { typeName: name, size } = row;
    const align: Alignment = {
      bytes: size.alignBytes,
      from: size.inferred ? 'inferred' : size.alignBytes === size.bytes ? 'abi' : 'stated',
    };
    const type = { name, sizeBytes: size.bytes, align, declared: null };
    const [, first] = /^[^(]*?\[(\d*)\](?:\[\d*\])*$/.exec(name) ?? [];
    if (first === undefined || row.size.bitField !== null) {
      return leaf({ ...type, shape: leafShape(name, size.bytes) });
    }
    const count = first === '' ? null : Number(first);
    const element = leaf({
      name: name.replace(/\[\d*\]/, ''),
      sizeBytes: count === null || count === 0 || size.bytes === null ? null : size.bytes / count,
      align,
      declared: null,
      shape: { kind: 'other' },
    });
    return leaf({ ...type, shape: { kind: 'array', element, count } });
  };

  const aggregate = (
    about: {
      readonly name: string;
      readonly sizeBytes: number | null;
      readonly align: Alignment;
      readonly keyword: Keyword;
      readonly attributes: readonly string[];
      readonly readOnly: string | null;
    },
    inner: readonly TableRow[],
    startBits: number,
  ): number => {
    const { name, sizeBytes, align, keyword, attributes, readOnly } = about;
    // The place is taken before the parts are: a struct comes before what it holds.
    const index = put({ name, sizeBytes, align, declared: null, shape: { kind: 'other' } });
    const members = inner.map((row) => memberOf(row, startBits));
    const packed = attributes.includes('@packed');
    const forcedAlign = alignOf(attributes);
    const shape: TypeShape = { kind: 'aggregate', keyword, members, packed, forcedAlign, readOnly };
    types[index] = { name, sizeBytes, align, declared: null, shape };
    return index;
  };

  const memberOf = (row: TableRow, startBits: number): MemberFact => {
    const { size, inner, attributes } = row;
    const typeIndex =
      inner === null
        ? ofRow(row)
        : aggregate(
            {
              name: row.typeName,
              sizeBytes: size.bytes,
              align: { bytes: size.alignBytes, from: size.inferred ? 'inferred' : 'abi' },
              keyword: /\bunion\b/.test(row.typeName) ? 'union' : 'struct',
              attributes: inner.attributes,
              readOnly: null,
            },
            inner.rows,
            row.offsetBits,
          );
    return {
      name: row.name,
      typeIndex,
      role: roleOf(attributes),
      offsetBits: row.offsetBits - startBits,
      sizeBits: size.bitField?.widthBits ?? (size.bytes === null ? null : size.bytes * 8),
      bitField: size.bitField,
      align: alignOf(attributes),
      packed: attributes.includes('@packed'),
      declared: null,
    };
  };

  const { keyword, name, sizeBytes, align, target, attributes, fixed } = title;
  const about = { name: `${keyword} ${name}`, sizeBytes, align, keyword, attributes };
  const root = aggregate({ ...about, readOnly: fixed }, rows, 0);
  const shape = types[root]?.shape;
  const members = shape?.kind === 'aggregate' ? shape.members : [];
  return {
    key: contentKey({ keyword, name, sizeBytes }, members, types),
    name,
    target,
    source: 'text',
    types,
    root,
    diagnostics: [],
  };
}

function leafShape(name: string, sizeBytes: number | null): TypeShape {
  if (sizeBytes === null) {
    return { kind: 'declared', keyword: tagKeywordOf(name) };
  }
  if (/\*(?: (?:const|volatile|restrict))*$|\(\*/.test(name)) return { kind: 'pointer' };
  return /^(?:const |volatile )*enum\b/.test(name) ? { kind: 'enum' } : { kind: 'other' };
}

function alignOf(attributes: readonly string[]): Alignment | null {
  for (const word of attributes) {
    const [, bytes, mark] = /^@align\((\d{1,7})(\??)\)$/.exec(word) ?? [];
    if (bytes !== undefined) {
      return { bytes: Number(bytes), from: mark === '?' ? 'inferred' : 'stated' };
    }
  }
  return null;
}

const ROLES = ['inferredBits', 'base', 'vtable', 'variant'] as const satisfies MemberRole[];

function roleOf(attributes: readonly string[]): MemberRole {
  return ROLES.find((role) => attributes.includes(`@${role}`)) ?? 'field';
}
