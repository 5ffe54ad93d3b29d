import { derived } from '../base/derived';
import type { StructTable } from '../facts/structTable';
import type { Chosen } from './preselect';

const KINDS = ['struct', 'union', 'class'];

/** Rows of an index that answer; of several layouts of one name and size the first. */
export function rowsOf(index: StructTable, chosen: readonly Chosen[]): readonly number[] {
  const byName = namesOf(index);
  const rows = new Set<number>();
  for (const { name, kind, sizeBytes } of chosen) {
    const row = (byName.get(name) ?? []).find(
      (each) =>
        (kind === null || KINDS[index.kinds[each] ?? 0] === kind) &&
        (sizeBytes === null || index.sizesBytes[each] === sizeBytes),
    );
    if (row !== undefined) rows.add(row);
  }
  return [...rows];
}

const namesOf = derived((index: StructTable): ReadonlyMap<string, readonly number[]> => {
  const byName = new Map<string, number[]>();
  for (const [row, name] of index.names.entries()) {
    const rows = byName.get(name);
    if (rows) rows.push(row);
    else byName.set(name, [row]);
  }
  return byName;
});
