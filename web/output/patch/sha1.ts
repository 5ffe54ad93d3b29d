import { bytesOfText } from './text';

/**
 * SHA-1 (FIPS 180-4) as hex. Git names blobs by it; the browser's own digest is asynchronous, and a
 * patch is computed while a field is dragged.
 */
export function sha1(bytes: Uint8Array): string {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  // A large file is not copied: only what its last whole block leaves over is padded.
  const left = bytes.length % BLOCK;
  const end = new Uint8Array(left + 9 > BLOCK ? 2 * BLOCK : BLOCK);
  end.set(bytes.subarray(bytes.length - left));
  end[left] = 0x80;
  const length = new DataView(end.buffer, end.length - 8);
  length.setUint32(0, Math.floor(bytes.length / 0x20000000));
  length.setUint32(4, bytes.length << 3);
  const words = new Uint32Array(80);
  for (const part of [bytes.subarray(0, bytes.length - left), end]) {
    const view = new DataView(part.buffer, part.byteOffset, part.length);
    for (let block = 0; block < part.length; block += BLOCK) {
      for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + i * 4);
      compress(state, words);
    }
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

const BLOCK = 64;

/** The name that git gives a file of these bytes. */
export function blobName(bytes: Uint8Array, digest = sha1): string {
  const head = bytesOfText(`blob ${bytes.length}\0`);
  const named = new Uint8Array(head.length + bytes.length);
  named.set(head);
  named.set(bytes, head.length);
  return digest(named);
}

function compress(state: Uint32Array, words: Uint32Array): void {
  const at = (index: number) => words[index] ?? 0;
  for (let i = 16; i < 80; i++) {
    words[i] = rotate(at(i - 3) ^ at(i - 8) ^ at(i - 14) ^ at(i - 16), 1);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let i = 0; i < 80; i++) {
    // Signed words throughout: the engine keeps them in registers.
    const next = (rotate(a, 5) + mixed(i, b, c, d) + e + at(i)) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  state[0] = at5(state, 0) + a;
  state[1] = at5(state, 1) + b;
  state[2] = at5(state, 2) + c;
  state[3] = at5(state, 3) + d;
  state[4] = at5(state, 4) + e;
}

function at5(state: Uint32Array, index: number): number {
  return state[index] ?? 0;
}

/** The function of a round with its constant. */
function mixed(i: number, b: number, c: number, d: number): number {
  if (i < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (i < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (i < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
