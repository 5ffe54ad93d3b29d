import { expect, test } from 'vitest';
import { ok } from '../base/result';
import type { StructDesc } from '../facts/generated';
import { tableOf, type StructTable } from '../facts/structTable';
import type { FileReader } from './client';
import type { ReadProgress } from './readProgress';
import { shareReader } from './sharedReader';
import { fakeReader } from './testing/fakeReader';

const column = (names: readonly string[]): StructTable =>
  tableOf({
    stage: 'dwarf',
    names: names.join('\n'),
    kinds: new Uint8Array(names.length),
    sizesBytes: new Float64Array(names.length).fill(8),
    variants: new Uint16Array(names.length),
    memberCounts: new Uint32Array(),
    holeCounts: new Uint32Array(),
    holeBytes: new Uint32Array(),
    paddingBytes: new Uint32Array(),
    diagnostics: [],
  });

/** A reader of a half with these structs, or of one that cannot be read alone; it says which one it is. */
class HalfReader {
  stopped = 0;
  readonly given: string[] = [];
  private readonly id: string;
  private readonly half: readonly string[] | null;
  private readonly whole: readonly string[];

  constructor(id: string, half: readonly string[] | null, whole: readonly string[] = []) {
    this.id = id;
    this.half = half;
    this.whole = whole;
  }

  reader(): FileReader {
    const struct = (row: number) => ({ key: `${this.id}${row}` }) as StructDesc;
    return fakeReader(
      {
        open: (_file, onProgress) => {
          onProgress({ what: this.id.replace(/[12]/, ''), done: 10, total: 100 });
          return Promise.resolve(ok({ kind: 'profile' }));
        },
        index: () => Promise.resolve(ok(column(this.whole))),
        indexHalf: () => Promise.resolve(ok(this.half && column(this.half))),
        give: (companion, file) => {
          this.given.push(`${companion} ${file.name}`);
          return Promise.resolve(ok(true));
        },
        stop: () => {
          this.stopped += 1;
        },
      },
      {
        describe: ({ row }) => Promise.resolve(ok(struct(row))),
        describeAll: ({ rows }) => Promise.resolve(ok(rows.map(struct))),
        find: ({ key }) => {
          const row = (this.half ?? []).indexOf(key);
          return Promise.resolve(ok(row < 0 ? null : row));
        },
        pointsTo: ({ key }) =>
          Promise.resolve(
            ok(
              this.half?.includes(key)
                ? [{ typeIndex: 1, name: `of ${this.id}`, pointers: 1 }]
                : null,
            ),
          ),
        perCpu: () =>
          Promise.resolve(ok([{ name: this.id, sizeBytes: 8, variables: [], count: 1 }])),
      },
    );
  }
}

const keyOf = async (reader: FileReader, row: number) => {
  const struct = await reader.ask({ kind: 'describe', row });
  return struct.ok ? struct.value.key : struct.error;
};

test('each row is described by the reader that has it', async () => {
  const reader = shareReader(
    new HalfReader('first ', ['file', 'page']).reader(),
    new HalfReader('second ', ['page', 'zone', 'inode']).reader(),
  );
  const index = await reader.index('dwarf');
  expect(index.ok && index.value.names).toEqual(['file', 'page', 'zone', 'inode']);
  expect(await keyOf(reader, 1)).toBe('first 1');
  expect(await keyOf(reader, 3)).toBe('second 2');
  const all = await reader.ask({ kind: 'describeAll', rows: [3, 0, 2] });
  expect(all.ok && all.value.map((struct) => struct?.key)).toEqual([
    'second 2',
    'first 0',
    'second 1',
  ]);
  expect(await reader.ask({ kind: 'find', key: 'inode' })).toEqual(ok(3));
  expect(await reader.ask({ kind: 'find', key: 'page' })).toEqual(ok(1));
  expect(await reader.ask({ kind: 'pointsTo', key: 'zone' })).toMatchObject({
    value: [{ name: 'of second ' }],
  });
  expect(await reader.ask({ kind: 'find', key: 'nothing' })).toEqual(ok(null));
});

test.each([
  ['first', null, ['page']],
  ['second', ['page'], null],
])('where the %s half needs the other, one reads the whole file', async (_which, one, other) => {
  const first = new HalfReader('first ', one, ['file', 'page']);
  const second = new HalfReader('second ', other);
  const reader = shareReader(first.reader(), second.reader());
  const index = await reader.index('dwarf');
  expect(index.ok && index.value.names).toEqual(['file', 'page']);
  expect(second.stopped).toBe(1);
  expect(await keyOf(reader, 1)).toBe('first 1');
  expect((await reader.index('summaries')).ok).toBe(true);
});

test('a question about the whole file goes to the first, which has its BTF', async () => {
  const reader = shareReader(
    new HalfReader('first', ['file']).reader(),
    new HalfReader('second', ['page']).reader(),
  );
  await reader.index('dwarf');
  expect(await reader.ask({ kind: 'perCpu' })).toMatchObject({ value: [{ name: 'first' }] });
});

test('a companion is given to the whole file, which one reader reads then', async () => {
  const first = new HalfReader('first ', ['file'], ['file', 'page']);
  const second = new HalfReader('second ', ['page']);
  const reader = shareReader(first.reader(), second.reader());
  await reader.index('dwarf');
  expect(await reader.give('split', new File([], 'a.dwo'))).toEqual(ok(true));
  expect([first.given, second.given]).toEqual([['split a.dwo'], []]);
  expect(second.stopped).toBe(1);
  const index = await reader.index('dwarf');
  expect(index.ok && index.value.names).toEqual(['file', 'page']);
  expect(await keyOf(reader, 1)).toBe('first 1');
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
