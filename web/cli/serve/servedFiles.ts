import { inputMessage } from '../messages';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { openNodeFileSource, type NodeFileSource } from '../open/nodeFileSource';
import { Failure } from '../failure';

/** A file that was named on the command line; it is held open until the server ends. */
export interface NamedFile {
  /** Without its folders, which are nobody's business. */
  readonly name: string;
  readonly source: NodeFileSource;
}

/** What is read at once: an answer is sent while the next piece is read. */
const PIECE_BYTES = 1 << 20;

/** Opens each, before anything is served. */
export function namedFiles(paths: readonly string[]): readonly NamedFile[] {
  return paths.map((path) => {
    const source = openNodeFileSource(path);
    if (!source.ok) throw new Failure(inputMessage('unreadable', source.error));
    return { name: path === '-' ? 'standard input' : basename(path), source: source.value };
  });
}

/** First and last byte of a `Range` header of one range (RFC 9110, 14.1.2); null where it is none within `size`. */
export function parseRange(
  header: string | undefined,
  size: number,
): readonly [number, number] | null {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header ?? '') ?? [];
  const [first, last] = [Number(from), Number(to)];
  return from !== undefined && first <= last && last < size ? [first, last] : null;
}

/** The bytes from `first` to `last`, read as they are taken. */
export function rangeOf({ source }: NamedFile, first: number, last: number): Readable {
  function* pieces(): Generator<Uint8Array> {
    for (let at = first; at <= last; at += PIECE_BYTES) {
      yield source.readAt(at, Math.min(PIECE_BYTES, last + 1 - at));
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}
