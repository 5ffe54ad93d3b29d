import type { LayoutAttributes } from '../../../facts/generated';

/** What a word may do that nothing here defines: pack, or align to as much as the place that it has allows. */
export interface Assumed {
  readonly word: string;
  readonly does: 'pack' | 'align';
}

/** Words with what one of them is taken to do; `bytes` are those of the place that an alignment has to divide. */
export function assumedWords(
  words: LayoutAttributes,
  assumed: Assumed | null,
  bytes: number,
): LayoutAttributes {
  const unknown = words.unknown.filter(({ name }) => name !== assumed?.word);
  if (assumed === null || unknown.length === words.unknown.length) return words;
  if (assumed.does === 'pack') return { ...words, packed: true, unknown };
  const most = bytes === 0 ? MOST_ALIGN : Math.min(bytes & -bytes, MOST_ALIGN);
  return {
    ...words,
    aligns: [...words.aligns, { text: String(most), value: { kind: 'bytes', bytes: most } }],
    unknown,
  };
}

/** No attribute of a struct's member asks for more than a page. */
const MOST_ALIGN = 4096;
