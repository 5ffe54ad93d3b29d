import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

import { fail, ok, type Result } from '../base/result';
import { memoryFileSource, type FileSource } from '../ingest/fileSource';

/** A source that holds a file descriptor until it is closed. */
export interface NodeFileSource extends FileSource {
  close(): void;
}

/** Opens a file by its path. The error is a sentence that names the path. */
export function openNodeFileSource(path: string): Result<NodeFileSource, string> {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    return fail(`cannot open ${path}: ${reasonOf(error)}`);
  }
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) {
      closeSync(descriptor);
      return fail(`${path} is a directory: give a file in it`);
    }
    // Pipes have no size, and files of procfs state none; such are read to their end.
    if (!stat.isFile() || stat.size === 0) {
      const bytes = readFileSync(descriptor);
      closeSync(descriptor);
      return ok({ ...memoryFileSource(path, bytes), close: () => undefined });
    }
    return ok(rangeSource(path, descriptor, stat.size));
  } catch (error) {
    closeSync(descriptor);
    return fail(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

function rangeSource(path: string, descriptor: number, size: number): NodeFileSource {
  return {
    name: path,
    size,
    readAt(offset, length) {
      const bytes = new Uint8Array(length);
      let done = 0;
      while (done < length) {
        const count = readSync(descriptor, bytes, done, length - done, offset + done);
        if (count === 0)
          throw new Error(`${path} ended at ${offset + done}: it was cut while it was read`);
        done += count;
      }
      return bytes;
    },
    close: () => closeSync(descriptor),
  };
}

/** Node's own messages carry the name of the system call; the common ones are said plainly. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied (try it as root)';
  return error.message;
}
