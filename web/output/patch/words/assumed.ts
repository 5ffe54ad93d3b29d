import type { LayoutWords } from '../../../layout/text/attributes';

/** What a word may do that nothing here defines: pack, or align to as much as the place that it has allows. */
export interface Assumed {
  readonly word: string;
  readonly does: 'pack' | 'align';
}

/** Words with what one of them is taken to do; `bytes` are those of the place that an alignment has to divide. */
export function assumedWords(
  words: LayoutWords,
  assumed: Assumed | null,
  bytes: number,
): LayoutWords {
  const unknown = words.unknown.filter(({ word }) => word !== assumed?.word);
  if (assumed === null || unknown.length === words.unknown.length) return words;
  if (assumed.does === 'pack') return { ...words, packed: true, unknown };
  const most = bytes === 0 ? MOST_ALIGN : Math.min(bytes & -bytes, MOST_ALIGN);
  return { ...words, aligns: [...words.aligns, String(most)], unknown };
}

/** No attribute of a struct's member asks for more than a page. */
const MOST_ALIGN = 4096;
