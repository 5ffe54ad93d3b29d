import type { TagKeyword } from './generated';

const TAG_KEYWORDS: readonly TagKeyword[] = ['struct', 'union', 'class', 'enum'];

/** The keyword that the name of a type begins with; `struct` where it begins with none. */
export function tagKeywordOf(name: string): TagKeyword {
  const [first] = name.split(/\b/, 1);
  return TAG_KEYWORDS.find((keyword) => keyword === first) ?? 'struct';
}
