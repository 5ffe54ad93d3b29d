/** A run of lines that stay, go or come. Indexes are from 0, into the old and the new lines. */
export interface Change {
  readonly kind: 'same' | 'removed' | 'added';
  readonly oldIndex: number;
  readonly newIndex: number;
}

/** Memory grows by the square of the changed lines. So many are read by nobody as single lines. */
const MOST_CHANGED_LINES = 2_000;

/**
 * The shortest way from one list of lines to another (Myers, "An O(ND) Difference Algorithm", 1986),
 * one change for each line. Within a change the removed lines come first, as diff writes them. Where more than
 * `MOST_CHANGED_LINES` changed, all between the first and the last of them goes and comes as one block.
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly Change[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const middle = myers(before, after, head, before.length - tail, after.length - tail);
  const changes: Change[] = [];
  for (let i = 0; i < head; i++) changes.push({ kind: 'same', oldIndex: i, newIndex: i });
  for (const change of removedFirst(middle)) changes.push(change);
  for (let i = tail; i > 0; i--) {
    changes.push({
      kind: 'same',
      oldIndex: before.length - i,
      newIndex: after.length - i,
    });
  }
  return changes;
}

function myers(
  before: readonly string[],
  after: readonly string[],
  start: number,
  oldEnd: number,
  newEnd: number,
): Change[] {
  const oldCount = oldEnd - start;
  const newCount = newEnd - start;
  const limit = oldCount + newCount;
  const reach = new Int32Array(2 * limit + 3);
  const center = limit + 1;
  const at = (k: number) => reach[center + k] ?? 0;
  const trace: Int32Array[] = [];
  for (let steps = 0; steps <= Math.min(limit, MOST_CHANGED_LINES); steps++) {
    trace.push(reach.slice(center - steps - 1, center + steps + 2));
    for (let k = -steps; k <= steps; k += 2) {
      let x = k === -steps || (k !== steps && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
      while (x < oldCount && x - k < newCount && before[start + x] === after[start + x - k]) x++;
      reach[center + k] = x;
      if (x >= oldCount && x - k >= newCount) return walkBack(trace, oldCount, newCount, start);
    }
  }
  return asOneBlock(start, oldCount, newCount);
}

function asOneBlock(start: number, oldCount: number, newCount: number): Change[] {
  return [
    ...Array.from({ length: oldCount }, (_, at): Change => ({
      kind: 'removed',
      oldIndex: start + at,
      newIndex: start,
    })),
    ...Array.from({ length: newCount }, (_, at): Change => ({
      kind: 'added',
      oldIndex: start + oldCount,
      newIndex: start + at,
    })),
  ];
}

/** `trace[d]` holds the reach of diagonals -d-1 to d+1 before step d. */
function walkBack(
  trace: readonly Int32Array[],
  oldCount: number,
  newCount: number,
  start: number,
): Change[] {
  const changes: Change[] = [];
  let x = oldCount;
  let y = newCount;
  const push = (kind: Change['kind']) =>
    changes.push({ kind, oldIndex: start + x, newIndex: start + y });
  for (let steps = trace.length - 1; steps >= 0; steps--) {
    const reach = trace[steps];
    const at = (k: number) => reach?.[k + steps + 1] ?? 0;
    const k = x - y;
    const down = k === -steps || (k !== steps && at(k - 1) < at(k + 1));
    const previousX = steps === 0 ? 0 : at(down ? k + 1 : k - 1);
    const previousY = steps === 0 ? 0 : previousX - (down ? k + 1 : k - 1);
    while (x > previousX && y > previousY) {
      x--;
      y--;
      push('same');
    }
    if (steps === 0) break;
    if (down) y--;
    else x--;
    push(down ? 'added' : 'removed');
  }
  return changes.reverse();
}

function removedFirst(changes: readonly Change[]): Change[] {
  const result: Change[] = [];
  let added: Change[] = [];
  for (const change of changes) {
    if (change.kind === 'added') {
      added.push(change);
      continue;
    }
    if (change.kind === 'same') {
      for (const each of added) result.push(each);
      added = [];
    }
    result.push(change);
  }
  return [...result, ...added];
}
