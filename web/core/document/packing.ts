import { deflateSync, Inflate } from 'fflate';
import dictionary from '../../../docs/link_dictionary_1.txt?raw';

/** What a link may unpack to. The largest real one (a struct of thousands of members) is a tenth of it. */
const MAX_BYTES = 4 * 1024 * 1024;
/** A slice unpacks to a thousand times its size at most (RFC 1951). */
const SLICE_BYTES = 4096;

/** Frozen with the form: what is like it takes next to nothing, and a changed byte makes every link unreadable. */
const DICTIONARY = new TextEncoder().encode(dictionary);

/** Raw deflate (RFC 1951) behind the preset dictionary `docs/link_dictionary_1.txt`. */
export function pack(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 9, mem: 4, dictionary: DICTIONARY });
}

/** The bytes that `pack` was given; null where nothing of this kind gave them, or where they are more than 4 MiB. */
export function unpack(packed: Uint8Array): Uint8Array | null {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate({ dictionary: DICTIONARY }, (piece) => {
    pieces.push(piece);
    length += piece.length;
  });
  try {
    for (let at = 0; at < packed.length; at += SLICE_BYTES) {
      inflate.push(packed.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= packed.length);
      if (length > MAX_BYTES) return null;
    }
  } catch {
    return null;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
