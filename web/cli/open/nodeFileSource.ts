import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

import { fail, ok, type Result } from '../../base/result';
import { memoryFileSource, type FileSource } from '../../ingest/fileSource';

/** A source that holds a file descriptor until it is closed. */
export interface NodeFileSource extends FileSource {
  close(): void;
}

/** What a pipe on standard input held: it can be read once, and is asked for as text and as a binary. */
let piped: Uint8Array | null = null;

/** Opens a file by its path, `-` for standard input. The error is a sentence that names the path. */
export function openNodeFileSource(path: string): Result<NodeFileSource, string> {
  const isInput = path === '-';
  if (isInput && piped !== null) return ok(held(path, piped));
  let descriptor: number;
  try {
    descriptor = openSync(isInput ? '/dev/stdin' : path, 'r');
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
      if (isInput) piped = bytes;
      return ok(held(path, bytes));
    }
    return ok(rangeSource(path, descriptor, stat.size));
  } catch (error) {
    closeSync(descriptor);
    return fail(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

function held(path: string, bytes: Uint8Array): NodeFileSource {
  return { ...memoryFileSource(path, bytes), close: () => undefined };
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
