import { derived } from '../../base/derived';
import type { HeaderDoc } from '../../facts/generated';
import type { SourceText } from './sourceText';

/** A `#define` behind its name: `(x)` where it takes arguments, and its body. */
interface Definition {
  readonly parameters: string | undefined;
  readonly body: string;
}

/**
 * What `#define`s of a text and of what is known beside it make of a macro as it is used (`ALIGNED(64)`), once for
 * each definition; a definition without a body is an empty string. Comments are left out.
 */
export function definitionsOf(
  source: Pick<SourceText, 'text' | 'doc' | 'defined'>,
  use: string,
): readonly string[] {
  const [, name, given] = /^(\w+)\s*(?:\((.*)\))?$/s.exec(use) ?? [];
  if (name === undefined) return [];
  const included = source.defined?.included.get(name);
  return [
    ...(ownDefinitions(source.doc, source.text).get(name) ?? []),
    ...(included === undefined ? [] : (definitionsIn(included).get(name) ?? [])),
  ].map(({ parameters, body }) => {
    const bare = body.replace(/\\\r?\n/g, ' ').replace(/\/\*.*?(?:\*\/|$)|\/\/.*$/gs, ' ');
    return filledIn(bare.trim(), parameters, given);
  });
}

type Definitions = ReadonlyMap<string, readonly Definition[]>;

/** The text of a document never changes: its definitions are kept with it. */
const ownDefinitions = derived((_: HeaderDoc, text: string) => definitionsIn(text));

function definitionsIn(text: string): Definitions {
  const found = new Map<string, Definition[]>();
  for (const [, name = '', parameters, body = ''] of text.matchAll(DEFINE)) {
    const before = found.get(name);
    if (before === undefined) found.set(name, [{ parameters, body }]);
    else before.push({ parameters, body });
  }
  return found;
}

const DEFINE = /^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)\n]*\))?((?:[^\n]*\\\r?\n)*[^\n]*)/gm;

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
