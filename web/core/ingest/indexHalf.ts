import { fail, ok, type Result } from '../base/result';
import type { StructIndex } from '../facts/generated';
import type { SessionError } from './attempt';
import { whyUnreadable } from './blobSource';
import type { HandedFile } from './handedFile';
import { servedStream } from './servedFiles';
import type { Half, Session } from './session';

/** What is asked for at once; a browser gives what it has, which is less as a rule. */
const PIECE_BYTES = 2 << 20;

/**
 * The stage `dwarf` of half of a file, read as a stream: while one piece is indexed the browser reads the
 * next, and one buffer serves for all of them. Pieces that are read one by one stay in memory until they
 * are collected, which for a kernel is a hundred megabytes. Null where the file cannot be divided.
 */
export async function indexHalf(
  session: Session,
  file: HandedFile,
  half: Half,
  onProgress: (done: number, total: number) => void,
): Promise<Result<StructIndex | null, SessionError>> {
  const range = session.beginHalf(half);
  if (!range.ok) return range;
  if (range.value === null) return ok(null);
  const { offset, length } = range.value;
  let done = 0;
  try {
    for await (const piece of await rangeOf(file, offset, length)) {
      const fed = session.feed(piece);
      if (!fed.ok) return fed;
      done += piece.byteLength;
      onProgress(done, length);
    }
  } catch (error) {
    const message =
      file instanceof File || !(error instanceof Error) ? whyUnreadable(error) : error.message;
    return fail({ kind: 'refused', message });
  }
  return session.endHalf();
}

/** Its bytes from `offset` on, in order; each piece is valid until the next is asked for. */
async function rangeOf(
  file: HandedFile,
  offset: number,
  length: number,
): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>> {
  if (file instanceof File) return piecesOf(file.slice(offset, offset + length).stream());
  if ('bytes' in file) return [file.bytes.subarray(offset, offset + length)];
  return piecesOf(await servedStream(file, offset, length));
}

/** The bytes in order. Each piece is valid until the next is asked for. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = byobReader(stream);
  if (reader === null) {
    for (const rest = stream.getReader(); ;) {
      const { value } = await rest.read();
      if (value === undefined) return;
      yield value;
    }
  }
  for (let buffer = new ArrayBuffer(PIECE_BYTES); ;) {
    const { value, done } = await reader.read(new Uint8Array(buffer));
    if (done || value === undefined) return;
    yield value;
    buffer = value.buffer;
  }
}

/** A reader that fills a buffer it is given; null where the browser has none for files. */
function byobReader(stream: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return stream.getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}
