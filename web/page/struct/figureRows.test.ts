import { expect, test } from 'vitest';
import type { Figures } from '../../core/figures/figures';
import { figureRows, withheld } from './figureRows';

const before: Figures = {
  sizeBytes: 1184,
  alignBytes: 8,
  holes: 2,
  holeBytes: 10,
  bitHoles: 0,
  holeBits: 0,
  paddingBytes: 0,
  innerPaddingBytes: 0,
  paddingBits: 0,
  lines: 19,
  straddling: 1,
};

const changes = (after: Partial<Figures>) =>
  figureRows(before, { ...before, ...after }, true).map(({ name, change }) => `${name} ${change}`);

test('each figure says by how much it changed', () => {
  expect(changes({ sizeBytes: 1176, holes: 1, straddling: 3 })).toEqual([
    'Size −8',
    'Lines =',
    'Holes −1',
    'In holes =',
    'Straddling +2',
  ]);
});

test('bits, padding of nested structs and alignment stand there only where they say something', () => {
  const outputs = changes({ holeBits: 3, innerPaddingBytes: 60, alignBytes: 64 });
  expect(outputs.filter((each) => /^(Bit holes|In nested|Alignment)/.test(each))).toEqual([
    'Bit holes +3',
    'In nested +60',
    'Alignment +56',
  ]);
});

test('screen readers hear the unit and the figure before', () => {
  const [size] = figureRows(before, { ...before, sizeBytes: 2000 }, true);
  expect(size!.spoken).toBe('2,000 bytes, was 1,184');
});

test('of a struct whose end is missing nobody says how large it is', () => {
  const figures = figureRows(before, before, false).map(({ name, value, unit, spoken }) => [
    `${name} ${value}${unit}`,
    spoken,
  ]);
  expect(figures).toEqual([
    ['Size ≥ 1,184B', 'at least 1,184 bytes, as in the original'],
    ['Lines ≥ 19', 'at least 19 cache lines, as in the original'],
    ['Holes 2', '2 holes, as in the original'],
    ['In holes 10B', '10 bytes in holes, as in the original'],
    ['Padding ?', 'bytes at the end are not known'],
    ['Straddling 1', '1 field over more lines than needed, as in the original'],
  ]);
});

test('while a line of a posted patch is not placed, no figure has a number', () => {
  const rows = withheld(figureRows(before, { ...before, sizeBytes: 2000 }, true));
  expect(rows.map(({ name }) => name)).toContain('Size');
  for (const { value, unit, change, spoken, counts } of rows) {
    expect(`${value}${unit}${change}${spoken}`).not.toMatch(/\d/);
    expect(counts).toBeUndefined();
  }
});
