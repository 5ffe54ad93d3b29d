import { expect, test } from 'vitest';
import type { FileId } from '../../core/layout/ids';
import { buildCatalog, labelOf, keywordOf, namespacesOf } from '../state/catalog';
import { catalogOf } from '../state/listSelectors';
import { heatColumn, type HeatColumn } from './heatMarks';
import { heldColumn, type HeldColumn } from './heldCounts';
import { listRows, nextSort } from './listView';
import type { LoadedFile, ListSettings } from '../state/state';
import { facts, index } from '../state/testing/files';

const file = (id: string, rows: string): LoadedFile => ({
  id: id as FileId,
  name: id,
  sizeBytes: 1,
  phase: { kind: 'ready', facts, index: index(rows), more: null },
});

const catalog = catalogOf([
  file(
    'f1',
    `struct file 184 pad 4
     union file 8
     struct __arch_info 8
     struct zone 1664 holes 120
     struct Alpha 65 holes 3
     struct flags#2 16
     struct flags#1 12`,
  ),
  file('f2', 'struct file_lock 208 holes 4'),
  // Not listed yet.
  { id: 'f3' as FileId, name: 'f3', sizeBytes: 1, phase: { kind: 'loading', progress: null } },
]);

function list(
  settings: Partial<ListSettings>,
  heat: HeatColumn | null = null,
  held: HeldColumn | null = null,
): string[] {
  const rows = listRows(
    catalog,
    {
      query: '',
      sort: { by: 'match', descending: false },
      file: null,
      ...settings,
    },
    { heat, held },
  );
  return Array.from(rows, (row) => `${keywordOf(catalog, row)} ${labelOf(catalog, row)}`);
}

test('without a search the list goes by name, what is internal last, layouts of a name by their number', () => {
  expect(list({})).toEqual([
    'struct Alpha',
    'struct file',
    'union file',
    'struct file_lock',
    'struct flags#1',
    'struct flags#2',
    'struct zone',
    'struct __arch_info',
  ]);
});

test('a search lists the best match first, a sort within what was found', () => {
  expect(list({ query: 'file' })).toEqual(['struct file', 'union file', 'struct file_lock']);
  expect(list({ query: 'file', sort: { by: 'size', descending: true } })).toEqual([
    'struct file_lock',
    'struct file',
    'union file',
  ]);
  expect(list({ query: 'union ' })).toEqual(['union file']);
  expect(list({ query: 'flags#2' })).toEqual(['struct flags#2']);
});

test('every column sorts both ways; what ties goes by name', () => {
  expect(list({ sort: { by: 'holes', descending: true } }).slice(0, 3)).toEqual([
    'struct zone',
    'struct file_lock',
    'struct Alpha',
  ]);
  expect(list({ sort: { by: 'padding', descending: true } }).slice(0, 2)).toEqual([
    'struct file',
    'struct Alpha',
  ]);
  expect(list({ sort: { by: 'size', descending: false } })[0]).toBe('union file');
  expect(list({ sort: { by: 'name', descending: true } }).slice(0, 2)).toEqual([
    'struct __arch_info',
    'struct zone',
  ]);
});

test('lines are of the size of the file’s target', () => {
  const linesOf = (name: string) => catalog.lines[catalog.names.indexOf(name)];
  expect(linesOf('file')).toBe(3);
  expect(linesOf('Alpha')).toBe(2);
});

test('one file alone', () => {
  expect(list({ file: 'f2' as FileId })).toEqual(['struct file_lock']);
  expect(list({ file: 'f2' as FileId, query: 'file' })).toEqual(['struct file_lock']);
});

test('a column that is clicked sorts largest first, then smallest, then not at all', () => {
  const none = { by: 'match', descending: false } as const;
  const first = nextSort(none, 'size');
  expect(first).toEqual({ by: 'size', descending: true });
  const second = nextSort(first, 'size');
  expect(second).toEqual({ by: 'size', descending: false });
  expect(nextSort(second, 'size')).toEqual(none);
  expect(nextSort(second, 'name')).toEqual({ by: 'name', descending: false });
});

