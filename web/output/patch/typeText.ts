/**
 * Whether two spellings can be the same type: the declared text, and what debug information calls it.
 * Word order (`long unsigned int`), qualifiers and the values of array bounds (macros in the text) do
 * not count. What a macro hides cannot be told apart from a change, so a person decides.
 */
export function sameType(declared: string, stated: string): boolean {
  return comparable(declared) === comparable(stated);
}

function comparable(text: string): string {
  // Parameter lists are spelled in too many ways to compare.
  const shape = text
    .replace(/\[[^\]]*\]/g, '[]')
    .replace(/\)\s*\([^]*$/, ')()')
    .replace(/\b(?:const|volatile|restrict|signed)\b/g, ' ')
    // include/linux/types.h: `#define rcu_head callback_head`
    .replace(/\brcu_head\b/g, 'callback_head');
  const stars = shape.replace(/[^*[\]()]/g, '');
  const words = shape
    .replace(/[*[\]()]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  const scalar = words.some((word) => /^(?:unsigned|long|short|int|char)$/.test(word));
  // `unsigned long` and `long unsigned int` are one; `int` alone stays.
  const kept = scalar && words.length > 1 ? words.filter((word) => word !== 'int') : words;
  const named = kept.map((word) => (word === '_Bool' ? 'bool' : word));
  return `${named.sort().join(' ')} ${stars}`;
}
