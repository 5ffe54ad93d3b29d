import { derived } from '../../core/base/derived';
import type { StructTable } from '../../core/facts/structTable';
import type { FileId } from '../../core/layout/ids';
import type { LoadedFile } from './state';
import {
  buildCatalog,
  isSourceFile,
  listedOf,
  NO_ROWS,
  type Catalog,
  type ListedFile,
} from './catalog';

/**
 * The rows of all loaded files; the same object while no index has changed: progress changes the files many times
 * a second, their lists change a few times in all.
 */
export function catalogOf(files: readonly LoadedFile[]): Catalog {
  const [first, ...rest] = files.flatMap((file) => {
    const listed = listedOf(file);
    return listed === null
      ? []
      : [listedPart(listed.index, file.id, listed.lineBytes, isSourceFile(file))];
  });
  return first === undefined ? NO_ROWS : joined(first, ...rest);
}

const listedPart = derived(
  (index: StructTable, id: FileId, lineBytes: number, isSource: boolean): ListedFile => ({
    id,
    index,
    lineBytes,
    isSource,
  }),
);

const joined = derived((...parts: readonly [ListedFile, ...ListedFile[]]) => buildCatalog(parts));
