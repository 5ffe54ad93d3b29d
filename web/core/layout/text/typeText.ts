import type { DeclaredType } from '../../facts/generated';

/**
 * Whether two spellings can be the same type: the declared text, and what debug information calls it.
 * Word order (`long unsigned int`), qualifiers, the values of array bounds (macros in the text), and in C++ the
 * namespaces around a name and the arguments that a template fills in by itself do not count. What a macro hides
 * cannot be distinguished from a change, so a person decides.
 */
export function sameType(declared: string, stated: string): boolean {
  // clang calls every `_Complex` so.
  if (stated === 'complex') return /\b_Complex\b|\b__complex__\b/.test(declared);
  return comparable(declared) === comparable(stated) || sameTemplate(declared, stated);
}

/**
 * Whether what a line calls a type may be a macro for what debug information says: one word that no typedef of
 * that name stands for. Names that are typedefs everywhere are none.
 */
export function mayBeMacro({ base }: DeclaredType, stated: string): boolean {
  if (
    base.kind !== 'named' ||
    /^(?:[usb]e?\d+|u?int\d+_t|__[usbl]e?\d+|s?size_t)$/.test(base.name)
  ) {
    return false;
  }
  // C states a typedef by its own name; what is stated as keywords came out of a macro.
  return /^(?:struct|union|enum|unsigned|signed|long|short|int|char|float|double|_Bool|bool)\b/.test(
    stated.replace(/\b(?:const|volatile)\b/g, '').trim(),
  );
}

function comparable(text: string): string {
  // Parameter lists are spelled in too many ways to compare.
  const shape = withoutScopes(text)
    .replace(/\[[^\]]*\]/g, '[]')
    .replace(/\)\s*\([^]*\)(?=[^)]*$)/, ')()')
    .replace(/\b(?:_Complex|__complex__)\b/g, 'complex')
    .replace(/\b(?:const|volatile|restrict|_Atomic|signed|class|typename)\b/g, ' ')
    // include/linux/types.h: `#define rcu_head callback_head`
    .replace(/\brcu_head\b/g, 'callback_head');
  // An array of pointers to functions has its bounds within the brackets, or behind them.
  const marks = shape.replaceAll('&', '*').replaceAll('[]', '[');
  const stars = [...marks.replace(/[^*[()]/g, '')].sort().join('');
  const words = shape
    .replace(/[*&[\]()]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  const scalar = words.some((word) => /^(?:unsigned|long|short|int|char|complex)$/.test(word));
  // `unsigned long` and `long unsigned int` are one; `int` alone stays.
  const kept = scalar && words.length > 1 ? words.filter((word) => word !== 'int') : words;
  const named = kept.map((word) => (word === '_Bool' ? 'bool' : word));
  return `${named.sort().join(' ')} ${stars}`;
}

/** `std::string` is `string`, and `a::(anonymous namespace)::b` is `b`. */
function withoutScopes(text: string): string {
  return text.replace(/(?:\b[A-Za-z_]\w*|\(anonymous namespace\)|\{anonymous\})?\s*::\s*/g, '');
}

/** `vector<int>` and `std::vector<int, std::allocator<int> >`: the arguments that are written are the first. */
function sameTemplate(declared: string, stated: string): boolean {
  const [a, b] = [templateOf(declared), templateOf(stated)];
  if (a === null || b === null) return false;
  return (
    a.name === b.name &&
    a.arguments.length <= b.arguments.length &&
    a.arguments.every((each, index) => sameArgument(each, b.arguments[index] ?? ''))
  );
}

function sameArgument(written: string, stated: string): boolean {
  // Constants are spelled in too many ways (`4`, `4ul`, `kSize`).
  const value = /^(?:\(?\d|k[A-Z]|[A-Z0-9_]+$)/;
  // Debug information resolves typedefs there, and spells functions in its own way.
  const hidden = /^(?:\w+::)*\w+$/.test(written) || (written.includes('(') && stated.includes('('));
  return hidden || value.test(written) || value.test(stated) || sameType(written, stated);
}

function templateOf(text: string) {
  const plain = withoutScopes(text)
    .replace(/\b(?:const|class|struct|typename)\b/g, '')
    .trim();
  const known = STRINGS.get(plain) ?? plain;
  const found = /^(\w+)\s*<([^]*)>\s*([*&[\]\d]*)$/.exec(known);
  if (found === null) return null;
  const [, name = '', inside = '', stars = ''] = found;
  return { name: `${name}${stars.replace(/\d/g, '')}`, arguments: argumentsOf(inside) };
}

/** What the library's headers make of a short name, where debug information shows through it. */
const STRINGS: ReadonlyMap<string, string> = new Map([
  ['string', 'basic_string<char>'],
  ['string_view', 'basic_string_view<char>'],
  ['wstring', 'basic_string<wchar_t>'],
]);

function argumentsOf(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const char = text[at];
    if (char === '<' || char === '(') depth += 1;
    if (char === '>' || char === ')') depth -= 1;
    if ((char === ',' && depth === 0) || at === text.length) {
      found.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return found;
}
