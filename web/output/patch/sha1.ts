/**
 * SHA-1 (FIPS 180-4) as hex. Git names blobs by it; the browser's own digest is asynchronous, and a
 * patch is computed while a field is dragged.
 */
export function sha1(bytes: Uint8Array): string {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const words = new Uint32Array(80);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + i * 4);
    compress(state, words);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** The name that git gives a file of these bytes. */
export function blobName(bytes: Uint8Array): string {
  const head = new TextEncoder().encode(`blob ${bytes.length}\0`);
  const whole = new Uint8Array(head.length + bytes.length);
  whole.set(head);
  whole.set(bytes, head.length);
  return sha1(whole);
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
