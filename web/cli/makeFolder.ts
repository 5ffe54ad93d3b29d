import { systemMessage } from './messages';
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Failure } from './failure';
import { reasonOf } from './systemReason';

/**
 * Makes a folder, and those above it that are not there; one that is there stays. Throws a `Failure` where that cannot
 * be. Node's own `recursive` asks for ever for a folder in `/proc`, which is there and takes none.
 *
 * @param what it is for, for the sentence: `pictures`
 */
export function makeFolder(path: string, what: string): void {
  try {
    makeAll(resolve(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // What is above it is there by then.
    const why = code === 'ENOENT' ? 'the system allows no folder there' : reasonOf(error);
    throw new Failure(systemMessage('no-folder', what, path, why));
  }
}

function makeAll(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeAll(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
