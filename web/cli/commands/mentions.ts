import type { HazardQuery } from '../../facts/generated';
import { namesTagAlone } from '../../output/patch/hazards/files';
import { needlesOf } from '../../output/patch/hazards/query';

/**
 * A function that tells whether a file of a tree names a struct: its tag behind a keyword, or an alias. Tables of
 * offsets for assembly, pages of documentation and C++ have the tag alone. To ask this first spares a look at most files
 * where the tag is a common word (`file`). As `mayMention`, which asks the words that were kept of a file.
 */
export function mentions(query: HazardQuery): (path: string, bytes: Buffer) => boolean {
  const { name } = query;
  const names = needlesOf(query).map((word) => ({ word: Buffer.from(word), isTag: word === name }));
  const isAlias = query.aliases.includes(name);
  return (path, bytes) => {
    const isBare = isAlias || namesTagAlone(path);
    return names.some(({ word, isTag }) => {
      for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) {
        const isWhole = !isLetter(bytes[at - 1]) && !isLetter(bytes[at + word.length]);
        if (isWhole && (!isTag || isBare || isBehindKeyword(bytes, at))) return true;
      }
      return false;
    });
  };
}

/** Whether a word stands in a file, whatever for. */
export function holdsWord(bytes: Buffer, word: string): boolean {
  const wanted = Buffer.from(word);
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + wanted.length)) {
    if (!isLetter(bytes[at - 1]) && !isLetter(bytes[at + wanted.length])) return true;
  }
  return false;
}

const KEYWORDS = ['struct', 'union', 'class', 'enum'];

function isBehindKeyword(bytes: Buffer, at: number): boolean {
  let end = at;
  while (isBlank(bytes[end - 1])) end -= 1;
  return (
    end < at &&
    KEYWORDS.some((keyword) => {
      const start = end - keyword.length;
      return (
        start >= 0 &&
        bytes.toString('latin1', start, end) === keyword &&
        !isLetter(bytes[start - 1])
      );
    })
  );
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

/** A letter, a digit, `_`, or a byte that is no ASCII. */
function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte >= 0x80 || /\w/.test(String.fromCharCode(byte)));
}
