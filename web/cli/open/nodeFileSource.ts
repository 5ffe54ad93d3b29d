import { inputMessage } from '../messages';
import { closeSync, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { isatty } from 'node:tty';

import { fail, ok, type Result } from '../../core/base/result';
import { Failure } from '../failure';
import type { FileSource } from '../../core/ingest/fileSource';
import { DENIED_BY_NODE } from '../systemReason';
import { isText } from './readWasm';

/** A source that holds a file descriptor until it is closed. */
export interface NodeFileSource extends FileSource {
  /** A sentence where somebody cut, overwrote or deleted the file since it was opened; null otherwise. */
  changed(): string | null;
  close(): void;
}

/** What gives bytes without an end in sight may give so many: more is no file that anybody meant. */
const MAX_PIPED_BYTES = 2 ** 31;
/** `/dev/zero` and its like never end. */
const MAX_DEVICE_BYTES = 64 << 20;
/** A text that is no report ends here wherever it is read: `yes | hitmap heat -` is no file either. */
const MAX_TEXT_BYTES = 64 << 20;
const CHUNK_BYTES = 1 << 20;

const STANDARD_INPUT = '/dev/stdin';
/** The descriptor of standard input. */
const INPUT = 0;
/** How long a reader sleeps before it asks again for bytes that have not come yet. */
const WAIT_MS = 10;

/** What a pipe or a socket on standard input held: it can be read once, and is asked for as text and as a binary. */
let piped: Held | null = null;

/** Opens a file by its path, `-` for standard input. The error is a sentence that names the path. */
export function openNodeFileSource(path: string): Result<NodeFileSource, string> {
  const isInput = path === '-' || path === STANDARD_INPUT;
  if (isInput && piped !== null) return ok(held(path, piped));
  let descriptor: number;
  try {
    descriptor =
      isInput && isSocket(INPUT) ? INPUT : openSync(isInput ? STANDARD_INPUT : path, 'r');
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
      const read = readToEnd(descriptor, stat.isCharacterDevice() && !isatty(descriptor));
      close(descriptor);
      if (!read.ok) return fail(`${path} ${read.error}`);
      if (isInput) piped = read.value;
      return ok(held(path, read.value));
    }
    return ok(rangeSource(path, descriptor, stat));
  } catch (error) {
    close(descriptor);
    return fail(`cannot read ${path}: ${reasonOf(error, path)}`);
  }
}

/** Standard input stays open: the next file would have its number, and a child would be given that. */
function close(descriptor: number): void {
  if (descriptor !== INPUT) closeSync(descriptor);
}

/**
 * Whether there is a file that can be read to its end. What another file names is opened only then: a pipe or a
 * terminal would wait for ever.
 */
export function isPlainFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** What `read` makes of a source; where the file was changed meanwhile that is the failure, whatever it made. */
export function whileUnchanged<T>(source: NodeFileSource, read: () => T): T {
  const check = () => {
    const changed = source.changed();
    if (changed !== null) throw new Failure(inputMessage('unreadable', changed));
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

/** Bytes in pieces of `CHUNK_BYTES`, the last one shorter. In one piece they would be in memory twice. */
interface Held {
  readonly chunks: readonly Uint8Array[];
  readonly length: number;
}

function held(path: string, { chunks, length }: Held): NodeFileSource {
  return {
    name: path,
    size: length,
    readAt(offset, count) {
      const bytes = new Uint8Array(count);
      for (let done = 0; done < count;) {
        const at = offset + done;
        const chunk = chunks[Math.floor(at / CHUNK_BYTES)] ?? new Uint8Array();
        const from = at % CHUNK_BYTES;
        const piece = chunk.subarray(from, from + count - done);
        if (piece.length === 0) throw new Error(`${path} ended at ${at}`);
        bytes.set(piece, done);
        done += piece.length;
      }
      return bytes;
    },
    changed: () => null,
    close: () => undefined,
  };
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

/** All bytes of what has no size, or why they are too many, for the end of a sentence. */
function readToEnd(descriptor: number, isDevice: boolean): Result<Held, string> {
  const chunks: Uint8Array[] = [];
  for (let length = 0; ; length += CHUNK_BYTES) {
    if (isDevice && length >= MAX_DEVICE_BYTES) {
      return fail('is a device that does not end: give a file');
    }
    const [first] = chunks;
    if (length === MAX_TEXT_BYTES && first && isText(first)) {
      return fail('gives more than 64 MB of text, and no report of perf: give less of it');
    }
    if (length >= MAX_PIPED_BYTES) {
      return fail('gives more than 2 GB: write it to a file and give that, which is read by parts');
    }
    const chunk = readChunk(descriptor);
    chunks.push(chunk);
    if (chunk.length < CHUNK_BYTES) return ok({ chunks, length: length + chunk.length });
  }
}

/**
 * Linux refuses to open a socket by its name under `/dev` (ENXIO): it is read by the descriptor that is open already.
 * Node gives its children sockets (`stdio: 'pipe'`), and so do ssh and inetd.
 */
function isSocket(descriptor: number): boolean {
  return fstatSync(descriptor).isSocket();
}

/** A pipe gives some tens of kilobytes at a time. What is shorter than `CHUNK_BYTES` is the end. */
function readChunk(descriptor: number): Uint8Array {
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (let length = 0; length < CHUNK_BYTES;) {
    const count = readWhenThere(descriptor, chunk, length);
    if (count === 0) return chunk.slice(0, length);
    length += count;
  }
  return chunk;
}

/** Whoever shares a socket may have set it not to wait (`O_NONBLOCK`): then the reader waits. */
function readWhenThere(descriptor: number, into: Uint8Array, offset: number): number {
  for (;;) {
    try {
      return readSync(descriptor, into, { offset });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
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
    case 'ERR_ACCESS_DENIED':
      return DENIED_BY_NODE;
    case 'ELOOP':
      return 'its symbolic links lead back to themselves';
    case 'ENAMETOOLONG':
      return 'there is no such file: the name is longer than a path may be';
    case 'EISDIR':
      return 'it is a directory';
    case 'ENXIO':
      return 'it is a socket, or nothing is at the other end';
    case 'ENOTCONN':
      return 'nothing is at the other end of its socket';
    case 'ECONNRESET':
      return 'the other end broke off before all was there';
    default:
      return error.message;
  }
}
