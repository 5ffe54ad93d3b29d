import { expect, test } from 'vitest';
import { NO_TYPEDEFS, type StructTable } from '../facts/structTable';
import { mergeHalves } from './sharedReader';

/** Rows like `struct file 184`, with the hash of the members behind it where they are known. */
function half(...rows: readonly string[]): StructTable {
  const words = rows.map((row) => row.split(' '));
  const hashes = words.flatMap((row) => (row[3] === undefined ? [] : [Number(row[3])]));
  const counts = Int32Array.from(hashes);
  return {
    stage: 'dwarf',
    names: words.map((row) => row[1] ?? ''),
    kinds: Uint8Array.from(words, (row) => ['struct', 'union', 'class'].indexOf(row[0] ?? '')),
    sizesBytes: Float64Array.from(words, (row) => Number(row[2])),
    variants: new Uint16Array(words.length),
    memberCounts: counts,
    holeCounts: counts,
    holeBytes: counts,
    paddingBytes: counts,
    typedefs: NO_TYPEDEFS,
    ...(hashes.length > 0 && { memberHashes: hashes }),
    diagnostics: [],
  };
}

const listed = ({ names, variants, sizesBytes }: StructTable) =>
  names.map((name, row) => `${name}#${variants[row]} ${sizesBytes[row]}`).join(', ');

test('a row of both halves stands once, and another size of its name is another row', () => {
  const { index, origins } = mergeHalves(
    half('struct file 184', 'struct foo 8'),
    half('struct foo 16', 'struct file 184', 'union foo 8'),
  );
  expect(listed(index)).toBe('file#0 184, foo#1 8, foo#2 16, foo#3 8');
  expect([...origins]).toEqual([0, 1, -1, -3]);
});

test('rows of one size whose members differ stay apart', () => {
  const { index, origins } = mergeHalves(
    half('struct foo 8 1', 'struct bar 4 7'),
    half('struct foo 8 1', 'struct foo 8 2'),
  );
  expect(listed(index)).toBe('foo#1 8, bar#0 4, foo#2 8');
  expect([...index.holeBytes]).toEqual([1, 7, 2]);
  expect([...origins]).toEqual([0, 1, -2]);
});

test('a half without a single struct adds nothing', () => {
  expect(listed(mergeHalves(half('struct a 1'), half()).index)).toBe('a#0 1');
  expect(listed(mergeHalves(half(), half('struct a 1')).index)).toBe('a#0 1');
});

test('the same sentence of both halves is counted together', () => {
  const note = {
    id: 'types/unit-skipped',
    severity: 'warning',
    text: 'Skipped.',
    fix: null,
    location: 'here',
    count: 2,
  } as const;
  const { index } = mergeHalves(
    { ...half(), diagnostics: [note] },
    { ...half(), diagnostics: [{ ...note, location: 'there' }] },
  );
  expect(index.diagnostics).toEqual([{ ...note, count: 4 }]);
});

test('the files that either half lacks are named once', () => {
  const [one, two, three] = ['a', 'b', 'c'].map((name) => ({ name, directory: '/src' }));
  const { index } = mergeHalves(
    { ...half(), splitFiles: [one!, two!] },
    { ...half(), splitFiles: [two!, three!] },
  );
  expect(index.splitFiles).toEqual([one, two, three]);
  expect(mergeHalves(half(), half()).index.splitFiles).toBeUndefined();
});
