const CHECKSUM_BYTES = 4;
const NO_SUM = 0xffffffff;

/** Puts a checksum before the bytes, and writes all in base64url. */
export function seal(bytes: Uint8Array): string {
  const whole = new Uint8Array(CHECKSUM_BYTES + bytes.length);
  new DataView(whole.buffer).setUint32(0, ~summed(NO_SUM, bytes) >>> 0, true);
  whole.set(bytes, CHECKSUM_BYTES);
  return toBase64Url(whole);
}

/**
 * What `seal` wrote, given piece by piece. Each piece is looked at once, however many there are: after a
 * link that is damaged, a whole mail is tried.
 */
export class Envelope {
  private readonly bytes: number[] = [];
  /** Characters that are no whole bytes yet: three at most. */
  private rest = '';
  /** CRC-32 of the bytes behind the checksum, not inverted yet. */
  private sum = NO_SUM;

  /** False where the piece holds anything but base64url. */
  add(piece: string): boolean {
    const text = this.rest + piece;
    const whole = text.length - (text.length % 4);
    const bytes = fromBase64Url(text.slice(0, whole));
    if (bytes === null) return false;
    this.rest = text.slice(whole);
    this.sum = summed(this.sum, bytes.subarray(Math.max(0, CHECKSUM_BYTES - this.bytes.length)));
    for (const byte of bytes) this.bytes.push(byte);
    return true;
  }

  /** The bytes that were sealed; null as long as their checksum does not fit. */
  opened(): Uint8Array<ArrayBuffer> | null {
    const last = fromBase64Url(this.rest);
    if (last === null || this.bytes.length < CHECKSUM_BYTES) return null;
    const head = Uint8Array.from(this.bytes.slice(0, CHECKSUM_BYTES));
    const stated = new DataView(head.buffer).getUint32(0, true);
    if (stated !== ~summed(this.sum, last) >>> 0) return null;
    return Uint8Array.from(this.bytes.slice(CHECKSUM_BYTES).concat(...last));
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 as zlib and gzip have it (RFC 1952, section 8), of these bytes behind those that were
 * summed before. It is inverted when all are. */
function summed(sum: number, bytes: Uint8Array): number {
  let value = sum;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return value;
}

/** RFC 4648, section 5, without padding. */
function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    // One character is no byte: the text was cut.
    return null;
  }
}
