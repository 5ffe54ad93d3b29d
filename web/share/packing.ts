import { fail, ok, type Result } from '../base/result';

/** What a link may unpack to. The largest real one (a struct of thousands of members) is a tenth of it. */
const MAX_BYTES = 4 * 1024 * 1024;

const CHECKSUM_BYTES = 4;

/** Compresses, puts a checksum before it, and writes it in base64url. */
export async function pack(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const packed = await through(bytes, new CompressionStream('deflate-raw'), Infinity);
  if (packed === null) throw new Error('bug: a compressor that fails');
  const whole = new Uint8Array(CHECKSUM_BYTES + packed.length);
  new DataView(whole.buffer).setUint32(0, crc32(packed), true);
  whole.set(packed, CHECKSUM_BYTES);
  return toBase64Url(whole);
}

/** Whether a text is all of what `pack` wrote. */
export function isIntact(text: string): boolean {
  const whole = fromBase64Url(text);
  if (whole === null || whole.length <= CHECKSUM_BYTES) return false;
  return checksumOf(whole) === crc32(whole.subarray(CHECKSUM_BYTES));
}

/** The bytes that `pack` was given. The error is the end of a sentence about the link. */
export async function unpack(text: string): Promise<Result<Uint8Array, string>> {
  const whole = fromBase64Url(text);
  if (whole === null || !isIntact(text)) return fail('its checksum does not fit');
  const packed = whole.slice(CHECKSUM_BYTES);
  const bytes = await through(packed, new DecompressionStream('deflate-raw'), MAX_BYTES);
  return bytes === null ? fail('it cannot be unpacked') : ok(bytes);
}

/** Null where the stream fails or gives more than `maxBytes`: it is stopped there, whatever is still in it. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const writer = stream.writable.getWriter();
  // A stream that fails rejects both ends; the reading end is the one that tells.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
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

function checksumOf(whole: Uint8Array): number {
  return new DataView(whole.buffer, whole.byteOffset).getUint32(0, true);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 as zlib and gzip have it (RFC 1952, section 8). */
function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}

/** RFC 4648, section 5, without padding. */
function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text)) return null;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    // Five characters are no bytes: the text was cut.
    return null;
  }
}
