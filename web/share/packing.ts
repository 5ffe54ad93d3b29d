/** What a link may unpack to. The largest real one (a struct of thousands of members) is a tenth of it. */
const MAX_BYTES = 4 * 1024 * 1024;
const SLICE_BYTES = 4096;

/** Raw deflate (RFC 1951). */
export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await through(bytes, new CompressionStream('deflate-raw'), Infinity);
  if (packed === null) throw new Error('bug: a compressor that fails');
  return packed;
}

/** The bytes that `deflate` was given; null where nothing of this kind gave them, or where they are too many. */
export function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  return through(packed, new DecompressionStream('deflate-raw'), MAX_BYTES);
}

/**
 * A slice at a time, each when the one before is through: a slice unpacks to a thousand times its size at most
 * (RFC 1951), all of the bytes at once to gigabytes before the reader has seen the first of them.
 */
async function feed(
  writer: WritableStreamDefaultWriter<BufferSource>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    await writer.ready;
    await writer.write(bytes.subarray(at, at + SLICE_BYTES));
  }
  await writer.close();
}

/** Null where the stream fails or gives more than `maxBytes`: it is stopped there, whatever is still in it. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // A stream that fails rejects both ends; the reading end is the one that tells.
  feed(stream.writable.getWriter(), bytes).catch(() => undefined);
  const reader = stream.readable.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > maxBytes) {
        await reader.cancel();
        return null;
      }
      chunks.push(value);
    }
  } catch {
    return null;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
