import { expect, test } from 'vitest';
import {
  matchedRanges,
  nearnessOf,
  parseNameQuery,
  searchNames,
  typedefOf,
  type NameTable,
} from './nameSearch';

function table(names: string): NameTable {
  const rows = names
    .trim()
    .split('\n')
    .map((line) => /^(struct|union|class) ([^#]+)(?:#(\d+))?$/.exec(line.trim()) ?? []);
  const list = rows.map((row) => row[2] ?? '');
  return {
    names: list,
    lowerNames: list.map((name) => name.toLowerCase()),
    kinds: rows.map((row) => ['struct', 'union', 'class'].indexOf(row[1] ?? '')),
    variants: rows.map((row) => Number(row[3] ?? 0)),
  };
}

const kernel = table(`
  struct kernfs_open_file
  struct file_operations
  struct profile
  struct file
  union file
  struct task_struct
  struct mm_struct
  struct flags#1
  struct flags#2
  struct Größe
  class std::vector<int>
`);

/** Finds names in `kernel` by what is typed; writes them with their keyword where that matters. */
function find(typed: string): string[] {
  return searchNames(kernel, parseNameQuery(typed)).map(
    (row) =>
      (kernel.kinds[row] === 1 ? 'union ' : '') +
      (kernel.names[row] ?? '') +
      (kernel.variants[row] ? `#${kernel.variants[row]}` : ''),
  );
}

test('the best match comes first: exact, prefix, start of a word, inside, letters in order', () => {
  expect(find('file')).toEqual([
    'file',
    'union file',
    'file_operations',
    'kernfs_open_file',
    'profile',
  ]);
});

test('case does not matter', () => expect(find('FILE_OP')).toEqual(['file_operations']));

test('letters may be left out', () => {
  expect(find('tskstr')).toEqual(['task_struct']);
  // Far apart: only when nothing closer matches.
  expect(find('kopf')).toEqual(['kernfs_open_file']);
});

test('words may stand apart', () => expect(find('open file')).toEqual(['kernfs_open_file']));

test('a keyword narrows the kind', () => {
  expect(find('union file')).toEqual(['union file']);
  expect(find('struct file')[0]).toBe('file');
  expect(find('struct file')).not.toContain('union file');
  expect(find('class')).toEqual(['std::vector<int>']);
  // As it is copied from C.
  expect(find('struct mm_struct {')).toEqual(['mm_struct']);
});

test('the key that leads to the field does no harm when it is already there', () =>
  expect(find('/struct file')[0]).toBe('file'));

test('a keyword that only begins a name is a name', () => expect(find('structx')).toEqual([]));

test('a number after # picks one of several layouts', () => {
  expect(find('flags')).toEqual(['flags#1', 'flags#2']);
  expect(find('flags#2')).toEqual(['flags#2']);
  // A name with one layout is its own first.
  expect(find('mm_struct#1')).toEqual(['mm_struct']);
});

test('names outside ASCII and of punctuation are found as they stand', () => {
  expect(find('grö')).toEqual(['Größe']);
  expect(find('::')).toEqual(['std::vector<int>']);
  expect(find('vector<int>')).toEqual(['std::vector<int>']);
});

test('nothing typed finds everything in its order', () => {
  expect(find('').length).toBe(kernel.names.length);
});

test('what matched is marked', () => {
  const marked = (typed: string, name: string) =>
    matchedRanges(name, parseNameQuery(typed)).map(([start, end]) => name.slice(start, end));
  expect(marked('struct file', 'kernfs_open_file')).toEqual(['file']);
  expect(marked('tskstr', 'task_struct').join('')).toBe('tskstr');
  expect(marked('', 'task_struct')).toEqual([]);
  // The occurrence that begins a word, not the first one.
  expect(matchedRanges('profile_file', parseNameQuery('file'))).toEqual([[8, 12]]);
});

test('a typedef leads to the struct that is called so without its _t', () => {
  expect(find('mm_struct_t')).toEqual(['mm_struct']);
  expect(find('profile_t')).toEqual(['profile']);
});

test('how near what was found comes to what was typed', () => {
  const near = (typed: string) => {
    const query = parseNameQuery(typed);
    return nearnessOf(kernel, searchNames(kernel, query), query);
  };
  expect(['file', 'oper', 'mm_struct_t', 'ofile', 'kopf', 'nothing'].map(near)).toEqual([
    'named',
    'named',
    'typedef',
    'letters',
    'letters',
    'none',
  ]);
});

test('a typedef leads to its struct, which a row of the same name goes before', () => {
  const python = {
    ...table('struct _object\nstruct _typeobject\nstruct PyObjectArray'),
    typedefs: new Map(
      [
        { name: 'PyObject', of: ['_object'] },
        { name: 'PyObjectArray', of: ['_typeobject'] },
      ].map((each) => [each.name.toLowerCase(), each]),
    ),
  };
  const found = (typed: string) => {
    const query = parseNameQuery(typed);
    const rows = searchNames(python, query);
    expect(nearnessOf(python, rows, query)).toBe('named');
    return rows.map((row) => [python.names[row], typedefOf(python, row, query)]);
  };
  expect(found('pyobject')[0]).toEqual(['_object', 'PyObject']);
  expect(found('PyObjectArray').slice(0, 2)).toEqual([
    ['PyObjectArray', null],
    ['_typeobject', 'PyObjectArray'],
  ]);
  // A beginning leads to all that begin so.
  expect(found('pyobj').map(([name]) => name)).toEqual(['_object', '_typeobject', 'PyObjectArray']);
});
