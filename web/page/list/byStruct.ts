import type { Catalog } from '../state/catalog';

/** A struct that several files have is one row of the list, with a column for each file. */
export interface ByStruct {
  /** One row of the catalog for each struct: the first of its rows in the list. */
  readonly rows: Uint32Array;
  /** Places in `Catalog.files` of the files that have a column. */
  readonly files: readonly number[];
  /** The rows of a struct, one for each of `files`; -1 where a file has none. */
  readonly rowsOf: (row: number) => readonly number[];
}

/** More columns than this leave the names no room; what the others have is in the file's own list. */
const MOST_FILES = 4;

/** Null where at most one file lists structs: then a row is a row. C source shows only what no binary has. */
export function byStruct(catalog: Catalog, rows: Uint32Array): ByStruct | null {
  const files = catalog.indexes
    .flatMap(({ stage }, place) => (stage === 'text' ? [] : [place]))
    .slice(0, MOST_FILES);
  if (files.length < 2) return null;
  const groups = new Map<string, number[]>();
  const first: number[] = [];
  for (const row of rows) {
    const column = files.indexOf(catalog.fileOf[row] ?? 0);
    const key = `${catalog.kinds[row]} ${catalog.names[row]}#${catalog.variants[row]} ${column < 0 ? catalog.fileOf[row] : ''}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = files.map(() => -1);
      groups.set(key, group);
      first.push(row);
    }
    if (column >= 0) group[column] = row;
  }
  const places = new Map([...groups.values()].map((group, at) => [first[at], group]));
  return {
    rows: Uint32Array.from(first),
    files,
    rowsOf: (row) => places.get(row) ?? [],
  };
}
