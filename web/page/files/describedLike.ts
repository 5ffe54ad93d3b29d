import type { Result } from '../../core/base/result';
import type { StructDesc } from '../../core/facts/generated';

/** Described at once: a file answers in some 50 ms, and what a kernel has of structs is not held whole. */
const CHUNK_ROWS = 300;

type Ask = (question: {
  readonly kind: 'describeAll';
  readonly rows: readonly number[];
}) => Promise<Result<readonly (StructDesc | null)[], unknown>>;

/** The structs of a file that are as wanted; what was found before a file went. */
export async function describedLike(
  ask: Ask,
  count: number,
  isLike: (desc: StructDesc) => boolean,
): Promise<readonly StructDesc[]> {
  const found: StructDesc[] = [];
  for (let first = 0; first < count; first += CHUNK_ROWS) {
    const rows = Array.from({ length: Math.min(CHUNK_ROWS, count - first) }, (_, at) => first + at);
    const answer = await ask({ kind: 'describeAll', rows });
    if (!answer.ok) return found;
    found.push(...answer.value.filter((desc) => desc !== null).filter(isLike));
  }
  return found;
}
