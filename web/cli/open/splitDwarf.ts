import { inputMessage } from '../messages';
import { basename, dirname, join, resolve } from 'node:path';

import type { SplitFile, StructIndex } from '../../core/facts/generated';
import type { Session } from '../../core/ingest/session';
import { memoryFileSource, type FileSource } from '../../core/ingest/fileSource';
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
    throw new Failure(inputMessage('no-split-dwarf', path));
  }
  let isJoined = false;
  for (const file of named) {
    if (!give(session, file, true)) {
      throw new Failure(inputMessage('other-split-dwarf', file, path));
    }
    isJoined = true;
  }
  const found = [`${path}.dwp`, ...missing.map((file) => findBeside(path, file))];
  for (const file of found) {
    if (file !== undefined && isPlainFile(file) && give(session, file, false)) isJoined = true;
  }
  return isJoined ? orFail(path, session.index('dwarf')) : index;
}

/** Gives the code of a program the split files that are named, or found as `joinSplit` finds them. */
export function giveSplitCode(path: string, session: Session, named: readonly string[]): void {
  const missing = session.missingSplit();
  if (!missing.ok || missing.value.length === 0) return;
  const found = [`${path}.dwp`, ...missing.value.map((file) => findBeside(path, file))];
  for (const file of [...named, ...found]) {
    const source = file !== undefined && isPlainFile(file) ? sourceOf(file, false) : null;
    if (source !== null) session.giveCode('split', source);
  }
}

/** Where the compiler wrote it, or beside the program. */
function findBeside(path: string, { name, directory }: SplitFile): string | undefined {
  const beside = dirname(path);
  const places = [resolve(directory, name), resolve(beside, name), join(beside, basename(name))];
  return places.find(isPlainFile);
}

function give(session: Session, file: string, isNamed: boolean): boolean {
  const opened = sourceOf(file, isNamed);
  if (opened === null) return false;
  const given = session.give('split', opened);
  return isNamed ? orFail(file, given) : given.ok && given.value;
}

/** A program may have more files of split DWARF than a process may hold open: small ones are read at once. */
function sourceOf(file: string, isNamed: boolean): FileSource | null {
  const source = openNodeFileSource(file);
  if (!source.ok) {
    if (isNamed) throw new Failure(inputMessage('unreadable', source.error));
    return null;
  }
  const { size } = source.value;
  if (size > MAX_IN_MEMORY_BYTES) return source.value;
  const bytes = source.value.readAt(0, size);
  source.value.close();
  return memoryFileSource(file, bytes);
}
