import { fingerprint } from '../../base/fingerprint';
import type { Target } from '../../facts/generated';
import { isMachine } from '../../facts/machine';
import { TEXT_TARGETS, X86_64 } from '../../facts/targets';

/** The version that is written. */
export const TABLE_VERSION = 1;

/** A commit message is read in 75 columns. */
export const COLUMNS = 75;

export const HEAT_COLUMNS = ['rmt', 'lcl', 'loads', 'stores'] as const;

/** Before the size of a struct whose end is not known, as of a text that is cut. */
export const AT_LEAST = 'at least';

/** Before each change, below the rows. */
export const CHANGE = 'edit:';

/** The words of a text, where white space means nothing but inside of double quotes. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
}

/** A check sum over the words alone. */
export function checkOf(words: readonly string[]): string {
  return fingerprint(words.join(' '));
}

/** A name or a type as words that the reader takes for nothing else. */
export function asWords(text: string, kind: 'name' | 'type'): string {
  const words = text.split(' ');
  const isPlain =
    text !== '' &&
    words.every((word) => /^[^\s"\\]+$/.test(word)) &&
    !words.some((word) => isReserved(word) || word.startsWith('>')) &&
    (kind === 'type' || (words.length === 1 && !/^[.[+]/.test(text)));
  // No line may begin with the mark of a quoted mail.
  return isPlain ? text : JSON.stringify(text).replaceAll('>', '\\u003e');
}

/** What begins a row, ends one, or says something about it. */
export function isReserved(word: string): boolean {
  return (
    word === '-' ||
    word === '--' ||
    word === CHANGE ||
    word === '{' ||
    word === '}' ||
    word.startsWith('@') ||
    word.startsWith('(') ||
    word.startsWith('[') ||
    /^\+?\d+(?:\.\d)?$/.test(word)
  );
}

/** What a word that stands for a name says. */
export function plain(word: string): string | null {
  if (!word.startsWith('"')) return word;
  try {
    const value: unknown = JSON.parse(word);
    return typeof value === 'string' ? value : null;
  } catch {
    // The one way to ask whether a JSON string is well formed.
    return null;
  }
}

/** `12`, and `12.5` for bit 5 of byte 12. */
export function offsetText(bits: number): string {
  const bit = bits % 8;
  return bit === 0 ? `${bits / 8}` : `${(bits - bit) / 8}.${bit}`;
}

/** A text as one line, with what `wrap` cut put together again. */
export function joined(text: string): string {
  return text.replaceAll(/\\\s+/g, '').replaceAll(/\s+/g, ' ');
}

/** What a machine's name does not say by itself: `abi 8be16`, with `u` where unnamed bit-fields align. */
export function abiWords(target: Target): readonly string[] {
  const known = TEXT_TARGETS.find(({ machine }) => machine === target.machine);
  const word = abiWord(target);
  return known !== undefined && abiWord(known) === word ? [] : [`abi ${word}`];
}

function abiWord(target: Target): string {
  const { pointerBytes, bigEndian, maxScalarAlignBytes, unnamedBitfieldsAlign } = target;
  return `${pointerBytes}${bigEndian ? 'be' : 'le'}${maxScalarAlignBytes}${unnamedBitfieldsAlign ? 'u' : ''}`;
}

/** Null where neither the name nor an `abi` says enough. */
export function targetOf(machine: string, abi: string | null, lineBytes: number): Target | null {
  const known = TEXT_TARGETS.find((target) => target.machine === machine);
  if (abi === null) return known ?? null;
  if (!isMachine(machine)) return null;
  const [, pointer, order, align, unnamed] = /^([248])(le|be)(\d{1,2})(u?)$/.exec(abi) ?? [];
  if (pointer === undefined) return null;
  return {
    ...X86_64,
    machine,
    pointerBytes: Number(pointer),
    bigEndian: order === 'be',
    maxScalarAlignBytes: Number(align),
    lineBytes,
    unnamedBitfieldsAlign: unnamed === 'u',
  };
}
