import { expect, test } from 'vitest';
import type { FileId } from '../../core/layout/ids';
import { index } from '../state/testing/files';
import { byStruct } from './byStruct';
import { buildCatalog } from '../state/catalog';

const listed = (id: string, rows: string) => ({
  id: id as FileId,
  index: index(rows),
  lineBytes: 64,
  isSource: false,
});

test('a struct of two files is one row with a size for each', () => {
  const catalog = buildCatalog([
    listed('f1', 'struct file 232\nstruct gone 8\nunion file 4'),
    listed('f2', 'struct file 184\nstruct new 16'),
  ]);
  const grouped = byStruct(catalog, catalog.byName)!;
  const shown = [...grouped.rows].map((row) => [
    catalog.names[row],
    ...grouped.rowsOf(row).map((own) => (own < 0 ? null : catalog.sizesBytes[own])),
  ]);
  expect(shown).toEqual([
    ['file', 232, 184],
    ['file', 4, null],
    ['gone', 8, null],
    ['new', null, 16],
  ]);
});

test('one file has its own columns', () => {
  const catalog = buildCatalog([listed('f1', 'struct file 232')]);
  expect(byStruct(catalog, catalog.byName)).toBeNull();
});
