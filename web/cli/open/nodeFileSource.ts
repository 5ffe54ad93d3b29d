import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { isatty } from 'node:tty';

import { fail, ok, type Result } from '../../base/result';
import { Failure } from '../failure';
import { memoryFileSource, type FileSource } from '../../ingest/fileSource';

/** A source that holds a file descriptor until it is closed. */
export interface NodeFileSource extends FileSource {
  /** That somebody cut, overwrote or deleted the file since it was opened, as a sentence; null where nobody did. */
  changed(): string | null;
  close(): void;
}

/** What gives bytes without an end in sight may give so many: more is no file that anybody meant. */
const MAX_PIPED_BYTES = 2 ** 31;
/** `/dev/zero` and its like never end. */
const MAX_DEVICE_BYTES = 64 << 20;
const CHUNK_BYTES = 1 << 20;

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
    return fail(`cannot open ${path}: ${reasonOf(error, path)}`);
  }
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) {
      closeSync(descriptor);
      return fail(`${path} is a directory: give a file in it`);
    }
    // Pipes have no size, and files of procfs state none; such are read to their end.
    if (!stat.isFile() || stat.size === 0) {
      const mostBytes =
        stat.isCharacterDevice() && !isatty(descriptor) ? MAX_DEVICE_BYTES : MAX_PIPED_BYTES;
      const bytes = readToEnd(descriptor, mostBytes);
      closeSync(descriptor);
      if (bytes === null) {
        return fail(
          mostBytes === MAX_DEVICE_BYTES
            ? `${path} is a device that does not end: give a file`
            : `${path} gives more than 2 GB: write it to a file and give that, which is read by parts`,
        );
      }
      if (isInput) piped = bytes;
      return ok(held(path, bytes));
    }
    return ok(rangeSource(path, descriptor, stat));
  } catch (error) {
    closeSync(descriptor);
    return fail(`cannot read ${path}: ${reasonOf(error, path)}`);
  }
}

/** What `read` makes of a source; where the file was changed meanwhile that is the failure, whatever it made. */
export function whileUnchanged<T>(source: NodeFileSource, read: () => T): T {
  const check = () => {
    const changed = source.changed();
    if (changed !== null) throw new Failure(changed);
  };
  let made: T;
  try {
    made = read();
  } catch (error) {
    // What was cut under the reader's hands looks damaged.
    check();
    throw error;
  }
  check();
  return made;
}

function held(path: string, bytes: Uint8Array): NodeFileSource {
  return { ...memoryFileSource(path, bytes), changed: () => null, close: () => undefined };
}

function rangeSource(path: string, descriptor: number, opened: Stats): NodeFileSource {
  return {
    name: path,
    size: opened.size,
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
    changed() {
      const now = fstatSync(descriptor);
      const again = 'Give it again when nobody writes to it.';
      if (now.size !== opened.size) {
        return `${path} had ${opened.size} bytes and has ${now.size} now: it was changed while it was read. ${again}`;
      }
      if (now.mtimeMs !== opened.mtimeMs) return `${path} was changed while it was read. ${again}`;
      return now.nlink === 0 && opened.nlink > 0
        ? `${path} was deleted or replaced while it was read. ${again}`
        : null;
    },
    close: () => closeSync(descriptor),
  };
}

/** Null where there is more. */
function readToEnd(descriptor: number, mostBytes: number): Uint8Array | null {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const count = readSync(descriptor, chunk);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    length += count;
    if (length > mostBytes) return null;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Node's own messages carry the name of the system call; the common ones are said plainly. */
function reasonOf(error: unknown, path: string): string {
  if (!(error instanceof Error)) return String(error);
  switch ('code' in error ? error.code : null) {
    case 'ENOENT':
      // Node decodes arguments as UTF-8 and puts this in place of what is none: the name is lost.
      return path.includes('\ufffd')
        ? 'its name is not UTF-8, and cannot be given as a word. Give `-`, and the file as standard input: `hitmap … - < FILE`'
        : 'there is no such file';
    case 'ENOTDIR':
      return 'there is no such file';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied (try it as root)';
    case 'ELOOP':
      return 'its symbolic links lead back to themselves';
    case 'ENAMETOOLONG':
      return 'there is no such file: the name is longer than a path may be';
    case 'EISDIR':
      return 'it is a directory';
    case 'ENXIO':
      return 'it is a socket, or nothing is at the other end';
    default:
      return error.message;
  }
}
