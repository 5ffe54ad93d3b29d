import type { SourceText } from './sourceText';

/**
 * What `#define`s of a text and of what is known beside it make of a macro as it is used (`ALIGNED(64)`), once for
 * each definition; a definition without a body is an empty string. Comments are left out.
 */
export function definitionsOf(
  { text, defined }: Pick<SourceText, 'text' | 'defined'>,
  use: string,
): readonly string[] {
  const [, name, given] = /^(\w+)\s*(?:\((.*)\))?$/s.exec(use) ?? [];
  if (name === undefined) return [];
  const elsewhere = defined?.get(name);
  const places = elsewhere === undefined ? [text] : [text, elsewhere];
  return places.flatMap((place) => definitionsIn(place, name, given));
}

function definitionsIn(text: string, name: string, given: string | undefined): readonly string[] {
  const found: string[] = [];
  const define = new RegExp(
    `^[ \\t]*#[ \\t]*define[ \\t]+${name}\\b(\\([^)\\n]*\\))?((?:[^\\n]*\\\\\\r?\\n)*[^\\n]*)`,
    'gm',
  );
  for (const [, parameters, body = ''] of text.matchAll(define)) {
    const bare = body.replace(/\\\r?\n/g, ' ').replace(/\/\*.*?(?:\*\/|$)|\/\/.*$/gs, ' ');
    found.push(filledIn(bare.trim(), parameters, given));
  }
  return found;
}

/** The body with the arguments in the places of its parameters. */
function filledIn(body: string, parameters: string | undefined, given: string | undefined): string {
  if (parameters === undefined || given === undefined) return body;
  const names = parameters
    .slice(1, -1)
    .split(',')
    .map((each) => (each.trim() === '...' ? '__VA_ARGS__' : each.trim()));
  // A single parameter takes all that is given, commas included.
  const values = names.length === 1 ? [given] : given.split(',');
  return names.reduce(
    (text, name, index) =>
      /^\w+$/.test(name)
        ? text.replace(new RegExp(`\\b${name}\\b`, 'g'), (values[index] ?? '').trim())
        : text,
    body,
  );
}
