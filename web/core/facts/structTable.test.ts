import { expect, test } from 'vitest';
import { tableOf } from './structTable';

/** As it crosses from Rust. */
const list = (names: string, count: number) => ({
  stage: 'btf' as const,
  names,
  kinds: new Uint8Array(count),
  sizesBytes: new Float64Array(count).fill(8),
  variants: new Uint16Array(count),
  memberCounts: Uint32Array.from({ length: count }, () => 2),
  holeCounts: new Uint32Array(),
  holeBytes: new Uint32Array(),
  paddingBytes: new Uint32Array(),
  diagnostics: [],
});

test('the names of a list are taken apart, and of none there are none', () => {
  expect(tableOf(list('file\nzone', 2)).names).toEqual(['file', 'zone']);
  expect(tableOf(list('', 0)).names).toEqual([]);
  // A row without a name is a row.
  expect(tableOf(list('', 1)).names).toEqual(['']);
});

test('columns keep their rows, and what is not known stays empty', () => {
  const table = tableOf(list('file\nzone', 2));
  expect([...table.memberCounts]).toEqual([2, 2]);
  expect(table.holeBytes).toHaveLength(0);
});
