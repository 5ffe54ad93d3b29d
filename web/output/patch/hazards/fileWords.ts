import { itemAt } from '../../../base/itemAt';
import type { HazardQuery } from '../../../facts/generated';
import { namesTagAlone } from './files';
import { fillingWords } from './secondLook';

/**
 * Which words a file holds, in about a twentieth of its size: a Bloom filter. It says "no" only where a word is not
 * there, and "yes" of one in ten that are not.
 */
export type FileWords = Uint8Array;

/** The words of C source, and apart from them those that follow `struct`, `union`, `class` or `enum`. */
export function wordsOf(bytes: Uint8Array): FileWords {
  const size = 2 ** Math.max(5, Math.ceil(Math.log2(bytes.length / 24 + 1)));
  const found = new Uint8Array(size);
  let afterKeyword = false;
  for (let at = 0; at < bytes.length;) {
    const kind = itemAt(KINDS, bytes[at] ?? 0);
    if (kind === OTHER) {
      at += 1;
      afterKeyword = false;
      continue;
    }
    if (kind === BLANK) {
      at += 1;
      continue;
    }
    let hash = START;
    do {
      hash = mixed(hash, bytes[at] ?? 0);
      at += 1;
    } while (at < bytes.length && itemAt(KINDS, bytes[at] ?? 0) === WORD);
    add(found, hash);
    if (afterKeyword) add(found, tagged(hash));
    afterKeyword = KEYWORDS.has(hash);
  }
  return found;
}

/** Whether a file may hold any of the words. */
export function mayHold(words: FileWords, wanted: Iterable<string>): boolean {
  for (const word of wanted) if (has(words, hashOf(word))) return true;
  return false;
}

/** Whether a file may name a struct. Tables of offsets for assembly and pages of documentation do so in ways of their own. */
export function mayMention(path: string, words: FileWords, query: HazardQuery): boolean {
  const { name, aliases } = query;
  if (has(words, tagged(hashOf(name))) || mayHold(words, aliases)) return true;
  return (namesTagAlone(path) && has(words, hashOf(name))) || mayFill(path, words, query);
}

/** Whether a file may fill a struct in another one, or use a name of its offsets. */
export function mayFill(path: string, words: FileWords, query: HazardQuery): boolean {
  return mayHold(words, fillingWords(path, query));
}

const [OTHER, BLANK, WORD] = [0, 1, 2] as const;

const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (/\w/.test(char) || byte >= 128) return WORD;
  return /\s/.test(char) ? BLANK : OTHER;
});

/** FNV-1a. */
const START = 0x811c9dc5;

function mixed(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

function hashOf(word: string): number {
  let hash = START;
  for (const byte of new TextEncoder().encode(word)) hash = mixed(hash, byte);
  return hash;
}

const KEYWORDS = new Set(['struct', 'union', 'class', 'enum'].map(hashOf));

function tagged(hash: number): number {
  return mixed(hash, 0x20);
}

function add(words: Uint8Array, hash: number): void {
  const mask = words.length * 8 - 1;
  set(words, hash & mask);
  set(words, other(hash) & mask);
}

function set(words: Uint8Array, bit: number): void {
  words[bit >> 3] = (words[bit >> 3] ?? 0) | (1 << (bit & 7));
}

function has(words: FileWords, hash: number): boolean {
  const mask = words.length * 8 - 1;
  return [hash & mask, other(hash) & mask].every(
    (bit) => ((words[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0,
  );
}

/** Independent enough of the low bits of the hash itself. */
function other(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 7;
}
