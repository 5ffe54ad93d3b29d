import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import { isPlainFile } from './nodeFileSource';

/** A folder of source files. What is in it is named by its path in the folder. */
export interface SourceTree {
  /** All files that can be reached, in no order. Folders that may not be read and links are passed over. */
  readonly files: () => readonly string[];
  /** Null where there is no file that may be read. */
  readonly bytes: (path: string) => Uint8Array | null;
  readonly text: (path: string) => string | null;
  readonly has: (path: string) => boolean;
  /**
   * Reads files one after the other into the same memory, for a walk over all of them: what one holds is gone with the
   * next. A file that may not be read, or went away meanwhile, holds nothing.
   */
  readonly reader: () => (path: string) => Buffer;
}

/** Null where there is no such folder. */
export function openSourceTree(root: string): SourceTree | null {
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) return null;
  // Debug information names the files, and no source of the tree lies outside it.
  const has = (path: string) => !leaves(path) && isPlainFile(join(root, path));
  const bytes = (path: string) => {
    try {
      return has(path) ? readFileSync(join(root, path)) : null;
    } catch {
      // Not ours to read, or gone since.
      return null;
    }
  };
  return {
    files: () => filesUnder(root),
    bytes,
    text: (path) => {
      const read = bytes(path);
      return read === null ? null : Buffer.from(read).toString('latin1');
    },
    has,
    reader: () => reader(root),
  };
}

function reader(root: string): (path: string) => Buffer {
  let memory = Buffer.allocUnsafe(1 << 20);
  return (path) => {
    const file = opened(join(root, path));
    if (file === null) return memory.subarray(0, 0);
    try {
      let length = 0;
      for (;;) {
        const count = readSync(file, memory, length, memory.length - length, length);
        length += count;
        if (length < memory.length) {
          if (count === 0) return memory.subarray(0, length);
          continue;
        }
        memory = Buffer.concat([memory], 2 * memory.length);
      }
    } finally {
      closeSync(file);
    }
  };
}

function opened(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}

function leaves(path: string): boolean {
  return normalize(path).split(sep)[0] === '..';
}

function filesUnder(root: string): readonly string[] {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && entry.name !== '.git') folders.push(path);
    }
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
