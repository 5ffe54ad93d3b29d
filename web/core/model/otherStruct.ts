import type { MemberPath } from '../layout/ids';
import type { Attribution } from '../heat/attribute';
import type { PlacedRow } from '../heat/placedRow';
import { sourceName } from '../bind/symbols';
import { aliasesOf, wellKnownStruct } from '../bind/wellKnown';
import type { Layout } from '../layout/layout';
import { fieldsOf } from '../layout/walk';
import type { Unpredictable } from './flags';
import { isLockFunction } from '../locks/lockTypes';
import type { LockObject } from '../locks/objects';

/** Slow paths read the task that owns a lock, and nodes of waiting CPUs: these lie elsewhere. */
const TOUCHES_MORE = /slowpath|spin_on_owner|optimistic|osq_|wake|failed/;
/** A field of more bytes has an inside of which nothing is known: a lock, perhaps. */
const MOST_WORD_BYTES = 8;
/** Of what such functions touch so much has to be no lock, and they have to be so much of all samples. */
const MISPLACED = 0.5;
const COUNTS = 0.02;

/**
 * Whether functions that touch nothing but a lock are on fields that are none, or functions of another known type
 * (`vma_interval_tree_remove` of an `rb_root_cached`) beside the members of that type: then the line belongs to another
 * struct, or to another offset of this one. Null where nothing says so.
 *
 * @param locks of the struct, by its types
 * @param layout of the struct, in any order
 */
export function otherStruct(
  { rows }: Attribution,
  locks: readonly LockObject[],
  layout: Layout,
): Extract<Unpredictable, { kind: 'otherStruct' }> | null {
  const membersOfType = membersByType(layout);
  const lockAt = ({ place }: PlacedRow) =>
    place.kind !== 'field'
      ? undefined
      : locks.find(
          ({ kind, field, offsetBytes: from, sizeBytes: size }) =>
            kind === 'lock' &&
            field === place.mover &&
            place.moverOffsetBytes >= from &&
            place.moverOffsetBytes < from + size,
        );
  const judged = rows.flatMap((placed): readonly Judged[] => {
    const { row, place } = placed;
    const name = row.symbol === null ? '' : sourceName(row.symbol);
    const type = wellKnownStruct(name);
    if (type === null || TOUCHES_MORE.test(name)) return [];
    if (!isLockFunction(name)) {
      const members = aliasesOf(type).flatMap((alias) => membersOfType.get(alias) ?? []);
      if (members.length === 0) return [];
      const isOnOne = place.kind === 'field' && members.some((path) => isWithin(place.path, path));
      return [{ placed, worksOn: type, misplaced: isOnOne ? null : 'plain' }];
    }
    const lock = lockAt(placed);
    if (lock !== undefined) {
      const isOther = isForAnother(name, lock.typeName);
      return [{ placed, worksOn: 'a lock', misplaced: isOther ? 'otherLock' : null }];
    }
    const isWord = place.kind !== 'field' || (place.sizeBytes ?? Infinity) <= MOST_WORD_BYTES;
    return [{ placed, worksOn: 'a lock', misplaced: isWord ? 'plain' : null }];
  });
  const all = samples(rows);
  const found = distinct(judged.map(({ worksOn }) => worksOn)).flatMap((worksOn) => {
    const known = judged.filter((each) => each.worksOn === worksOn);
    const misplaced = known.filter((each) => each.misplaced !== null);
    const [of, lost] = [placedOf(known), placedOf(misplaced)].map(samples);
    if (!of || !lost || lost < MISPLACED * of || of < COUNTS * all) return [];
    const areOtherLocks = misplaced.every((each) => each.misplaced === 'otherLock');
    const placed = placedOf(misplaced);
    const reason = {
      kind: 'otherStruct' as const,
      functions: distinct(placed.flatMap(({ row }) => row.symbol ?? [])),
      fields: distinct(
        placed.flatMap(({ place }): readonly MemberPath[] =>
          place.kind === 'field' ? [place.path] : [],
        ),
      ),
      worksOn: areOtherLocks ? 'another kind of lock' : worksOn,
      share: lost / of,
    };
    return { lost, reason };
  });
  return found.sort((a, b) => b.lost - a.lost)[0]?.reason ?? null;
}

/** A row of a function of which is known what it works on; `misplaced` is null where the row is on such a member. */
interface Judged {
  readonly placed: PlacedRow;
  readonly worksOn: string;
  readonly misplaced: 'plain' | 'otherLock' | null;
}

function placedOf(judged: readonly Judged[]): readonly PlacedRow[] {
  return judged.map(({ placed }) => placed);
}

/** Members, and members of members, by the names of their types without `struct`. */
function membersByType(layout: Layout): ReadonlyMap<string, readonly MemberPath[]> {
  const found = new Map<string, MemberPath[]>();
  for (const { path, member } of fieldsOf(layout)) {
    const type = member.typeName.replace(/^(?:struct|union) /, '');
    found.set(type, [...(found.get(type) ?? []), path]);
  }
  return found;
}

function isWithin(path: MemberPath, outer: MemberPath): boolean {
  return path === outer || path.startsWith(`${outer}.`);
}

/** Locks that functions of another kind of lock do not work on; a spinlock is inside of each of them. */
const APART = [/\brw_semaphore$/, /(?<![:\w])mutex$/, /\bpthread_mutex_t$/, /\bpthread_rwlock_t$/];

/** Whether a function works on locks of another kind than this one, as `down_write` does than a mutex. */
function isForAnother(name: string, typeName: string | null): boolean {
  const handed = wellKnownStruct(name) ?? '';
  const [own, other] = [handed, typeName ?? ''].map((name) =>
    APART.find((kind) => kind.test(name)),
  );
  return own !== undefined && other !== undefined && own !== other;
}

function samples(rows: readonly PlacedRow[]): number {
  return rows.reduce(
    (sum, { counts }) => sum + counts.hitmRemote + counts.hitmLocal + counts.stores,
    0,
  );
}

function distinct<T>(all: readonly T[]): readonly T[] {
  return [...new Set(all)];
}
