import type { HazardQuery } from '../../../facts/generated';
import { namesTagAlone } from './files';
import { fillingWords } from './secondLook';

/**
 * Which words a file holds, as `word_marks` of `csource` makes it: a Bloom filter. It says "no" only where a word is not
 * there, and "yes" of one in ten that are not.
 */
export type FileWords = Uint8Array;

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

function tagged(hash: number): number {
  return mixed(hash, 0x20);
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
