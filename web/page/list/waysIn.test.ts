import { expect, test } from 'vitest';
import type { FileId } from '../../core/layout/ids';
import { buildCatalog } from '../state/catalog';
import { index } from '../state/testing/files';
import { waysIn } from './waysIn';

const table = index(`
  struct tidy 64
  struct sieve 4096 holes 900
  struct nearly 72 holes 8
  struct wide 192 holes 12
  union of_both 8192 holes 5000`);
const members = Int32Array.from([4, 60, 9, 300, 2]);
const catalog = buildCatalog([
  {
    id: 'f1' as FileId,
    index: { ...table, memberCounts: members },
    lineBytes: 64,
    isSource: false,
  },
]);
const outputOf = (heat: Parameters<typeof waysIn>[1]) =>
  waysIn(catalog, heat).map(({ row, says }) => `${catalog.names[row]} ${says}`);

test('a file says where its bytes and lines are lost, each struct once', () => {
  expect(outputOf(null)).toEqual([
    'wide loses 12 bytes to 1 hole',
    'nearly would fill 1 line instead of 2 without its holes',
  ]);
});

test('what a report has most of comes first, and is said once', () => {
  const shares = Float64Array.from([0.1, 0.6, 0, 0, 0.2]);
  const of = new Map([0, 1, 4].map((row) => [row, 'HITM of c2c.txt']));
  expect(outputOf({ shares, of })).toEqual([
    'sieve has 60 % of the HITM of c2c.txt',
    'of_both has 20 % of the HITM of c2c.txt',
    'tidy has 10 % of the HITM of c2c.txt',
    'wide loses 12 bytes to 1 hole',
    'nearly would fill 1 line instead of 2 without its holes',
  ]);
});

test('a file without counts says nothing', () => {
  const unknown = { ...table, memberCounts: new Int32Array(), holeBytes: new Int32Array() };
  const empty = buildCatalog([
    { id: 'f1' as FileId, index: unknown, lineBytes: 64, isSource: false },
  ]);
  expect(waysIn(empty, null)).toEqual([]);
});
