import type { DefinedAt } from '../../../layout/text/sourceText';
import { lineEndsIn } from '../text';
import { definitionIn } from './included';

/** Files that define words for others. */
export function isHeader(path: string): boolean {
  return /\.(?:h|hh|hpp|hxx)$/.test(path);
}

/** Where a file defines a word; null where it does not. */
export function definedAt(path: string, text: string, word: string): DefinedAt | null {
  const first = definitionIn(text, word)?.split('\n')[0];
  if (first === undefined) return null;
  return { path, line: lineEndsIn(text, 0, text.indexOf(first)) + 1 };
}

/**
 * Sorts paths by how many folders they share with a header's, then by how short they are: of several files that define
 * a word, the first is the likeliest to be meant.
 */
export function nearerTo(header: string): (a: string, b: string) => number {
  const folders = header.split('/').slice(0, -1);
  const shared = (path: string) => {
    const parts = path.split('/');
    const apart = folders.findIndex((folder, at) => folder !== parts[at]);
    return apart < 0 ? folders.length : apart;
  };
  return (a, b) => shared(b) - shared(a) || a.length - b.length || (a < b ? -1 : 1);
}
