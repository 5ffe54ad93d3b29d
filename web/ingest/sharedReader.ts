import { ok } from '../base/result';
import type { StructIndex } from '../facts/generated';
import type { FileReader } from './client';
import { mergeHalves, type MergedIndex } from './mergeHalves';
import type { ReadProgress } from './readProgress';

/**
 * Two readers that share the DWARF of one file and answer as one: each reads half, and a row is
 * described by the one that has it. Where the file cannot be divided, the first reads it alone. For files
 * that have BTF as well: it answers, from the first reader, what is asked of the file as a whole.
 */
export function shareReader(first: FileReader, second: FileReader): FileReader {
  let merged: MergedIndex | null = null;
  let isShared = true;

  function keep(one: StructIndex, other: StructIndex): StructIndex {
    merged = mergeHalves(one, other);
    return merged.index;
  }

  return {
    ...first,
    async open(file, onProgress) {
      const report = sumOfTwo(onProgress);
      const [opened, again] = await Promise.all([
        first.open(file, report(0)),
        second.open(file, report(1)),
      ]);
      return opened.ok && !again.ok ? again : opened;
    },
    async index(stage) {
      if (!isShared) return first.index(stage);
      if (stage !== 'dwarf') {
        const [one, other] = await Promise.all([first.index(stage), second.index(stage)]);
        if (!one.ok) return one;
        return other.ok ? ok(keep(one.value, other.value)) : other;
      }
      const [one, other] = await Promise.all([
        first.indexHalf('first'),
        second.indexHalf('second'),
      ]);
      if (!one.ok) return one;
      if (!other.ok) return other;
      if (one.value && other.value) return ok(keep(one.value, other.value));
      isShared = false;
      second.stop();
      return first.index(stage);
    },
    async describe(row) {
      if (!merged) return first.describe(row);
      const origin = merged.origins[row] ?? row;
      return origin >= 0 ? first.describe(origin) : second.describe(-1 - origin);
    },
    async describeAll(rows) {
      if (!merged) return first.describeAll(rows);
      const origins = Array.from(rows, (row) => merged?.origins[row] ?? row);
      const [own, others] = await Promise.all([
        first.describeAll(origins.filter((origin) => origin >= 0)),
        second.describeAll(origins.filter((origin) => origin < 0).map((origin) => -1 - origin)),
      ]);
      if (!own.ok) return own;
      if (!others.ok) return others;
      const [ofFirst, ofSecond] = [own.value.values(), others.value.values()];
      return ok(origins.map((origin) => (origin >= 0 ? ofFirst : ofSecond).next().value ?? null));
    },
    async find(key) {
      const found = await first.find(key);
      if (!merged || !found.ok || found.value !== null) return found;
      const other = await second.find(key);
      if (!other.ok || other.value === null) return other;
      const row = merged.origins.indexOf(-1 - other.value);
      return ok(row < 0 ? null : row);
    },
    stop() {
      first.stop();
      second.stop();
    },
  };
}

/** The progress of both together, for the listener of each. */
function sumOfTwo(
  onProgress: (progress: ReadProgress) => void,
): (place: 0 | 1) => (progress: ReadProgress) => void {
  const latest: [ReadProgress | null, ReadProgress | null] = [null, null];
  return (place) => (progress) => {
    latest[place] = progress;
    const other = latest[1 - place];
    const isSame = other?.what === progress.what;
    onProgress({
      what: progress.what,
      done: progress.done + (isSame ? other.done : 0),
      // What the other has not begun is about as much.
      total: progress.total + (isSame ? other.total : progress.total),
    });
  };
}
