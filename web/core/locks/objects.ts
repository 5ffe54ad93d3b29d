import type { StructDesc } from '../facts/generated';
import type { MemberPath } from '../layout/ids';
import type { FieldItem, Layout } from '../layout/layout';
import { lockKind, type LockKind } from './lockTypes';

/** Bytes of a struct that are one lock, or whose words belong together. Plain data. */
export interface LockObject {
  /** The member that moves, and carries it along. */
  readonly field: MemberPath;
  /** From the member's first byte. */
  readonly offsetBytes: number;
  readonly sizeBytes: number;
  readonly kind: LockKind;
  /** As the struct declares it; null where only its use says that it is a lock. */
  readonly typeName: string | null;
  /** Members that it protects by its name (`i_mmap_rwsem` and `i_mmap`): the types do not say. */
  readonly guards: readonly MemberPath[];
}

/** Types hold each other by value, so that this is deeper than any. */
const MOST_DEPTH = 32;

/** The locks of a struct and what else is one object, in memory order, through typedefs and nesting. */
export function lockObjects(desc: StructDesc, layout: Layout): readonly LockObject[] {
  const movable = [...movableFields(layout)];
  return movable.flatMap(({ field, parts }) =>
    parts.flatMap((part) => {
      const { typeIndex, typeName } = part.member;
      const start = part.offsetBits - field.offsetBits;
      const inside = insideOf(desc, typeIndex, typeName, part.sizeBits ?? 0, 0);
      return inside.map(({ kind, typeName, offsetBits, sizeBits }): LockObject => ({
        field: field.path,
        offsetBytes: Math.floor((start + offsetBits) / 8),
        sizeBytes: Math.ceil(sizeBits / 8),
        kind,
        typeName,
        guards:
          kind === 'lock'
            ? guardedBy(
                field,
                movable.map((each) => each.field),
              )
            : [],
      }));
    }),
  );
}

interface Movable {
  readonly field: FieldItem;
  /** Itself, or the members of an anonymous union, which moves whole. */
  readonly parts: readonly FieldItem[];
}

/** As the model places fields: the members of an anonymous struct stand in its place. */
function* movableFields(layout: Layout): Generator<Movable> {
  for (const item of layout.items) {
    if (item.kind !== 'field' || item.member.role === 'padding') continue;
    if (item.inner === null) yield { field: item, parts: [item] };
    else if (item.member.inner?.keyword !== 'union') yield* movableFields(item.inner);
    else yield { field: item, parts: [...movableFields(item.inner)].flatMap(({ parts }) => parts) };
  }
}

interface Inside {
  readonly kind: LockKind;
  readonly typeName: string;
  readonly offsetBits: number;
  readonly sizeBits: number;
}

/** The outermost objects of a type: a lock's own spinlock is part of the lock. */
function insideOf(
  desc: StructDesc,
  typeIndex: number | null,
  typeName: string,
  sizeBits: number,
  depth: number,
): readonly Inside[] {
  const kind = lockKind(typeName);
  if (kind !== null) return sizeBits > 0 ? [{ kind, typeName, offsetBits: 0, sizeBits }] : [];
  const shape = typeIndex === null ? null : desc.types[typeIndex]?.shape;
  if (shape?.kind !== 'aggregate' || depth >= MOST_DEPTH) return [];
  const found = shape.members.flatMap((member) => {
    const type = desc.types[member.typeIndex];
    if (type === undefined || member.bitField !== null) return [];
    const inside = insideOf(
      desc,
      member.typeIndex,
      type.name,
      (type.sizeBytes ?? 0) * 8,
      depth + 1,
    );
    return inside.map((each) => ({ ...each, offsetBits: each.offsetBits + member.offsetBits }));
  });
  // `spinlock_t` is a union of one lock with and without its debugging parts.
  return shape.keyword === 'union' ? found.slice(0, 1) : found;
}

const LOCK_NAME = /^(\w{3,}?)_?(?:spinlock|rwlock|seqlock|lock|rwsem|sem|mutex|mtx|mtex|seq)$/;

/** The fields that a lock protects by its name (`i_mmap_rwsem` protects `i_mmap`): types do not say it. */
export function guardedBy(lock: FieldItem, all: readonly FieldItem[]): readonly MemberPath[] {
  const [, stem] = LOCK_NAME.exec(lock.member.name ?? '') ?? [];
  if (stem === undefined) return [];
  return all
    .filter(({ member, path, sizeBits }) => {
      if (path === lock.path || member.role !== 'field' || sizeBits === 0) return false;
      if (member.name === null || lockKind(member.typeName) === 'lock') return false;
      return member.name === stem || member.name.startsWith(`${stem}_`);
    })
    .map(({ path }) => path);
}