test('what is not known yet is not zero', () => {
  const early = {
    ...index('struct file 184'),
    holeBytes: new Int32Array(),
    paddingBytes: new Int32Array(),
  };
  const [known] = [file('f1', 'struct file 184')];
  const unknown = catalogOf([
    { ...known, phase: { kind: 'ready', facts, index: early, more: null } },
  ]);
  expect(unknown.holeBytes[0]).toBe(-1);
  expect(unknown.paddingBytes[0]).toBe(-1);
});

test('a file without a struct adds no rows', () => {
  const empty = index('');
  const [some] = [file('f1', 'struct file 184')];
  expect(
    catalogOf([{ ...some, phase: { kind: 'ready', facts, index: empty, more: null } }]).rowCount,
  ).toBe(0);
});

test('the hottest first, where something was measured', () => {
  const marks = [
    { keyword: 'struct', name: 'zone', sizeBytes: 1664, share: 0.2, of: 'HITM of a report' },
    { keyword: 'struct', name: 'file', sizeBytes: null, share: 0.5, of: 'samples of another' },
    // Another layout of that name was measured than the one that is listed first.
    { keyword: 'struct', name: 'flags', sizeBytes: 16, share: 0.1, of: 'HITM of a report' },
  ];
  const heat = heatColumn(catalog, marks);
  const sort = { by: 'heat', descending: true } as const;
  expect(list({ sort }, heat)).toEqual([
    'struct file',
    'struct zone',
    'struct flags#2',
    'struct Alpha',
    'union file',
    'struct file_lock',
    'struct flags#1',
    'struct __arch_info',
  ]);
  // While nothing is looked for they come first without a press, too, and with a search they do not.
  expect(list({}, heat)).toEqual(list({ sort }, heat));
  expect(list({ query: 'file' }, heat)[0]).toBe('struct file');
  expect(list({ query: 'a' }, heat)).toEqual(list({ query: 'a' }));
  expect(heat?.of.size).toBe(3);
  // Of no struct that is listed: no column.
  expect(heatColumn(catalog, [{ ...marks[0]!, name: 'elsewhere' }])).toBeNull();
  expect(list({ sort })).toEqual(list({}));
});

test('the most embedded come first; a file that cannot tell comes last, and without an answer nothing moves', () => {
  const held = heldColumn(
    catalog,
    new Map([['f1' as FileId, { names: 'zone\nflags', counts: [2, 7] }]]),
  );
  const sort = { by: 'held', descending: true } as const;
  expect(list({ sort }, null, held)).toEqual([
    'struct flags#1',
    'struct flags#2',
    'struct zone',
    'struct Alpha',
    'struct file',
    'union file',
    'struct __arch_info',
    'struct file_lock',
  ]);
  expect(list({ sort })).toEqual(list({}));
});

test('a program’s own types come before what its language brings, of C++, Rust and Go', () => {
  const catalog = buildCatalog([
    {
      id: 'f1' as FileId,
      index: index(`
  struct &str 16
  struct <shop::Queue>::{vtable_type} 32
  struct (u64,u64) 16
  struct _hidden 4
  struct core::fmt::Arguments 48
  struct example.com/shop.Order 8
  struct internal/abi.Type 48
  struct main.T 8
  struct runtime.g 400
  struct shop::Queue 128
  struct std::vector 24
  struct stdlib_state 8`),
      lineBytes: 64,
      isSource: false,
    },
  ]);
  const own = ['example.com/shop.Order', 'main.T', 'shop::Queue', 'stdlib_state', '_hidden'];
  expect([...catalog.byName].slice(0, 5).map((row) => catalog.names[row])).toEqual(own);
  expect(catalog.ownCount).toBe(own.length);
  // The list leaves out what the language brings, unless it is looked for; its namespaces lead there.
  const settings = { query: '', sort: { by: 'match', descending: false }, file: null } as const;
  const namesOf = (typed: string) =>
    [...listRows(catalog, { ...settings, query: typed }, { heat: null, held: null })].map(
      (row) => catalog.names[row],
    );
  expect(namesOf('')).toEqual(own);
  expect(namesOf('std::')[0]).toBe('std::vector');
  expect(namespacesOf(catalog).map(({ prefix, isOfLibrary }) => [prefix, isOfLibrary])).toEqual([
    ['example.com/shop.', false],
    ['main.', false],
    ['shop::', false],
    ['core::', true],
    ['internal/abi.', true],
    ['runtime.', true],
    ['std::', true],
  ]);
});
