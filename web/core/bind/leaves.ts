import type { StructDesc, TypeFact } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import type { FieldItem, Layout } from '../layout/layout';
import type { MemberOrder } from '../layout/order';

/** The innermost field at a byte, with all that it lies in. */
export interface Leaf {
  /** For a person: `i_mmap_rwsem.count.counter`. */
  readonly path: string;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
  /** Named aggregates around it, the outermost first; the struct itself is not among them. */
  readonly containers: readonly Container[];
  /** Whether it is, or is part of, a word that is written atomically. */
  readonly atomic: boolean;
  /** Whether nothing but its making may write it. */
  readonly isConst: boolean;
}

export interface Container {
  /** Without its keyword: `rw_semaphore`, `spinlock_t`. */
  readonly name: string;
  readonly path: string;
  readonly typeIndex: number;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
}

/** Members of a union that are looked at for one byte. */
const MAX_LEAVES = 24;

const ATOMIC =
  /atomic|spinlock|rwlock|seqcount|refcount|mutex|semaphore|lockref|\bkref\b|percpu_ref/;

/**
 * What lies at a byte of a struct in its present order; several where unions overlap, none in a hole or
 * outside. Answers are kept.
 */
export function leafFinder(struct: MemberOrder): (byte: number) => readonly Leaf[] {
  const layout = computeLayout(struct);
  const known = new Map<number, readonly Leaf[]>();
  return (byte) => {
    let leaves = known.get(byte);
    if (leaves === undefined) {
      const found: Leaf[] = [];
      inLayout(struct.desc, layout, byte, found);
      leaves = found;
      known.set(byte, leaves);
    }
    return leaves;
  };
}

function inLayout(desc: StructDesc, layout: Layout, byte: number, found: Leaf[]): void {
  for (const item of layout.items) {
    if (item.kind !== 'field' || !covers(item, byte)) continue;
    if (item.inner !== null) {
      inLayout(desc, item.inner, byte, found);
      continue;
    }
    const { typeIndex, role } = item.member;
    if (typeIndex === null || role === 'padding') continue;
    const offsetBytes = Math.floor(item.offsetBits / 8);
    inType(desc, typeIndex, byte, { path: item.path, offsetBytes, containers: [] }, found, item);
  }
}

function covers(item: FieldItem, byte: number): boolean {
  const sizeBits = item.inner?.sizeBits ?? item.sizeBits ?? 0;
  return item.offsetBits < byte * 8 + 8 && item.offsetBits + sizeBits > byte * 8;
}

interface Place {
  readonly path: string;
  readonly offsetBytes: number;
  readonly containers: readonly Container[];
}

function inType(
  desc: StructDesc,
  typeIndex: number,
  byte: number,
  place: Place,
  found: Leaf[],
  bits: { readonly sizeBits: number | null } | null,
): void {
  const type = desc.types[typeIndex];
  if (type === undefined || found.length >= MAX_LEAVES) return;
  const { shape } = type;
  const rest = byte - place.offsetBytes;
  if (shape.kind === 'array') {
    const size = desc.types[shape.element]?.sizeBytes ?? 0;
    // Characters of a name are no fields.
    if (size > 1) {
      const index = Math.floor(rest / size);
      const element: Place = {
        ...place,
        path: `${place.path}[${index}]`,
        offsetBytes: place.offsetBytes + index * size,
      };
      inType(desc, shape.element, byte, element, found, null);
      return;
    }
  }
  if (shape.kind !== 'aggregate' || shape.members.length === 0) {
    const sizeBytes = Math.ceil((bits?.sizeBits ?? (type.sizeBytes ?? 1) * 8) / 8);
    const names = [type.name, ...place.containers.map(({ name }) => name)];
    const atomic = names.some((name) => ATOMIC.test(name));
    found.push({ ...place, sizeBytes, atomic, isConst: isConst(type) });
    return;
  }
  const name = tagOf(type);
  const containers =
    name === ''
      ? place.containers
      : [
          ...place.containers,
          {
            name,
            path: place.path,
            typeIndex,
            offsetBytes: place.offsetBytes,
            sizeBytes: type.sizeBytes ?? 0,
          },
        ];
  for (const member of shape.members) {
    const from = place.offsetBytes * 8 + member.offsetBits;
    const until = from + (member.sizeBits ?? 0);
    if (from >= byte * 8 + 8 || until <= byte * 8) continue;
    const inner: Place = {
      path: member.name === null ? place.path : `${place.path}.${member.name}`,
      offsetBytes: Math.floor(from / 8),
      containers,
    };
    inType(desc, member.typeIndex, byte, inner, found, member);
  }
}

/** `const int` and `char *const`, not `const char *`, which is a pointer to what is const. */
function isConst({ name }: TypeFact): boolean {
  return name.includes('*') ? /\bconst$/.test(name) : /^(?:volatile )?const\b/.test(name);
}

/** Every part of a struct that goes by one of these names, at whatever depth; of long arrays the first. */
export function partsIn(struct: MemberOrder, names: ReadonlySet<string>): readonly Container[] {
  const found: Container[] = [];
  const { desc } = struct;
  const walk = (typeIndex: number, path: string, offsetBytes: number, depth: number): void => {
    const type = desc.types[typeIndex];
    if (type === undefined || found.length >= MAX_PARTS || depth > MAX_DEPTH) return;
    const { shape } = type;
    if (shape.kind === 'array') {
      const size = desc.types[shape.element]?.sizeBytes ?? 0;
      const count = size > 1 ? Math.min(shape.count ?? 0, MAX_ELEMENTS) : 0;
      for (let index = 0; index < count; index += 1) {
        walk(shape.element, `${path}[${index}]`, offsetBytes + index * size, depth + 1);
      }
      return;
    }
    if (shape.kind !== 'aggregate') return;
    const name = tagOf(type);
    if (names.has(name)) {
      found.push({ name, path, typeIndex, offsetBytes, sizeBytes: type.sizeBytes ?? 0 });
    }
    for (const member of shape.members) {
      const inner = member.name === null ? path : `${path}.${member.name}`;
      walk(member.typeIndex, inner, offsetBytes + Math.floor(member.offsetBits / 8), depth + 1);
    }
  };
  const inLevel = (layout: Layout): void => {
    for (const item of layout.items) {
      if (item.kind !== 'field') continue;
      if (item.inner !== null) inLevel(item.inner);
      else if (item.member.typeIndex !== null) {
        walk(item.member.typeIndex, item.path, Math.floor(item.offsetBits / 8), 0);
      }
    }
  };
  inLevel(computeLayout(struct));
  return found;
}

const MAX_PARTS = 256;
const MAX_ELEMENTS = 16;
const MAX_DEPTH = 40;

/** The name of an aggregate without its keyword; empty for an unnamed one. */
export function tagOf(type: TypeFact): string {
  if (type.shape.kind !== 'aggregate') return '';
  const bare = type.name.replace(/^(?:const |volatile )+/, '');
  const { keyword } = type.shape;
  if (bare === keyword) return '';
  return bare.startsWith(`${keyword} `) ? bare.slice(keyword.length + 1) : bare;
}
