import { expect, test } from 'vitest';
import { ok } from '../base/result';
import type { StructDesc, StructIndex } from '../facts/generated';
import type { FileReader } from './client';
import type { ReadProgress } from './readProgress';
import { shareReader } from './sharedReader';

const column = (names: readonly string[]): StructIndex => ({
  stage: 'dwarf',
  names: names.join('\n'),
  kinds: names.map(() => 0),
  sizesBytes: names.map(() => 8),
  variants: names.map(() => 0),
  memberCounts: [],
  holeCounts: [],
  holeBytes: [],
  paddingBytes: [],
  diagnostics: [],
});

/** A reader of a half with these structs, or of one that cannot be read alone; it says which one it is. */
class HalfReader {
  stopped = 0;
  private readonly id: string;
  private readonly half: readonly string[] | null;
  private readonly whole: readonly string[];

  constructor(id: string, half: readonly string[] | null, whole: readonly string[] = []) {
    this.id = id;
    this.half = half;
    this.whole = whole;
  }

  reader(): FileReader {
    const unasked = () => Promise.reject(new Error('nobody asks for this here'));
    const struct = (row: number) => ({ key: `${this.id}${row}` }) as StructDesc;
    return {
      ready: Promise.resolve(),
      open: (_file, onProgress) => {
        onProgress({ what: this.id.replace(/[12]/, ''), done: 10, total: 100 });
        return Promise.resolve(ok({ kind: 'profile' }));
      },
      index: () => Promise.resolve(ok(column(this.whole))),
      indexHalf: () => Promise.resolve(ok(this.half && column(this.half))),
      describe: (row) => Promise.resolve(ok(struct(row))),
      describeAll: (rows) => Promise.resolve(ok(rows.map(struct))),
      find: (key) => {
        const row = (this.half ?? []).indexOf(key);
        return Promise.resolve(ok(row < 0 ? null : row));
      },
      giveBase: unasked,
      giveSupplementary: unasked,
      giveSplit: unasked,
      profiles: unasked,
      header: unasked,
      pahole: unasked,
      posted: unasked,
      scalars: unasked,
      code: unasked,
      embeddings: unasked,
      heldCounts: unasked,
      perCpu: unasked,
      symbols: unasked,
      stop: () => {
        this.stopped += 1;
      },
    };
  }
}

const keyOf = async (reader: FileReader, row: number) => {
  const struct = await reader.describe(row);
  return struct.ok ? struct.value.key : struct.error;
};

test('each row is described by the reader that has it', async () => {
  const reader = shareReader(
    new HalfReader('first ', ['file', 'page']).reader(),
    new HalfReader('second ', ['page', 'zone', 'inode']).reader(),
  );
  const index = await reader.index('dwarf');
  expect(index.ok && index.value.names.split('\n')).toEqual(['file', 'page', 'zone', 'inode']);
  expect(await keyOf(reader, 1)).toBe('first 1');
  expect(await keyOf(reader, 3)).toBe('second 2');
  const all = await reader.describeAll([3, 0, 2]);
  expect(all.ok && all.value.map((struct) => struct?.key)).toEqual([
    'second 2',
    'first 0',
    'second 1',
  ]);
  expect(await reader.find('inode')).toEqual(ok(3));
  expect(await reader.find('page')).toEqual(ok(1));
  expect(await reader.find('nothing')).toEqual(ok(null));
});

test.each([
  ['first', null, ['page']],
  ['second', ['page'], null],
])('where the %s half needs the other, one reads the whole file', async (_which, one, other) => {
  const first = new HalfReader('first ', one, ['file', 'page']);
  const second = new HalfReader('second ', other);
  const reader = shareReader(first.reader(), second.reader());
  const index = await reader.index('dwarf');
  expect(index.ok && index.value.names.split('\n')).toEqual(['file', 'page']);
  expect(second.stopped).toBe(1);
  expect(await keyOf(reader, 1)).toBe('first 1');
  expect((await reader.index('summaries')).ok).toBe(true);
});

test('progress is that of both, and stopping ends both', async () => {
  const [first, second] = [new HalfReader('DWARF1', []), new HalfReader('DWARF2', [])];
  const reader = shareReader(first.reader(), second.reader());
  const seen: ReadProgress[] = [];
  await reader.open(new File([], 'vmlinux'), (progress) => seen.push(progress));
  expect(seen.at(-1)).toEqual({ what: 'DWARF', done: 20, total: 200 });
  reader.stop();
  expect([first.stopped, second.stopped]).toEqual([1, 1]);
});
