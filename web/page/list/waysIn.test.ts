import { expect, test } from 'vitest';
import type { FileId } from '../../core/layout/ids';
import { buildCatalog } from '../state/catalog';
import { index } from '../state/testing/files';
import { structMap, waysIn } from './waysIn';

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
    'sieve fills the most lines: 64',
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

test('a file without counts has its sizes alone', () => {
  const unknown = { ...table, memberCounts: new Int32Array(), holeBytes: new Int32Array() };
  const empty = buildCatalog([
    { id: 'f1' as FileId, index: unknown, lineBytes: 64, isSource: false },
  ]);
  expect(waysIn(empty, null).map(({ says }) => says)).toEqual(['fills the most lines: 64']);
});

test('the map gives each type room by its bytes, and what it loses of them', () => {
  const tiles = structMap(
    catalog,
    { shares: Float64Array.from([0, 0.6, 0, 0, 0]), of: new Map([[1, 'HITM']]) },
    { widthPx: 300, heightPx: 100 },
  );
  const bytes = [64, 4096, 72, 192, 8192];
  const all = bytes.reduce((sum, each) => sum + each, 0);
  expect(tiles.map(({ row }) => row).sort()).toEqual([0, 1, 2, 3, 4]);
  for (const { row, widthPx, heightPx, xPx, yPx, lostBytes, heatStep } of tiles) {
    // The gaps between tiles take up to 1.5 px of each edge.
    const wanted = (30_000 * bytes[row]!) / all;
    expect(Math.abs(widthPx * heightPx - wanted)).toBeLessThan(1.5 * (widthPx + heightPx) + 3);
    expect(xPx + widthPx).toBeLessThanOrEqual(300.001);
    expect(yPx + heightPx).toBeLessThanOrEqual(100.001);
    // Larger holes are alignment that somebody wanted.
    expect(lostBytes).toBe([0, 0, 8, 12, 0][row]);
    expect(heatStep).toBe(row === 1 ? 3 : null);
  }
});
