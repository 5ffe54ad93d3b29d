import type { MemberPath } from '../layout/ids';
import type { Attribution } from '../heat/attribute';
import type { PlacedRow } from '../heat/placedRow';
import { sourceName } from '../bind/symbols';
import { wellKnownStruct } from '../bind/wellKnown';
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
 * Whether functions that touch nothing but a lock are laid on fields that are none: then the line is not of this struct,
 * or lies elsewhere in it. Null where nothing says so.
 *
 * @param locks of the struct, by its types
 */
export function otherStruct(
  { rows }: Attribution,
  locks: readonly LockObject[],
): Extract<Unpredictable, { kind: 'otherStruct' }> | null {
  const own = rows.filter(({ row }) => row.symbol !== null && touchesOnlyLocks(row.symbol));
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
  const misplaced = own.filter((placed) => {
    const { row, place } = placed;
    const lock = lockAt(placed);
    if (lock !== undefined) return isForAnother(row.symbol ?? '', lock.typeName);
    return place.kind !== 'field' || (place.sizeBytes ?? Infinity) <= MOST_WORD_BYTES;
  });
  const [all, ofLocks, lost] = [rows, own, misplaced].map(samples);
  if (!lost || lost < MISPLACED * (ofLocks ?? 0) || (ofLocks ?? 0) < COUNTS * (all ?? 0))
    return null;
  return {
    kind: 'otherStruct',
    functions: distinct(misplaced.flatMap(({ row }) => row.symbol ?? [])),
    fields: distinct(
      misplaced.flatMap(({ place }): readonly MemberPath[] =>
        place.kind === 'field' ? [place.path] : [],
      ),
    ),
    isOfAnother: misplaced.every((placed) => lockAt(placed) !== undefined),
    share: lost / (ofLocks ?? lost),
  };
}

/** Locks that functions of another kind of lock do not work on; a spinlock is inside of each of them. */
const APART = [/\brw_semaphore$/, /(?<![:\w])mutex$/, /\bpthread_mutex_t$/, /\bpthread_rwlock_t$/];

/** Whether a function works on locks of another kind than this one, as `down_write` does than a mutex. */
function isForAnother(symbol: string, typeName: string | null): boolean {
  const handed = wellKnownStruct(sourceName(symbol)) ?? '';
  const [own, other] = [handed, typeName ?? ''].map((name) =>
    APART.find((kind) => kind.test(name)),
  );
  return own !== undefined && other !== undefined && own !== other;
}

function touchesOnlyLocks(symbol: string): boolean {
  const name = sourceName(symbol);
  return isLockFunction(name) && wellKnownStruct(name) !== null && !TOUCHES_MORE.test(name);
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
