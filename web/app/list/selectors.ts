import type { StructIndex } from '../../facts/generated';
import type { FileId } from '../../layout/ids';
import { buildCatalog, listedOf, type Catalog } from './catalog';

import type { LoadedFile } from '../state';

// Progress changes the files many times a second; their lists change a few times in all.
let lastCatalog: {
  readonly parts: readonly (FileId | StructIndex)[];
  readonly catalog: Catalog;
} | null = null;

/** The rows of all loaded files; the same object while no index has changed. */
export function catalogOf(files: readonly LoadedFile[]): Catalog {
  const parts = files.flatMap((file) => {
    const listed = listedOf(file);
    return listed === null ? [] : [file.id, listed.index];
  });
  if (lastCatalog && isSame(lastCatalog.parts, parts)) return lastCatalog.catalog;
  const catalog = buildCatalog(files);
  lastCatalog = { parts, catalog };
  return catalog;
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, place) => part === b[place]);
}
