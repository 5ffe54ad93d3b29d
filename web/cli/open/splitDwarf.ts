import { basename, dirname, join, resolve } from 'node:path';

import type { SplitFile, StructIndex } from '../../facts/generated';
import type { Session } from '../../ingest/session';
import { memoryFileSource } from '../../ingest/fileSource';
import { Failure, orFail } from '../failure';
import { isPlainFile, openNodeFileSource } from './nodeFileSource';

/** Larger ones, packages, are read by range. */
const MAX_IN_MEMORY_BYTES = 64 << 20;

/**
 * The list with the types that stand in the `.dwo` files or `.dwp` packages that are named, and in those that
 * the program names and that are there. Named, a file has to be one of them; found by itself, one that does not
 * fit leaves the diagnostic that it is missing.
 */
export function joinSplit(
  path: string,
  session: Session,
  index: StructIndex,
  named: readonly string[],
): StructIndex {
  const missing = index.splitFiles ?? [];
  if (missing.length === 0) {
    if (named.length === 0) return index;
    throw new Failure(`${path} has no types in other files (split DWARF): leave out --dwo.`);
  }
  let isJoined = false;
  for (const file of named) {
    if (!give(session, file, true)) {
      throw new Failure(`${file} has no units of ${path}: its types belong to another program.`);
    }
    isJoined = true;
  }
  const found = [`${path}.dwp`, ...missing.map((file) => findBeside(path, file))];
  for (const file of found) {
    if (file !== undefined && isPlainFile(file) && give(session, file, false)) isJoined = true;
  }
  return isJoined ? orFail(path, session.index('dwarf')) : index;
}

/** Where the compiler wrote it, or beside the program. */
function findBeside(path: string, { name, directory }: SplitFile): string | undefined {
  const beside = dirname(path);
  const places = [resolve(directory, name), resolve(beside, name), join(beside, basename(name))];
  return places.find(isPlainFile);
}

function give(session: Session, file: string, isNamed: boolean): boolean {
  const source = openNodeFileSource(file);
  if (!source.ok) {
    if (isNamed) throw new Failure(source.error);
    return false;
  }
  const { size } = source.value;
  // A program may have more files of split DWARF than a process may hold open.
  const isHeld = size > MAX_IN_MEMORY_BYTES;
  const given = session.give(
    'split',
    isHeld ? source.value : memoryFileSource(file, source.value.readAt(0, size)),
  );
  if (!isHeld) source.value.close();
  return isNamed ? orFail(file, given) : given.ok && given.value;
}
