/**
 * A member as pahole declares it: its type padded to a column, its name where C wants it. `name` may be
 * empty (unnamed bit-fields).
 */
export function declaration(typeName: string, name: string, column: number): string {
  // `int (*)(void)`, `int (*const)(void)`, `int (*[4])(void)`, `char (*)[8]`.
  const pointed =
    /^(.*?)\s*\((\*[*\s]*)((?:const|volatile|restrict|\s)*)((?:\[\d*\])*)\)(.*)$/s.exec(typeName);
  if (pointed !== null) {
    const [, result = '', stars = '', qualifiers = '', dimensions = '', parameters = ''] = pointed;
    const qualified = qualifiers.trim() === '' ? name : `${qualifiers.trim()} ${name}`;
    return `${result.padEnd(column)} (${stars.trim()}${qualified}${dimensions})${parameters}`;
  }
  const [element, dimensions] = splitArray(typeName);
  return `${paholeName(element).padEnd(column)} ${name}${dimensions}`;
}

/** `char[16]` is `char` and `[16]`. */
function splitArray(typeName: string): readonly [string, string] {
  const match = /(?:\[\d*\])+$/.exec(typeName);
  return match === null ? [typeName, ''] : [typeName.slice(0, match.index), match[0]];
}

/** pahole writes what a pointer to a qualified type points at with a blank of its own: `const char  *`. */
function paholeName(typeName: string): string {
  return typeName.replace(/^((?:const|volatile) .*[^* ]) (\*.*)$/, '$1  $2');
}
