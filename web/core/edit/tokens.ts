import { fail, ok, type Result } from '../base/result';

export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'quoted'; readonly text: string }
  | { readonly kind: 'bar'; readonly text: '|' }
  | { readonly kind: 'comma' };

/** Splits edit words. What is in double quotes is a JSON string, so that any name and any note can be written. */
export function tokens(text: string): Result<readonly Token[], string> {
  const found: Token[] = [];
  const pattern = /\s+|(,)|("(?:[^"\\]|\\.)*")|(\|)|([^\s,"|]+)|(.)/gsy;
  for (const match of text.matchAll(pattern)) {
    const [, comma, quoted, bar, word, stray] = match;
    if (comma !== undefined) found.push({ kind: 'comma' });
    else if (quoted !== undefined) {
      const value = unquote(quoted);
      if (value === null)
        return fail(
          `${quoted} is not a text in double quotes: \\ goes before ", \\, n, t and u only.`,
        );
      found.push({ kind: 'quoted', text: value });
    } else if (bar !== undefined) found.push({ kind: 'bar', text: '|' });
    else if (word !== undefined) found.push({ kind: 'word', text: word });
    else if (stray !== undefined) return fail('A double quote has no partner.');
  }
  return ok(found);
}

/** A member path as words: plain where it can be, else quoted (C++ names hold spaces and commas). */
export function quotePath(path: string): string {
  return /^[^\s,"|]+$/.test(path) ? path : JSON.stringify(path);
}

function unquote(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    // The one way to ask whether a JSON string is well formed.
    return null;
  }
}
