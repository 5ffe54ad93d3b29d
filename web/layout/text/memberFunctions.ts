import type { SourceText } from './sourceText';

/** The name of the function that a member declares, from its words (`int area()const`); null for what is none. */
export function functionName(words: string): string | null {
  if (/^enum\b/.test(words)) return null;
  const operator = /\boperator\s*([^\w\s(]+|\(\)|\w+)\s*\(/.exec(words)?.[1];
  if (operator !== undefined) return `operator${operator}`;
  return /(~?\b[A-Za-z_]\w*)\s*\(/.exec(words)?.[1] ?? null;
}

/**
 * Whether a text is C++, by its name or by what C has not. There a function takes no room in its class;
 * in C what looks like one is a macro, and what that makes is not known.
 */
export function isCpp({ path, text }: Pick<SourceText, 'path' | 'text'>): boolean {
  if (/\.(?:cc|hh|[ch]pp|[ch]xx|C|H)$/.test(path)) return true;
  return /^\s*(?:class\s+\w+\s*(?:final\s*)?[:{]|namespace\b[\w\s:]*\{|template\s*<|(?:public|private|protected)\s*:)/m.test(
    text,
  );
}
