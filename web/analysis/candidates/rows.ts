import type { StructIndex } from '../../facts/generated';
import type { Chosen } from './preselect';

const KINDS = ['struct', 'union', 'class'];
const tables = new WeakMap<StructIndex, ReadonlyMap<string, readonly number[]>>();

/** Rows of an index that answer; of several layouts of one name and size the first. */
export function rowsOf(index: StructIndex, chosen: readonly Chosen[]): readonly number[] {
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

function namesOf(index: StructIndex): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(index);
  if (known !== undefined) return known;
  const byName = new Map<string, number[]>();
  for (const [row, name] of index.names.split('\n').entries()) {
    const rows = byName.get(name);
    if (rows) rows.push(row);
    else byName.set(name, [row]);
  }
  tables.set(index, byName);
  return byName;
}
